"""Every public name of the environments and of a batch is in docs/environments.md, and has a docstring."""

import inspect
import re
from pathlib import Path

import gymnasium
import pytest
from pettingzoo import AECEnv, ParallelEnv
from tests.every import every_game

import parlour
import parlour.envs
from parlour.engine import Batch
from parlour.envs.gym_single import AgainstBots
from parlour.envs.gym_vector import AgainstBotsVector
from parlour.envs.ids import env_id
from parlour.envs.vector_tables import TableOptions

GUIDE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text()
CODE = re.findall(r"`([^`\n]+)`", GUIDE) + re.findall(r"^    .*$", GUIDE, re.MULTILINE)
NAMED = {word for span in CODE for word in re.findall(r"\w+", span)}

# Named by Gymnasium and PettingZoo, whose documentation explains them.
OF_LIBRARIES = {
    name for kind in (gymnasium.Env, gymnasium.vector.VectorEnv, AECEnv, ParallelEnv) for name in dir(kind)
} | {name for kind in (gymnasium.Env, gymnasium.vector.VectorEnv, AECEnv, ParallelEnv) for name in kind.__annotations__}


def public(thing):
    return {name for name in dir(thing) if not name.startswith("_")}


def undocumented(names):
    return sorted(name for name in names if name not in NAMED)


def test_what_the_package_offers_is_in_the_guide():
    assert undocumented(parlour.envs.__all__) == []
    assert all(inspect.getdoc(getattr(parlour.envs, name)) for name in parlour.envs.__all__)


@pytest.mark.parametrize(
    "made", [parlour.envs.aec, parlour.envs.parallel, parlour.envs.evaluate, AgainstBots, AgainstBotsVector]
)
def test_every_parameter_is_in_the_guide(made):
    names = set(inspect.signature(made).parameters) - {"name", "game", "table"}  # given first, without a name
    assert undocumented(names | set(TableOptions.__annotations__)) == []


@pytest.mark.parametrize("kind", [parlour.envs.Evaluation, parlour.envs.CrossPlay])
def test_every_result_of_an_evaluation_is_documented(kind):
    assert inspect.getdoc(kind)
    for name in public(kind):
        thing = inspect.getattr_static(kind, name)
        assert not callable(thing) or inspect.getdoc(thing), name


def test_every_name_of_a_batch_is_in_the_guide():
    batch = parlour.game("parrot").batch(2, seats=2)
    guide = GUIDE[GUIDE.index("## A batch") : GUIDE.index("## OpenSpiel")]
    table = {word for span in re.findall(r"`([^`\n]+)`", guide) for word in re.findall(r"\w+", span)}
    offered = public(Batch) | {
        name for name in vars(batch) if not name.startswith("_") and name in Batch.__annotations__
    }
    assert sorted(offered - table) == []
    assert [
        name for name in public(Batch) if callable(getattr(Batch, name)) and not inspect.getdoc(getattr(Batch, name))
    ] == []


@every_game
def test_every_name_of_an_environment_is_in_the_guide_or_its_librarys(name):
    made = [
        parlour.envs.aec(name),
        parlour.envs.parallel(name),
        gymnasium.make(env_id(name)).unwrapped,
        gymnasium.make_vec(env_id(name), num_envs=2).unwrapped,
    ]
    for env in made:
        assert undocumented(public(env) - OF_LIBRARIES) == [], type(env).__name__
