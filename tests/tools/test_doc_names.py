"""What the guides for developers name exists: files, folders, make targets, commands and identifiers."""

import re
from functools import cache
from pathlib import Path

import pytest

from parlour.cli.options import app

ROOT = Path(__file__).parents[2]
GUIDES = ("README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/adding-a-game.md", "docs/design-notes.md")
FROM = (ROOT, ROOT / "src" / "parlour", ROOT / "web" / "src", ROOT / "src" / "parlour" / "live", ROOT / "docs")
ANY_GAME = "<game>"
FILE = re.compile(r"[\w<>*./-]+\.(py|md|ts|svelte|toml|json|ipynb)")
IDENTIFIER = re.compile(r"[A-Za-z_][\w.]*")
GUIDES_OWN = {"guess", "sim", "casual", "sharp", "novice"}  # examples of this text, and words of the command line


def spans(guide: str) -> list[str]:
    """The inline code of a guide; blocks of code are left out."""
    text = re.sub(r"^    .*$|^```.*?^```", "", (ROOT / guide).read_text(), flags=re.MULTILINE | re.DOTALL)
    return sorted(set(re.findall(r"`([^`\n]+)`", text)))


@cache
def sources() -> str:
    files = [
        *ROOT.glob("src/**/*.py"),
        *ROOT.glob("tests/**/*.py"),
        *ROOT.glob("tools/*.py"),
        *ROOT.glob("web/src/**/*.ts"),
        *ROOT.glob("web/src/**/*.svelte"),
    ]
    return (
        "\n".join(file.read_text() for file in files if file != Path(__file__)) + (ROOT / "pyproject.toml").read_text()
    )


@cache
def words() -> set[str]:
    return set(re.findall(r"\w+", sources()))


def exists(path: str) -> bool:
    pattern = path.replace(ANY_GAME, "*").rstrip("/")
    return any(True for folder in FROM for _ in folder.glob(pattern)) or (
        ("/" not in pattern and any(ROOT.glob(f"src/**/{pattern}"))) or any(ROOT.glob(f"web/src/**/{pattern}"))
    )


def missing(span: str) -> str | None:
    """What a piece of inline code names that does not exist."""
    if span.startswith("make "):
        target = span.split()[1]
        found = re.search(rf"^{re.escape(target)}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
        return None if found else f"the make target {target}"
    if span.startswith("parlour "):
        command = span.split()[1]
        return None if command in words() else f"the command {command}"
    if span.startswith(("pytest ", "python ")):
        files = [part.partition("::")[0] for part in span.split()[1:] if "/" in part]
        return next((f"the file {file}" for file in files if not exists(file)), None)
    if span.startswith(("pip ", "npm ", "cd ", "git ", "http", "--", "(", "@pytest")) or "$" in span:
        return None
    if FILE.fullmatch(span) or (span.endswith("/") and "/" in span[:-1]) or span.endswith("/"):
        return None if exists(span) else f"the file {span}"
    lost = [name for name in IDENTIFIER.findall(span.replace("...", "")) if not known(name)]
    return f"the name {lost[0]}" if lost else None


def known(name: str) -> bool:
    return name in GUIDES_OWN or all(part in words() for part in name.split(".") if part)


@pytest.mark.parametrize("guide", GUIDES)
def test_everything_a_guide_names_exists(guide):
    assert [f"{span}: there is no such thing as {lost}" for span in spans(guide) if (lost := missing(span))] == []


def test_every_command_is_in_the_file_that_the_guide_names():
    row = next(line for line in (ROOT / "CONTRIBUTING.md").read_text().splitlines() if line.startswith("| a command |"))
    where = {}
    for part in row.split(";")[:-1]:
        *names, file = re.findall(r"`([\w.]+)`", part.rpartition("`src/parlour/cli/`:")[2])
        where |= dict.fromkeys(names, file)
    assert where["sim"] == "simulation.py"
    for command in (group.name or group.callback.__name__ for group in app.registered_commands):
        file = ROOT / "src" / "parlour" / "cli" / where.get(command, f"{command}.py")
        assert file.exists(), command
        assert re.search(rf'command\([^)]*"{command}"|^def {command}\(', file.read_text(), re.MULTILINE), command
    assert where.keys() <= {group.name or group.callback.__name__ for group in app.registered_commands}


def test_the_check_can_fail():
    assert missing("pytest tests/nonsense tests/kit") == "the file tests/nonsense"
    assert missing("python tools/nonsense.py") == "the file tools/nonsense.py"
    assert missing("make nonsense") == "the make target nonsense"
    assert missing("live/nonsense.py") == "the file live/nonsense.py"
    assert missing("Match.gibberish") == "the name Match.gibberish"
