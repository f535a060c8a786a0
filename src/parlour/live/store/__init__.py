"""Persistent data: the events of each table, a row per table for the lobby, and finished matches.

SQLite runs with a write-ahead log and `synchronous=FULL`: each commit reaches the disk before it is acknowledged, so an
acknowledged event survives `kill -9` and a power cut alike. `NORMAL` would survive only the former: it leaves the last
commits in the operating system's memory, so moves that players have already seen could be lost.

`schema.py` holds the tables and statements, `opening.py` connects and migrates, `writer.py` is the thread that writes.
"""

from .maintenance import backup, forget
from .rows import EventRow, MatchRow, TableRow, Taken
from .schema import VERSION_TABLE
from .store import Store

__all__ = ["VERSION_TABLE", "EventRow", "MatchRow", "Store", "TableRow", "Taken", "backup", "forget"]
