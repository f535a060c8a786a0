"""Runs the notebook docs/first-steps.ipynb without Jupyter and stores the outputs of its cells in it.

python tools/notebook.py
"""

import ast
import io
import json
import sys
from contextlib import chdir, redirect_stdout
from pathlib import Path
from subprocess import Popen
from tempfile import TemporaryDirectory
from typing import Any

NOTEBOOK = Path(__file__).parents[1] / "docs" / "first-steps.ipynb"

Cell = dict[str, Any]


def read(path: Path = NOTEBOOK) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text())
    return notebook


def code_cells(notebook: dict[str, Any]) -> list[Cell]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(cells: list[Cell]) -> list[list[dict[str, Any]]]:
    """Run the cells in order, in an empty folder; returns the outputs of each, as a notebook stores them."""
    names: dict[str, Any] = {"__name__": "__main__"}
    before = set(sys.modules)
    with TemporaryDirectory() as folder, chdir(folder):
        sys.path.insert(0, folder)
        try:
            return [_outputs("".join(cell["source"]), names, number) for number, cell in enumerate(cells, start=1)]
        finally:
            sys.path.remove(folder)
            for name in set(sys.modules) - before:  # what the cells have written
                if (getattr(sys.modules[name], "__file__", None) or "").startswith(folder):
                    del sys.modules[name]
            if isinstance(server := names.get("server"), Popen):  # should a cell fail before the one that ends it
                server.kill()


def _outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    tree, printed, value = ast.parse(source), io.StringIO(), None
    last = tree.body[-1]
    shown = ast.Expression(last.value) if isinstance(last, ast.Expr) else None
    if shown is not None:
        tree.body.pop()
    with redirect_stdout(printed):
        exec(compile(tree, f"<cell {number}>", "exec"), names)
        if shown is not None:
            value = eval(compile(shown, f"<cell {number}>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        data = {mime: part.splitlines(keepends=True) for mime, part in _representations(value).items()}
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _representations(value: Any) -> dict[str, str]:
    """A value as a notebook shows it: as text, or as a table or an image."""
    if hasattr(value, "_repr_mimebundle_"):
        bundle = value._repr_mimebundle_(None, None)
        pictures: dict[str, str] = bundle[0] if isinstance(bundle, tuple) else bundle
        return pictures
    if hasattr(value, "_repr_html_"):
        return {"text/html": value._repr_html_(), "text/plain": str(value)}
    return {"text/plain": repr(value)}


def main() -> int:
    notebook = read()
    cells = code_cells(notebook)
    for number, (cell, outputs) in enumerate(zip(cells, run(cells), strict=True), start=1):
        cell["outputs"], cell["execution_count"] = outputs, number
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    print(f"wrote docs/{NOTEBOOK.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
