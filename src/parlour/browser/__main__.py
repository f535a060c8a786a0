"""python -m parlour.browser            build the files of web/engine that are stale
python -m parlour.browser --all      build all of them
python -m parlour.browser --check    build nothing; exit 1 if a file is stale
"""

import argparse
import sys
from pathlib import Path

from parlour.games import names

from .build import OUTPUT, build, build_all, files_of, stale


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m parlour.browser", description="Build the games for the browser.")
    parser.add_argument("--all", action="store_true", help="build every game, even if nothing has changed")
    parser.add_argument("--check", action="store_true", help="build nothing; exit 1 if a file is stale")
    parser.add_argument("--only", metavar="GAME", choices=names(), help="build this game in this process")
    parser.add_argument("--out", type=Path, default=OUTPUT, help="the folder to write to")
    given = parser.parse_args(arguments)
    if given.only:
        build(given.only, given.out)
        return 0
    wanted = names() if given.all else stale(given.out)
    if given.check:
        if wanted:
            print(f"web/engine is stale for {', '.join(wanted)}; run `make engine`", file=sys.stderr)
        return 1 if wanted else 0
    if not build_all(wanted, given.out):
        return 1
    for name in wanted:
        code, description = (path.stat().st_size for path in files_of(name, given.out))
        print(f"{name}: {code:,} bytes of WebAssembly, {description:,} bytes of description")
    return 0


if __name__ == "__main__":
    sys.exit(main())
