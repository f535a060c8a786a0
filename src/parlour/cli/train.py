"""`parlour train`: a network that learns by playing against itself."""

import typer

from .options import app


@app.command(
    add_help_option=False,
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def train(context: typer.Context) -> None:
    """Train a network by self-play; needs parlour[train]. `parlour train --help` lists the options."""
    from parlour.train.run import train as run
    from parlour.train.settings import read_settings

    run(read_settings(context.args, "parlour train"))
