"""The notebook runs from top to bottom and gives the stored outputs."""

import pytest

import notebook


def text(outputs):
    return [line for output in outputs for line in output.get("text", [])]


@pytest.mark.deep
def test_every_cell_runs_and_prints_what_is_stored():
    cells = notebook.code_cells(notebook.read())
    outputs = notebook.run(cells)
    for number, (cell, now) in enumerate(zip(cells, outputs), start=1):
        stored = cell["outputs"]
        assert cell["execution_count"] == number
        assert [output["output_type"] for output in stored] == [output["output_type"] for output in now]
        if "varies" not in cell["metadata"].get("tags", []):  # depends on the bots or on NumPy's generator
            assert text(stored) == text(now), "run tools/notebook.py"
    assert "svg" in str(outputs), "a chart"
    assert "mine.py:policy against casual" in str(outputs), "the evaluation of the learned policy"
    assert "Parlour is open at http://" in str(outputs), "the server that offers it"


def test_a_cell_that_fails_is_noticed():
    cells = [{"source": ["x = 2\n", "print(x)\n", "x + 1"]}, {"source": ["x + missing"]}]
    assert notebook.run(cells[:1]) == [
        [
            {"name": "stdout", "output_type": "stream", "text": ["2\n"]},
            {"data": {"text/plain": ["3"]}, "execution_count": 1, "metadata": {}, "output_type": "execute_result"},
        ]
    ]
    try:
        notebook.run(cells)
    except NameError as error:
        assert "missing" in str(error)
    else:
        raise AssertionError("a cell that fails went unnoticed")
