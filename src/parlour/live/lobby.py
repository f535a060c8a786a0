"""The lobby: public tables, for everybody who asks."""

import asyncio
import math
import time

from .bodies import Body
from .tables import Tables

LOBBY_S = 1.0  # a listing is this old at most


class Lobby:
    """The listing of public tables, read from the database once in a while however many ask for it."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._reading: asyncio.Task[Body] | None = None
        self._at = -math.inf

    async def body(self) -> Body:
        now = time.monotonic()
        if self._reading is None or (self._reading.done() and now - self._at >= LOBBY_S):
            self._reading, self._at = asyncio.create_task(self._read()), now
        return await asyncio.shield(self._reading)

    async def _read(self) -> Body:
        return Body.json(await self._tables.lobby())
