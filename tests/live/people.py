"""People who play any legal move, come back by themselves when their line is lost, and remember what they were told."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import aiohttp
from tests.live.client import Client

from parlour.live import messages as m
from parlour.live.verify import verify

SILENCE = 60.0  # seconds without a word on an open line: the match is stuck
GIVEN_UP = 240.0  # seconds in which a line could not be had again, though servers were started
RINGS = 0.15  # how often somebody who could only ring does

Heard = tuple[int, int | None, int | None]  # ms, seat, action: None where time did it, or where it is secret


class RandomPlayer(Client):
    """`where` says at which server the table is to be found now, as a proxy in between would know."""

    def __init__(self, session: aiohttp.ClientSession, where: Callable[[], str], table: str, seed: object) -> None:
        super().__init__(session, where(), table)
        self.where, self.chance = where, random.Random(str(seed))
        self.told: dict[int, Heard] = {}  # every event that was heard of, by its number
        self.visits = 0  # how often it has come in
        self.finished = False

    @classmethod
    async def sit_down(
        cls, session: aiohttp.ClientSession, where: Callable[[], str], seed: object, **wanted: Any
    ) -> "RandomPlayer":
        """Makes a table with bots in the other seats, where the match has begun."""
        maker = await Client.make(session, where(), bots=True, **wanted)
        person = cls(session, where, maker.table_id, seed)
        person.token, person.invite = maker.token, maker.invite
        return person

    def take(self, told: dict[str, Any]) -> None:
        if told["t"] == "welcome":
            assert told["number"] >= self.number, "events that were heard of are gone"
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
        """Until the match is over, whatever happens to the server."""
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
    """Whether two accounts of an event agree; one of them may not know what was done in secret."""
    return one[:2] == other[:2] and (one[2] == other[2] or None in (one[2], other[2]))


async def check_kept(person: RandomPlayer) -> None:
    """The match as it was kept: it follows the rules, all that was ever told is in it, and the end is what was seen."""
    match = person.table["matches"][-1]
    async with person.session.get(f"{person.where()}/api/matches/{match}") as answer:
        assert answer.status == 200
        kept = {told["n"]: told for told in (await answer.json())["events"] if told["t"] == "event"}
    for number, heard in person.told.items():
        assert number in kept, f"event {number} was heard of and is gone"
        event = kept[number]
        assert same(heard, (event["ms"], event.get("seat"), event.get("action")))
    async with person.session.get(f"{person.where()}/api/matches/{match}/log") as answer:
        assert verify(await answer.text())
    seen = person.view
    person.base = person.where()
    await person.connect()
    assert person.view == seen
    await person.close()
