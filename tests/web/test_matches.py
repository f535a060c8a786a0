"""Play each game through the page against bots, from the tap on the home screen to the end screen."""

import msgspec
import pytest
from playwright.sync_api import expect
from tests.web.conftest import BRISK, PACE
from tests.web.layout import misfits
from tests.web.obstacles import obstacles

import parlour
from scenes_after import ENDS, replay
from visitor import HANDS, ON_A_PHONE

# Others learn only that these happened: an opening in Parrot, a card put into the reserve.
OPENINGS = range(28)
RESERVING = range(48)
TAKES = range(84)  # of Confetti
REAL_TIME = ("piccolo", "piccolo_twist", "confetti")
NOTE_PRESSES = """() => {
  window.presses = []
  for (const kind of ['pointerdown', 'pointerup', 'click'])
    addEventListener(kind, (event) => window.presses.push(event.timeStamp), { capture: true })
}"""
HALF_RTT_MS = 100  # far more than a round trip within one machine takes


# A match of Piccolo takes 25 s of CPU time, of Parrot 41, of Confetti 44.
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == "piccolo" else [pytest.mark.deep]) for game in sorted(HANDS)]
)
def test_a_whole_match_is_played(offline, game):
    """Piccolo and Tricky Twist by keyboard, Piccolo Twist by mouse, Parrot and Confetti by touch on a phone.

    The page is on a plain web host, and after the first visit there is no network. Afterwards the match can be
    replayed, and is listed among the past matches."""
    visitor = offline(phone=game in ON_A_PHONE, pace=BRISK if game in REAL_TIME else PACE)
    visitor.play_now(game)
    visitor.play(HANDS[game], seconds=400)
    assert visitor.over is not None
    assert visitor.done, "the visitor has played, not only watched"
    expect(visitor.page.locator("[data-end] ol .score")).to_have_count(len(visitor.over["scores"]))
    wins = "Fewest points wins." if parlour.game(game).rules.lowest_wins else "Most "
    expect(visitor.page.locator("[data-end]")).to_contain_text(wins)  # before that, the order may still change
    said = visitor.page.locator("[data-end]").inner_text()
    for score in visitor.over["scores"]:
        assert str(score) in said
    assert sorted(visitor.page.locator("[data-end] ol .score").all_inner_texts()) == sorted(
        map(str, visitor.over["scores"])
    )
    check_secrets(game, visitor)
    assert obstacles(visitor) == []
    check_reload(visitor)
    assert misfits(visitor) == []

    replay(game)(visitor)
    assert obstacles(visitor) == []
    assert misfits(visitor) == []
    ENDS["past"](visitor)
    expect(visitor.page.locator("a[href^='#/replay/']")).to_have_count(1)
    assert obstacles(visitor) == []


def check_reload(visitor):
    """The story of the match, the ranking and the check of the shuffle survive a reload."""
    told = [visitor.page.locator(f"[data-end] {part}") for part in ("ol", ".own", "details")]
    before = [part.inner_text() for part in told]
    visitor.page.reload()
    for part in told:
        part.wait_for()
    visitor.until(lambda: [part.inner_text() for part in told] == before, f"the end screen again: {before}")


@pytest.mark.deep
def test_a_whole_match_is_played_on_the_server(visit, fast):
    """With bots in all other seats; above, they play on the visitor's own device."""
    visitor = visit(fast)
    visitor.play_on_server("tricky_twist")
    visitor.play(HANDS["tricky_twist"], seconds=400)
    assert visitor.over is not None
    assert visitor.done
    check_secrets("tricky_twist", visitor)
    check_reload(visitor)
    replay("tricky_twist")(visitor)


