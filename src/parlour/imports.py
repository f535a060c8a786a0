"""Faster imports."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """Imports in this block are not interrupted by the garbage collector, which takes a sixth of their time and finds
    nothing: what a module defines, stays."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
