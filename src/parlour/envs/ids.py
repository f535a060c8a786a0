"""What environments are called: `parlour/Parrot-v0`, and what the number behind the v means.

It rises by one when something learned before would be worth less without an error saying so: when the observation is
laid out differently, an action's number means something else, a reward is reckoned differently, time passes differently
between two steps, or the rules change play (`Rules.version`). A test keeps a digest of all that for each id. It does
not rise for speed, for words, for a new option whose default is what was before, or for bots that play better.
"""

from importlib.util import find_spec

from parlour.games import names

VERSIONS: dict[str, int] = {}  # of games whose environments have changed; 0 for all others


def env_id(name: str) -> str:
    """Gymnasium's: `piccolo_twist` is `parlour/PiccoloTwist-v0`."""
    return f"parlour/{''.join(part.capitalize() for part in name.split('_'))}-v{VERSIONS.get(name, 0)}"


def zoo_name(name: str) -> str:
    """PettingZoo's: `parlour_piccolo_twist_v0`."""
    return f"parlour_{name}_v{VERSIONS.get(name, 0)}"


def register() -> None:
    """Make all games known to Gymnasium, where that is installed."""
    if find_spec("gymnasium") is None:
        return
    import gymnasium

    for name in names():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                id=env_id(name),
                entry_point="parlour.envs.gym_single:Guest",
                vector_entry_point="parlour.envs.gym_vector:Guests",
                kwargs={"game": name},
            )
