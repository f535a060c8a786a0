"""`parlour export`: the page as a static folder."""

from pathlib import Path
from typing import Annotated

import typer

from .options import app


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder, or that of an earlier export.")],
) -> None:
    """Write the page as a static folder for any web host: games against bots and on one device, without a server."""
    from parlour.live.page_export import export as write

    files = write(folder)
    print(f"{files} files in {folder}. Try it: python -m http.server --directory {folder}")
