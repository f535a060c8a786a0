"""A match on a local table is a Parlour match: its messages are those of the protocol, every view is the one that
Python builds, and its log is accepted by `parlour replay` and `parlour verify`."""

import json
import sys

import msgspec
import pytest
from tests.browser.typescript import WEB, bundle, node
from tests.every import every_game

import parlour
from parlour.bots import bots_of
from parlour.cli import main
from parlour.live import messages as m
from parlour.live.verify import verify
from parlour.live.view_diff import apply
from parlour.match import replay

HERE = WEB.parent / "tests" / "browser"
TOLD = {each.__struct_config__.tag: each for each in m.FromServer.__subclasses__()}


@pytest.fixture(scope="module")
def device(tmp_path_factory):
    """A running script that plays local matches."""
    folder = tmp_path_factory.mktemp("local")
    games = [file.stem for file in sorted((WEB / "engine").glob("*.wasm"))]
    views = [f"import * as {game} from {json.dumps(str(WEB / 'src/games' / game / 'views.gen'))}" for game in games]
    made = [f"globalThis.VIEWS = {{ {', '.join(games)} }}", f"globalThis.FOLDER = {json.dumps(str(WEB / 'engine'))}"]
    (folder / "globals.ts").write_text("\n".join([*views, *made]))
    script = bundle(f"import './globals'\nimport {json.dumps(str(HERE / 'local'))}\n", folder)
    with node(script) as process:

        def play(**request):
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield play


def views_of(told):
    """The view after each event, by the moment on the match's clock and the event's number."""
    view = None
    for message in told:
        if message["t"] == "welcome":
            view = message["view"]
        elif message["t"] == "event":
            view = apply(view, message["change"])
            yield message, json.loads(json.dumps(view))


@every_game()
def test_a_local_match_is_a_parlour_match(device, name, tmp_path, capsys, monkeypatch):
    rules = parlour.game(name).rules
    seats = bots_of(rules).usual_seats
    people = 1 if rules.real_time else 2
    played = device(game=name, seats=seats, level="casual", people=people, options={})
    assert played["same"], "a log survives being packed into a link"
    for message in (*played["told"], *played["watched"]):
        kind = TOLD[message["t"]]
        msgspec.json.decode(msgspec.json.encode(message), type=kind)
        assert {*message} - {"t"} <= {*kind.__struct_fields__}
    assert {"pong", "welcome", "table", "event", "refused", "sign", "over"} <= {each["t"] for each in played["told"]}

    match = replay(played["log"])
    over = played["told"][-2]
    assert over["t"] == "over"
    assert match.over
    assert (match.scores, match.winners) == (over["scores"], over["winners"])
    assert len(verify(played["log"])) == 3
    accepted_by_commands(played["log"], tmp_path, capsys, monkeypatch)

    again = parlour.game(name).new(match.seats, seed=match.seed, options=match.options)
    events = [list(views_of(played[who])) for who in ("told", "watched")]
    assert len(events[0]) == len(events[1]) > 20
    for (event, own), (_, public) in zip(*events, strict=True):
        if event["seat"] is None:
            again.wait(until=event["ms"])
        else:
            entry = next(entry for entry in match.entries[len(again.entries) :])
            again.play(entry[1], entry[2], at=entry[0])
            assert (event["ms"], event["seat"]) == entry[:2]
            told = rules.heard(entry[2])
            assert event["words"] == (told if told is not None else again.describe(entry[2]))
        assert own == shown(again, 0)
        assert public == shown(again, None)
        assert event["legal"] == again.legal(0)


@every_game()
def test_a_match_that_is_played_on_is_a_parlour_match(device, name, tmp_path, capsys, monkeypatch):
    """Its log begins as the earlier one does, and is replayed and verified like any other."""
    seats = bots_of(parlour.game(name).rules).usual_seats
    played = device(game=name, seats=seats, level="casual", people=1, options={})
    earlier, match = replay(played["log"]), replay(played["playedOn"])
    assert match.over
    assert (match.seed, match.options) == (earlier.seed, earlier.options)
    half = len(earlier.entries) // 2
    assert match.entries[:half] == earlier.entries[:half]
    assert len(match.entries) > half
    assert len(verify(played["playedOn"])) == 3
    accepted_by_commands(played["playedOn"], tmp_path, capsys, monkeypatch)


def accepted_by_commands(log, tmp_path, capsys, monkeypatch):
    file = tmp_path / "match.jsonl"
    file.write_text(log)
    for command in ("replay", "verify"):
        monkeypatch.setattr(sys, "argv", ["parlour", command, str(file)])
        with pytest.raises(SystemExit) as left:
            main()
        assert left.value.code in (None, 0)
    assert "The seed is the one promised before the match" in capsys.readouterr().out


def shown(match, seat):
    seat = None if match.rules.open_table else seat
    return {key: value for key, value in match.view(seat).items() if key != "you"}
