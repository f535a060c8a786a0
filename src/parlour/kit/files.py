"""Files that users name: a refusal is one sentence, and nothing is half-written."""

import os
import tempfile
from pathlib import Path

from .errors import BadInput


def read_file(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the log {file} cannot be read ({getattr(error, 'strerror', 'it is not text')})") from None


def check_writable(path: Path) -> None:
    """Raise an error, before any work is done, if a file cannot be written there."""
    if path.is_dir():
        raise BadInput(f"{path} is a directory, not a file")
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror})") from None
    if path.exists() and not os.access(path, os.W_OK):
        raise BadInput(f"{path} exists and is not writable")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write to a temporary file and rename it, so that a half-written file is never seen."""
    half = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        half.write_bytes(content.encode() if isinstance(content, str) else content)
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
