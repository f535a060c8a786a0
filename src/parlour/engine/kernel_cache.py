"""Compiled kernels on disk, beside the compiled rules and under the same keys: a second process compiles nothing.

Numba's own cache for kernels has the faults of its cache for the CPU (see `kit/compile.py`), so ours takes its place.
Imported only where there is a GPU.
"""

from collections.abc import Callable
from typing import Any

import numba_cuda  # type: ignore[import-untyped]
from numba.cuda.dispatcher import CUDACacheImpl

from parlour.kit.compile import DiskCache


class KernelCache(DiskCache):
    """The compiled versions of one kernel on disk: the linked machine code, and what a launch needs to know."""

    _impl_class: Any = CUDACacheImpl

    def __init__(self, function: Callable[..., Any], form: str) -> None:
        super().__init__(function, f"kernel {form} {numba_cuda.__version__}")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """None, so that it is compiled again, if there is none or if its file is damaged."""
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:  # unpickling a damaged file can raise almost anything
            return None
