"""`parlour export`: the built page as a folder that any web host can serve, under any path."""

import json
import os
import shutil
import tempfile
from pathlib import Path

from parlour.kit import BadInput, ParlourError

PAGE = Path(__file__).parents[1] / "page"  # the built page, if it was built
BUILD = "build.json"  # names the build; also the mark by which an earlier export is recognised
NO_SERVER = '<meta name="parlour-server" content="none" />'  # there are no tables with friends

# What the page needs: its own files, compiled rules (WebAssembly), and connections to its own server.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


def build_of(page: Path) -> str | None:
    """The name of the build in a folder; None if there is no page in it."""
    try:
        return str(json.loads((page / BUILD).read_text(encoding="utf-8"))["build"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def export(folder: Path, page: Path | None = None) -> int:
    """Write the page into a folder, which must be new, empty, or an earlier export. Returns the number of files.

    The folder is written under another name and then renamed, so that it is never half a page.
    """
    page = page or PAGE
    if build_of(page) is None:
        raise ParlourError("the page was not built, so there is nothing to export; run `make page` first")
    folder = Path(os.path.abspath(folder))
    try:
        if folder.exists() and not folder.is_dir():
            raise BadInput(f"{folder} is a file; name a new folder")
        if folder.exists() and any(folder.iterdir()) and build_of(folder) is None:
            raise BadInput(f"{folder} holds other files; name a new or empty folder, or one of an earlier export")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as work:
            new, old = Path(work) / "new", Path(work) / "old"
            shutil.copytree(page, new)
            _adapt(new / "index.html")
            if folder.exists():
                folder.rename(old)
            new.rename(folder)
    except OSError as error:
        raise BadInput(f"the folder {folder} cannot be written ({error.strerror})") from None
    return sum(file.is_file() for file in folder.rglob("*"))


def _adapt(index: Path) -> None:
    """A static host sends no headers of ours, so the page carries its own security policy. It also has no server for
    tables with friends, and the page need not ask for one."""
    html = index.read_text(encoding="utf-8")
    mark = '<meta charset="utf-8" />'
    assert mark in html, index
    tags = (
        mark,
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />',
        NO_SERVER,
    )
    index.write_text(html.replace(mark, "\n    ".join(tags), 1), encoding="utf-8")
