"""Build the documentation as a web site, without a network (make docs-site; the result is build/site).

python tools/docs_site.py            copy the Markdown to build/site-source and build the site; broken links are errors
python tools/docs_site.py --sources  only copy

The Markdown is the same that is read in the repository: links between pages stay, and links to other files of the
repository lead to its web page. The reference of the API is made from docstrings.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "build" / "site-source"
SITE = ROOT / "build" / "site"
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "examples/README.md", "training/README.md")
FILES = ("web/public/icon.svg",)
LINK = re.compile(r"(\]\(|(?:src|href)=\")([^)\"\s#]+)(#[^)\"\s]*)?(?=[)\"])")

# Reference pages, the title of each and what it shows; without members, everything in the module's __all__.
REFERENCE = {
    "parlour": [
        "parlour.match.game.game",
        "parlour.match.replay.replay",
        "parlour.match.Game",
        "parlour.match.Match",
        "parlour.engine.Batch",
    ]
    + [f"parlour.kit.errors.{error}" for error in ("ParlourError", "BadInput", "IllegalAction")],
    "bots": ["parlour.bots"],
    "envs": [f"parlour.envs{part}" for part in ("", ".gym_single", ".gym_vector", ".sb3", ".openspiel")]
    + ["parlour.policies"],
    "kit": [
        f"parlour.kit.{part}" for part in ("contract", "compile", "record", "chance", "options", "minds", "pieces")
    ],
}


def repository() -> str:
    """The address of the repository's files on the web."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return f"{project['urls']['Homepage']}/blob/main"


def staged() -> dict[str, Path]:
    """The files of the site by their path, the same as in the repository."""
    found = {name: ROOT / name for name in (*PAGES, *FILES)}
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.is_file():
            found[path.relative_to(ROOT).as_posix()] = path
    return found


def with_links(text: str, page: str, known: set[str]) -> str:
    """The text of a page; links to files that are not on the site lead to the repository."""

    def changed(link: re.Match[str]) -> str:
        begin, target, anchor = link[1], link[2], link[3] or ""
        if re.match(r"[a-z]+:", target):
            return link[0]
        path = os.path.normpath(os.path.join(os.path.dirname(page), target)).replace(os.sep, "/")
        if path in known:
            return link[0]
        if f"{path}/README.md" in known:
            return f"{begin}{target.rstrip('/')}/README.md{anchor}"
        if not (ROOT / path).exists():
            raise SystemExit(f"{page} links to {target}, which does not exist.")
        return f"{begin}{repository()}/{path}{anchor}"

    parts = re.split(r"(^```.*?^```$|`[^`\n]*`)", text, flags=re.M | re.S)  # code has no links
    return "".join(part if number % 2 else LINK.sub(changed, part) for number, part in enumerate(parts))


def copy() -> None:
    """Copy all pages, and write those of the reference."""
    shutil.rmtree(SOURCES, ignore_errors=True)
    files = staged()
    for name, path in files.items():
        to = SOURCES / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            to.write_text(with_links(path.read_text(encoding="utf-8"), name, set(files)), encoding="utf-8")
        else:
            shutil.copyfile(path, to)
    (SOURCES / "api").mkdir()
    for title, shown in REFERENCE.items():
        head = "parlour" if title == "parlour" else f"parlour.{title}"
        blocks = "\n".join(f"::: {name}\n" for name in shown)
        (SOURCES / "api" / f"{title}.md").write_text(f"# {head}\n\n{blocks}", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Build the documentation as a web site.")
    parser.add_argument("--sources", action="store_true", help="only copy the Markdown")
    given = parser.parse_args(arguments)
    copy()
    if given.sources:
        return 0
    environment = {**os.environ, "DISABLE_MKDOCS_2_WARNING": "true", "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--clean"]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
    if done.returncode == 0:
        print(f"{sum(1 for _ in SITE.rglob('*.html'))} pages in {SITE.relative_to(ROOT)}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
