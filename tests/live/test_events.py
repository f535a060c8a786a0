"""Events are stored as JSON that older versions wrote too: every kind still loads, and is written the same way."""

import pytest

from parlour.kit import ParlourError
from parlour.live import events
from parlour.live.seats import Seat

# As version 1 wrote them, one of each kind.
STORED = [
    (
        "made",
        b'{"game":"piccolo","seats":4,"options":{"flip":"automatic"},"public":true,"rated":false,"level":"casual",'
        b'"invite":"an-invitation"}',
        events.TableMade("piccolo", 4, {"flip": "automatic"}, True, False, "casual", "an-invitation"),
    ),
    (
        "options",
        b'{"game":"piccolo","seats":3,"options":{},"public":false,"rated":true,"level":"sharp","invite":"an-invitation"}',
        events.OptionsChanged("piccolo", 3, {}, False, True, "sharp", "an-invitation"),
    ),
    (
        "sat",
        b'{"seat":0,"name":"Ada","colour":3,"token":"e21ef2ed607e0683985aba032c5a8339"}',
        events.SeatTaken(0, "Ada", 3, "e21ef2ed607e0683985aba032c5a8339"),
    ),
    ("bot", b'{"seat":3,"level":"sharp"}', events.BotSeated(3, "sharp")),
    ("bot", b'{"seat":3,"level":null}', events.BotSeated(3, None)),
    ("left", b'{"seat":1,"bot":null}', events.SeatLeft(1, None)),
    ("left", b'{"seat":1,"bot":"casual"}', events.SeatLeft(1, "casual")),
    ("left", b'{"seat":1,"bot":"casual","removed":true}', events.SeatLeft(1, "casual", removed=True)),
    (
        "asked",
        b'{"seat":1,"name":"Ada","colour":3,"token":"e2","person":"f3","removed":true}',
        events.SeatAsked(1, "Ada", 3, "e2", "f3", removed=True),
    ),
    ("asked-no-more", b'{"seat":1}', events.AskedNoMore(1)),
    ("let-in", b'{"seat":1}', events.LetIn(1)),
    ("paused", b'{"seat":1}', events.Paused(1)),
    ("away", b'{"seat":1,"away":true}', events.AwayChanged(1, away=True)),
    (
        "started",
        b'{"match":"bb9a070d2b","seed":3516714310416271453,"salt":"99f473ce6812f7fd72ddabf7fd2e5623","rules":1,'
        b'"at":1700001000.0,"s":[0,0,0,0]}',
        events.MatchStarted(
            "bb9a070d2b", 3516714310416271453, "99f473ce6812f7fd72ddabf7fd2e5623", 1, 1700001000.0, [0, 0, 0, 0]
        ),
    ),
    (
        "started",
        b'{"match":"bb9a070d2b","seed":3516714310416271453,"salt":"99f473ce6812f7fd72ddabf7fd2e5623","rules":1,'
        b'"at":1700001000.0,"s":[0,0],"t":{"setup":{"game":"piccolo","seats":2,"options":{},"public":false,'
        b'"rated":true,"level":"sharp","invite":"an-invitation"},"seats":[{"name":"Ada","colour":3,"token":"e21e",'
        b'"bot":null,"away":false,"last_seq":7,"former":null,"next":null,"removed":[],"pauses":0,"quick":[],'
        b'"suspect":false},{"name":null,"colour":0,"token":null,"bot":"sharp","away":false,"last_seq":0,'
        b'"former":null,"next":null,"removed":[],"pauses":0,"quick":[],"suspect":false}],"host":0,"matches":["a-match"]}}',
        events.MatchStarted(
            "bb9a070d2b",
            3516714310416271453,
            "99f473ce6812f7fd72ddabf7fd2e5623",
            1,
            1700001000.0,
            [0, 0],
            table=events.TableState(
                events.Setup("piccolo", 2, {}, False, True, "sharp", "an-invitation"),
                [Seat("Ada", 3, "e21e", last_seq=7), Seat(bot="sharp")],
                0,
                ["a-match"],
            ),
        ),
    ),
    ("paused", b"{}", events.Paused()),
    ("resumed", b"{}", events.Resumed()),
    (
        "action",
        b'{"e":[0,1,75,{"reveal":null,"estimate":0.0}],"q":1}',
        events.ActionPlayed(events.Move(0, 1, 75, {"reveal": None, "estimate": 0.0}), 1),
    ),
    (
        "action",
        b'{"e":[730,0,0,null],"q":2,"s":[14,13]}',
        events.ActionPlayed(events.Move(730, 0, 0, None), 2, [14, 13]),
    ),
    ("time", b'{"e":[250]}', events.TimePassed((250,))),
    ("time", b'{"e":[5000],"s":[13,14]}', events.TimePassed((5000,), [13, 14])),
    (
        "time",
        b'{"e":[5000],"r":[17,[[0,310.5,312.0,false],[1,null,null,true]]]}',
        events.TimePassed((5000,), race=events.RaceRings(17, [(0, 310.5, 312.0, False), (1, None, None, True)])),
    ),
    ("over", b'{"scores":[1,0,8,18]}', events.MatchOver([1, 0, 8, 18])),
    ("stopped", b'{"says":"The rules have changed."}', events.MatchStopped("The rules have changed.")),
]


def test_every_kind_is_here():
    assert {kind for kind, _, _ in STORED} == {each.kind for each in events.KINDS}


@pytest.mark.parametrize(("kind", "body", "event"), STORED)
def test_a_stored_event_loads_and_is_written_the_same(kind, body, event):
    assert events.decode(kind, body) == event
    assert event.kind == kind
    assert events.encode(event) == body


def test_an_unknown_kind_is_refused():
    with pytest.raises(ParlourError, match="does not know events of the kind 'danced'"):
        events.decode("danced", b"{}")
