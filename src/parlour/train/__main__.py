"""`python -m parlour.train GAME ...`: the same as `parlour train`, without the packages the command line needs."""

import sys

from . import errors_in_a_sentence
from .run import train
from .settings import read_settings


def main() -> None:
    with errors_in_a_sentence():
        train(read_settings(sys.argv[1:], "python -m parlour.train"))


if __name__ == "__main__":
    main()
