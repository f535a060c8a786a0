"""`python -m parlour`: the command line, also where the program `parlour` is not on the path."""

from parlour.cli import main

if __name__ == "__main__":
    main()
