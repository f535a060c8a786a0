"""`python -m parlour.train GAME ...`: the same as `parlour train`, without the packages the command line needs."""

import sys

from parlour.kit import ParlourError

from .run import train
from .settings import read_settings


def main() -> None:
    try:
        train(read_settings(sys.argv[1:], "python -m parlour.train"))
    except ParlourError as error:
        print(f"parlour: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