def test_a_take_says_what_was_on_the_screen(visit, real):
    """Confetti's contested cards are judged by the time since the last event on the screen.

    The claim is compared with the time stamps of the presses, so it does not matter how long a message takes."""
    visitor = visit(real)
    visitor.play_now("confetti")
    visitor.until(lambda: any(told["t"] == "event" for told in visitor.told), "a bot's move")
    visitor.settle()
    visitor.page.evaluate(NOTE_PRESSES)
    visitor.play(HANDS["confetti"], lambda: any(action in TAKES for action in visitor.done))
    take = next(said for said in visitor.said if said["t"] == "act" and said["action"] in TAKES)
    answered = next(told for told in visitor.told if told["t"] == "event" and told["n"] == take["reveal"])
    pressed = answered["at"] + take["reaction"]  # on the server's clock, as the page estimates it
    # A pong left the server after the ping had left the page: the server's clock is ahead by at most s - c.
    ahead = [told["s"] - told["c"] for told in visitor.told if told["t"] == "pong"]
    presses = visitor.page.evaluate("window.presses")
    assert any(min(ahead) - HALF_RTT_MS < pressed - press <= max(ahead) + 1 for press in presses)


# Secrets of other seats appear in no message.


def check_secrets(game, visitor):
    names = fields(parlour.game(game).rules.view)
    for told in visitor.told:
        if told["t"] == "welcome" and told.get("view"):
            assert keys(told["view"]) <= names, "views contain only fields that the game declares"
        if told["t"] != "over":
            assert "seed" not in told and "salt" not in told, "the seed is revealed only after the match"
    if game in SECRETS:
        SECRETS[game](visitor)


def fields(view):
    """The names of all fields of a game's views."""
    found, todo = set(), [view.__annotations__["return"]]
    while todo:
        kind = todo.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            for field in msgspec.structs.fields(kind):
                found.add(field.encode_name)
                todo.append(field.type)
        else:
            todo.extend(getattr(kind, "__args__", ()))
    return found


def keys(value):
    if isinstance(value, dict):
        return set(value) | {key for each in value.values() for key in keys(each)}
    return {key for each in value for key in keys(each)} if isinstance(value, list) else set()


def parrot(visitor):
    """Hidden: face-down cards, a drawn card from all but its owner, and openings until everybody has chosen."""
    hidden = 0
    for told, view in views(visitor):
        for seat in view["seats"]:
            assert seat["box"].count("?") == seat["down"]
        if view["from_pile"] and view["turn"] != visitor.you:
            assert view["hand"] == "?"
            hidden += 1
        if told["t"] == "event" and told.get("seat") not in (None, visitor.you):
            assert told.get("action") not in OPENINGS
    assert hidden > 10


def tricky_twist(visitor):
    """No message names a card that this seat has not seen yet."""
    everything = {f"{value} {suit}" for value in range(1, 13) for suit in ("Moon", "Sun", "Square", "Circle")}
    seen, round_, most = set(), 0, 0
    for (told, view), text in zip(views(visitor), texts(visitor), strict=True):
        if view["round"] != round_:
            round_, seen = view["round"], set()
        # Open cards, and our own.
        seen |= {*view["hand"], *view["reserve"], *(card for trick in view["own_tricks"] for card in trick)}
        seen |= {card for card in view["table"] if card}
        seen |= {card for player in view["players"] for card in player["false_tricks"]}
        named = {card for card in everything if f'"{card}"' in text}
        assert named <= seen
        most = max(most, len(everything - seen))
        if told["t"] == "event" and told.get("seat") not in (None, visitor.you):
            assert told.get("action") not in RESERVING
    assert most > 20, "there was much to hide"


SECRETS = {"parrot": parrot, "tricky_twist": tricky_twist}


def texts(visitor):
    return [text for text, told in zip(visitor.frames, visitor.told, strict=True) if is_view(told)]


def is_view(told):
    return (told["t"] == "welcome" and told.get("view")) or told["t"] == "event"


def views(visitor):
    """The messages with a view or changes to it, each with the resulting view."""
    view = None
    for told in visitor.told:
        if not is_view(told):
            continue
        if told["t"] == "welcome":
            view = copied(told["view"])
        else:
            view = copied(view)
            for path, value in told.get("change") or []:
                if not path:
                    view = copied(value)
                    continue
                place = view
                for step in path[:-1]:
                    place = place[step]
                place[path[-1]] = copied(value)
        yield told, view


def copied(value):
    return msgspec.json.decode(msgspec.json.encode(value))
