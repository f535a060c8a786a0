"""Repairs setup.py of PufferLib 3.0 while pip runs it (docs/environments.md): Python imports a module of this name
when it starts."""

import builtins
import shutil

# NO_OCEAN=1, which leaves out its own games and the libraries they download, leaves out this definition, too.
builtins.c_extension_paths = []  # type: ignore[attr-defined]

# Without a CUDA compiler it builds for the CPU, which is what the recipe uses and what any PyTorch can run.
_found = shutil.which
shutil.which = lambda name, *given, **named: None if name == "nvcc" else _found(name, *given, **named)  # type: ignore
