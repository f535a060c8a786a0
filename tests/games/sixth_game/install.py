"""Installs the sixth game for other processes, as pip would."""

import os
import shutil
from pathlib import Path

PACKAGE = Path(__file__).parent / "guess"


def install_guess(site: Path) -> dict[str, str]:
    """Copy the package into a folder; returns the environment of a process that finds it there.

    It is compiled into the cache of all tests, so once for all that install it."""
    shutil.copytree(PACKAGE, site / "guess", ignore=shutil.ignore_patterns("__pycache__"))
    meta = site / "guess-1.0.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: guess\nVersion: 1.0\n")
    (meta / "entry_points.txt").write_text("[parlour.games]\nguess = guess:RULES\n")
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}
