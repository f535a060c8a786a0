"""The names of environments, such as `parlour/Parrot-v0`, and when their version changes.

The version, `Rules.env_version`, rises by one when a trained policy would silently get worse: when the observation
layout, the meaning of an action number, the calculation of a reward, the passing of time between two steps or the rules
of play (`Rules.version`) change. A test compares a digest of all that for each id. The version does not rise for speed,
for wording, for a new option whose default keeps the old behaviour, or for bots that play better.
"""

from importlib.util import find_spec

from parlour.games import names, rules_of


def env_id(name: str) -> str:
    """Gymnasium's id: `parlour/PiccoloTwist-v1` for `piccolo_twist`."""
    return f"parlour/{''.join(part.capitalize() for part in name.split('_'))}-v{rules_of(name).env_version}"


def zoo_name(name: str) -> str:
    """PettingZoo's name: `parlour_piccolo_twist_v1`."""
    return f"parlour_{name}_v{rules_of(name).env_version}"


def openspiel_name(name: str) -> str:
    return f"parlour_{name}"


def openspiel_games() -> list[str]:
    """The installed games that OpenSpiel can play: turn-based, with known bounds."""
    return [name for name in names() if rules_of(name).bounds is not None and not rules_of(name).real_time]


def register() -> None:
    """Register all games with Gymnasium, if it is installed."""
    if find_spec("gymnasium") is None:
        return
    import gymnasium

    for name in names():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                id=env_id(name),
                entry_point="parlour.envs.gym_single:AgainstBots",
                vector_entry_point="parlour.envs.gym_vector:AgainstBotsVector",
                kwargs={"game": name},
            )
