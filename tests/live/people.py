"""Players who make random legal moves, reconnect by themselves, and remember everything they were told."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import aiohttp
from tests.live.client import Client

from parlour.live import messages as m
from parlour.live.verify import verify

SILENCE = 60.0  # after this many seconds without a message the match is stuck
GIVEN_UP = 240.0  # seconds to keep trying to reconnect, while servers are started again
RINGS = 0.15  # how often a player who could only ring does so

Heard = tuple[int, int | None, int | None]  # ms, seat, action: None where time did it, or where it is secret


class RandomPlayer(Client):
    """`where` returns the address of the server that has the table now, as a proxy would know it."""

    def __init__(self, session: aiohttp.ClientSession, where: Callable[[], str], table: str, seed: object) -> None:
        super().__init__(session, where(), table)
        self.where, self.chance = where, random.Random(str(seed))
        self.told: dict[int, Heard] = {}  # every event that was received, by number
        self.visits = 0  # how often it has connected
        self.finished = False

    @classmethod
    async def sit_down(
        cls, session: aiohttp.ClientSession, where: Callable[[], str], seed: object, **wanted: Any
    ) -> "RandomPlayer":
        """Make a table with bots in the other seats and a match already started."""
        maker = await Client.make(session, where(), bots=True, **wanted)
        person = cls(session, where, maker.table_id, seed)
        person.token, person.invite = maker.token, maker.invite
        return person

    def take(self, told: dict[str, Any]) -> None:
        if told["t"] == "welcome":
            assert told["number"] >= self.number, "events that were received are gone"
            for heard in told.get("missed", []):
                self._remember(heard)
            self.seq = max(self.seq, told.get("seq", 0))
        elif told["t"] == "event":
            self._remember(told)
        super().take(told)
        self.finished = self.table.get("status") == "over"

    def _remember(self, heard: dict[str, Any]) -> None:
        new = (heard["ms"], heard.get("seat"), heard.get("action"))
        old = self.told.setdefault(heard["n"], new)
        assert same(old, new), f"event {heard['n']} was {old} and has become {new}"

    async def play(self) -> None:
        """Play until the match is over, whatever happens to the server."""
        lost_at = None
        while not self.finished:
            try:
                self.base = self.where()
                await self.connect()
                self.visits += 1
                lost_at = None
                await self._play_here()
            except (ConnectionError, aiohttp.ClientError, OSError):
                now = asyncio.get_running_loop().time()
                lost_at = lost_at or now
                assert now - lost_at < GIVEN_UP, "the server does not come back"
                await asyncio.sleep(self.chance.uniform(0.05, 0.3))
            finally:
                if self.ws is not None:
                    await self.ws.close()

    async def _play_here(self) -> None:
        acting = asyncio.create_task(self._act_now_and_then())
        try:
            while not self.finished:
                told = await self.next(SILENCE)
                if told["t"] == "underway":
                    await self.say(m.Answer(race=told["race"]))
                elif told["t"] == "bye":
                    assert told.get("again"), told["says"]
        except TimeoutError:
            raise AssertionError(f"nothing happens at table {self.table_id} of {self.table['game']}") from None
        finally:
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)

    async def _act_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(self.chance.uniform(0.04, 0.2))
            if self.legal and (len(self.legal) > 1 or self.table["game"] not in BELLS or self.chance.random() < RINGS):
                await self.act(self.chance.choice(self.legal))


BELLS = ("piccolo", "piccolo_twist")


def same(one: Heard, other: Heard) -> bool:
    """Whether two accounts of an event agree; one of them may not know a secret action."""
    return one[:2] == other[:2] and (one[2] == other[2] or None in (one[2], other[2]))


async def check_kept(person: RandomPlayer) -> None:
    """The kept match follows the rules, contains everything that was ever told, and ends with the same view."""
    match = person.table["matches"][-1]
    async with person.session.get(f"{person.where()}/api/matches/{match}") as answer:
        assert answer.status == 200
        kept = {told["n"]: told for told in (await answer.json())["events"] if told["t"] == "event"}
    for number, heard in person.told.items():
        assert number in kept, f"event {number} was received and is gone"
        event = kept[number]
        assert same(heard, (event["ms"], event.get("seat"), event.get("action")))
    async with person.session.get(f"{person.where()}/api/matches/{match}/log") as answer:
        assert verify(await answer.text())
    seen = person.view
    person.base = person.where()
    await person.connect()
    assert person.view == seen
    await person.close()
