"""Arrays that begin at a multiple of 64 bytes: JAX and others take them by DLPack without copying."""

import math
from typing import Any

import numpy as np

ALIGNMENT = 64


def aligned(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array of zeros."""
    kind = np.dtype(dtype)
    size = kind.itemsize * (shape if isinstance(shape, int) else math.prod(shape))
    space = np.zeros(size + ALIGNMENT, np.uint8)
    start = -space.ctypes.data % ALIGNMENT
    return space[start : start + size].view(kind).reshape(shape)
