"""Extras: what is not needed for playing, and the sentence that says how to install it."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from parlour import ParlourError, game
from parlour.kit.extras import EXTRAS, MissingExtra, needs

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FOR_DEVELOPERS = {"dev", "dev-all", "docs", "recipes", "for-pufferlib"}

# Everything but the lean installation is missing, as after `pip install parlour`.
MISSING = sorted({package for extra in EXTRAS.values() for package in extra.packages})
LEAN = f"import sys\nsys.modules.update(dict.fromkeys({MISSING}))\n"


def in_a_lean_installation(code, *arguments):
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", LEAN + code, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


# Several commands in one process, because most of the time goes into importing Parlour.
IN_TURN = """
import json
from parlour.cli import main
for words in json.loads(sys.argv[1]):
    sys.argv[1:] = words
    try:
        main()
        code = 0
    except SystemExit as ended:
        code = ended.code or 0
    print("exit code", code, file=sys.stderr, flush=True)
"""


def commands(*several):
    """The exit code of each, and what it says on its standard error."""
    said = in_a_lean_installation(IN_TURN, json.dumps(several)).stderr
    *found, rest = re.split(r"exit code (\d+)\n", said)
    assert not rest, said
    return list(zip(map(int, found[1::2]), found[::2], strict=True))


def test_every_extra_of_the_project_says_what_it_is_for():
    assert set(PROJECT["optional-dependencies"]) - FOR_DEVELOPERS == set(EXTRAS)


def test_playing_needs_nothing_of_an_extra():
    lean = {dependency.partition(">")[0] for dependency in PROJECT["dependencies"]}
    playing = {"numpy", "numba", "msgspec", "typer", "rich", "aiohttp", "sqlalchemy", "alembic", "segno", "filelock"}
    assert lean == playing


def test_only_a_missing_package_is_explained():
    says = r"^the lab needs nothing_like_it, which is not installed: pip install 'parlour\[lab\]'$"
    with pytest.raises(MissingExtra, match=says), needs("lab"):
        import nothing_like_it.at_all  # noqa: F401
    with pytest.raises(ModuleNotFoundError), needs("lab"):
        import parlour.nothing_like_it  # noqa: F401
    assert issubclass(MissingExtra, ParlourError)
    assert issubclass(MissingExtra, ImportError)


def test_a_command_says_which_extra_it_needs(tmp_path):
    needed = [
        (["lab", "parrot"], "the lab needs polars, which is not installed: pip install 'parlour[lab]'"),
        (
            ["tournament", "parrot", "--bots", "casual,novice"],
            "the lab needs openskill, which is not installed: pip install 'parlour[lab]'",
        ),
        (["sim", "parrot", "--ray", "local"], "--ray needs ray, which is not installed: pip install 'parlour[ray]'"),
        (
            ["train", "parrot", "--out", str(tmp_path / "run")],
            "training needs torch, which is not installed: pip install 'parlour[train]'",
        ),
        (
            ["serve", "--port", "0", "--database", "postgresql://somebody@localhost/parlour"],
            "a PostgreSQL database needs psycopg, which is not installed: pip install 'parlour[postgres]'",
        ),
    ]
    done = commands(*[arguments for arguments, _ in needed])
    assert len(done) == len(needed)
    for (code, said), (arguments, says) in zip(done, needed, strict=True):
        assert code == 2, arguments
        assert said.splitlines()[-1] == f"parlour: {says}"
        assert "Traceback" not in said


def test_only_pixels_need_an_extra(tmp_path):
    log = tmp_path / "match.log"
    log.write_text(game("parrot").new(seats=2, seed=1, options={"rounds": 1}).log(), encoding="utf-8")
    drawn, *refused = commands(
        ["picture", str(log)],
        *[["picture", str(log), "--out", str(tmp_path / f"match.{kind}")] for kind in ("gif", "png")],
    )
    assert drawn[0] == 0
    assert len(refused) == 2
    for code, said in refused:
        assert code == 2
        says = r"parlour: this picture needs \w+, which is not installed: pip install 'parlour\[pictures\]'"
        assert re.fullmatch(says, said.splitlines()[-1])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match.log", "match.svg"]


def test_an_import_says_which_extra_it_needs():
    imports = {
        "lab": ["parlour.lab.data", "parlour.lab.report", "parlour.lab.tournament"],
        "envs": [f"parlour.envs.{form}" for form in ("gym_single", "gym_vector", "zoo_aec", "zoo_parallel")],
        "openspiel": ["parlour.envs.openspiel"],
        "train": ["parlour.train.network", "parlour.train.ppo"],
    }
    modules = [module for several in imports.values() for module in several]
    tried = "".join(f"try: import {module}\nexcept ImportError as error: print(error)\n" for module in modules)
    said = in_a_lean_installation(tried).stdout.splitlines()
    extras = [extra for extra, several in imports.items() for _ in several]
    assert len(said) == len(extras)
    for sentence, extra in zip(said, extras, strict=True):
        assert sentence.endswith(f", which is not installed: pip install 'parlour[{extra}]'")


def test_what_playing_needs_works_without_extras():
    for code, said in commands(
        ["games"], ["rules", "parrot", "28"], ["sim", "parrot", "--games", "2", "--bots", "casual", "-o", "rounds=1"]
    ):
        assert code == 0, said
