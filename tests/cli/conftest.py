"""Commands that are refused."""

import re
import sys

import pytest

from parlour.cli import main


@pytest.fixture
def refused(monkeypatch, capsys):
    """The error message of a refused command: one sentence, exit code 2. Runs in this process, because it is faster."""

    def refused(*arguments):
        monkeypatch.setattr(sys, "argv", ["parlour", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        assert left.value.code == 2
        assert said.out == ""
        sentence = re.sub(r"Compiling the rules .*\n", "", said.err).strip()
        assert sentence.startswith("parlour: ")
        assert len(sentence.splitlines()) == 1, sentence
        return sentence

    return refused
