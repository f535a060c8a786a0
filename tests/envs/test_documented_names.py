"""Every public name of the environments and of a batch is in docs/environments.md, and has a docstring."""

import dataclasses
import inspect
import re
from pathlib import Path

import gymnasium
import pytest
from pettingzoo import AECEnv, ParallelEnv
from tests.every import every_game

import parlour
import parlour.envs
from parlour.engine.batch import Outcome, Saved
from parlour.envs.gym_single import AgainstBots
from parlour.envs.gym_vector import AgainstBotsVector
from parlour.envs.ids import env_id
from parlour.envs.vector_tables import TableOptions
from parlour.match.batches import PicturedBatch as Batch

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
    fields = {field.name for field in dataclasses.fields(kind)}
    assert undocumented(public(kind) | fields) == []
    assert without_docstring(kind) == []


def without_docstring(kind):
    """The public methods and properties of a class that say nothing of themselves."""
    found = {name: inspect.getattr_static(kind, name) for name in public(kind)}
    return [name for name, thing in found.items() if is_code(thing) and not inspect.getdoc(getattr(kind, name))]


def is_code(thing):
    return callable(thing) or isinstance(thing, (property, classmethod, staticmethod))


BATCH_GUIDE = GUIDE[GUIDE.index("## A batch") : GUIDE.index("## OpenSpiel")]
BATCH_SPANS = re.findall(r"`([^`\n]+)`", BATCH_GUIDE)
BATCH_NAMED = {word for span in BATCH_SPANS for word in re.findall(r"\w+", span)}


def test_every_name_of_a_batch_is_in_its_chapter():
    batch = parlour.game("parrot").batch(2, seats=2)
    assert sorted(public(batch) - BATCH_NAMED) == []
    assert without_docstring(type(batch)) == []


def test_every_parameter_of_a_batch_is_in_its_chapter():
    made = set(inspect.signature(parlour.game("parrot").batch).parameters)
    assert sorted(made - BATCH_NAMED) == []
    for name in public(Batch):
        if callable(getattr(Batch, name)):
            parameters = set(inspect.signature(getattr(Batch, name)).parameters) - {"self"}
            spans = [span for span in BATCH_SPANS if span.startswith(f"{name}(")]
            assert spans, f"the chapter does not say how {name} is called"
            assert sorted(parameters - set(re.findall(r"\w+", spans[0]))) == [], name


@pytest.mark.parametrize("kind", [Outcome, Saved])
def test_what_a_batch_returns_is_in_its_chapter(kind):
    assert inspect.getdoc(kind)
    assert sorted(set(kind._fields) - BATCH_NAMED) == []


@every_game
def test_every_name_of_an_environment_is_in_the_guide_or_its_librarys(name):
    made = [
        parlour.envs.aec(name),
        parlour.envs.parallel(name),
        gymnasium.make(env_id(name)).unwrapped,
        gymnasium.make_vec(env_id(name), num_envs=2).unwrapped,
    ]
    for env in made:
        own = public(env) - OF_LIBRARIES
        assert undocumented(own) == [], type(env).__name__
        assert [name for name in without_docstring(type(env)) if name in own] == [], type(env).__name__
