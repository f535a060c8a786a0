"""The command line: `parlour`."""

import os
import sys
from io import TextIOWrapper

from parlour.imports import without_collecting
from parlour.kit import ParlourError, on_first_compile

with without_collecting():
    from . import commands, doctor, export, lab, leaderboard, live, picture, review, simulation, train
    from .options import app

__all__ = [
    "commands",
    "doctor",
    "export",
    "lab",
    "leaderboard",
    "live",
    "main",
    "picture",
    "review",
    "simulation",
    "train",
]


def main() -> None:
    """Run the command line. A user error gives one sentence and exit code 2, never a traceback."""
    on_first_compile(
        lambda: print("Compiling the rules for this machine (only once; takes some seconds) ...", file=sys.stderr)
    )
    for stream in (sys.stdout, sys.stderr):  # a character that a terminal cannot show must not end a command
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app()
    except ParlourError as error:
        print(f"parlour: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # the reader of a pipe, such as `head`, has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        print("parlour: stopped", file=sys.stderr)
        sys.exit(130)
