"""Ctrl-C and other requests to stop, on every platform."""

import asyncio
import signal
from collections.abc import Callable
from types import FrameType

# Windows has no SIGTERM that another process could send; closing the console or Ctrl-Break sends SIGBREAK.
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)]


def on_stop(call: Callable[[], None]) -> None:
    """Call this in the running event loop when the process is asked to stop."""
    loop = asyncio.get_running_loop()

    def asked(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(call)

    for number in SIGNALS:
        try:
            loop.add_signal_handler(number, call)
        except NotImplementedError:  # the event loop of Windows
            signal.signal(number, asked)
