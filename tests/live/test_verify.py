"""A finished match can be replayed, downloaded and verified."""

import asyncio
import json

import pytest
from tests.live.web_server import web_server

from parlour.kit import BadInput
from parlour.live import messages as m
from parlour.live.seats import commitment
from parlour.live.verify import verify

pytestmark = pytest.mark.usefixtures("compiled_in_process")


@pytest.mark.parametrize("game", ["piccolo", "parrot"])
def test_a_finished_match_can_be_replayed_downloaded_and_verified(tmp_path, game):
    async def main():
        async with web_server(tmp_path, pace=200.0) as server:
            host = await server.make(game=game, seats=3, public=True)
            await host.connect()
            await host.say(m.Leave())
            await host.until("welcome")
            await host.say(m.Sit(seat=0, name="Ada"))
            await host.until("welcome")
            await host.say(m.Start())
            promised = (await host.until("welcome"))["commitment"]
            await host.say(m.Leave())
            over = await host.until("over", 120)
            _, replay = await server.get(f"/api/matches/{over['match']}")
            answer, log = await server.get(f"/api/matches/{over['match']}/log")
            _, metrics = await server.get("/metrics")
            return promised, over, json.loads(replay), answer, log.decode(), metrics.decode()

    promised, over, replay, answer, log, metrics = asyncio.run(main())
    assert promised == over["commitment"] == commitment(int(over["seed"]), over["salt"])
    assert replay["result"] == {"scores": over["scores"], "winners": over["winners"]}
    assert replay["events"][0]["change"][0][0] == []
    assert (replay["game"], replay["seats"]) == (game, 3)
    assert answer.headers["Content-Disposition"].endswith('.jsonl"')
    found = verify(log)
    assert promised in found[0]
    assert found[-1].startswith("The match is over")
    assert "parlour_events_total" in metrics
    for tampered, says in tamper(log):
        with pytest.raises(BadInput, match=says):
            verify(tampered)


def tamper(log):
    """The same log with one thing changed, and what `verify` says about it."""
    lines = log.splitlines()
    header = json.loads(lines[0])

    def headed(**changes):
        return "\n".join([json.dumps(header | changes), *lines[1:]])

    yield headed(salt="0" * 32), "not the one that was promised"
    yield headed(commitment="0" * 64), "not the one that was promised"
    yield headed(seed=header["seed"] ^ 1), "does not follow the rules|not the one that was promised"
    yield headed(rules=99), "version 99"
    plain = {name: value for name, value in header.items() if name not in ("salt", "commitment")}
    yield "\n".join([json.dumps(plain), *lines[1:]]), "no commitment"
    middle = len(lines) // 2
    ms, seat = json.loads(lines[middle])[:2]
    wrong = json.dumps([ms, seat, 10_000])
    yield "\n".join([*lines[:middle], wrong, *lines[middle + 1 :]]), "does not follow the rules"
    yield "\n".join(lines[:-1])[:-3], "cut off|does not follow|\\[ms, seat, action\\]"
