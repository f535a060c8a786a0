"""Pictures of every game: they show what a seat may see and nothing else, and every card has its drawing."""

import re
from base64 import b64decode
from itertools import permutations
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.chance import play_by_chance
from tests.every import every_game, every_table

import parlour
from parlour.drawing.art import Art, themes
from parlour.drawing.canvas import HEIGHT, WIDTH
from parlour.engine import loops
from parlour.games.confetti import cards as confetti
from parlour.games.parrot import cards as parrot
from parlour.games.piccolo import cards as piccolo
from parlour.games.piccolo_twist import cards as twist
from parlour.games.tricky_twist import cards as tricky
from parlour.kit import INTERPRETED, SPECTATOR, blank
from parlour.pictures import Said, picture_of
from parlour.pictures.of_states import drawing_of

EVERY = 40 if INTERPRETED else 9  # moves between two checks

CARDS = {
    "parrot": [parrot.name_of(card) for card in (*range(parrot.KINDS), parrot.HIDDEN)],
    "piccolo": ["back", *(f"{fruit} {amount}" for fruit in piccolo.FRUITS for amount in piccolo.AMOUNTS)],
    "piccolo_twist": [
        "back",
        *(f"{c} {t} {n}" for c in twist.COLOURS for t in twist.TYPES for n in range(1, twist.MOST + 1)),
    ],
    "tricky_twist": [
        "back",
        *(tricky.card_name(card) for card in range(tricky.CARDS)),
        *(f"mini {tricky.card_name(card)}" for card in range(tricky.CARDS)),
        *tricky.BONUS_NAMES,
        *(f"{name} symbol" for name in tricky.BONUS_NAMES if name.startswith("V")),
        *(kind for kind in tricky.KIND_NAMES if not kind.startswith("SUIT2")),
        *(" or ".join(suit.capitalize() for suit in pair) for pair in permutations(tricky.SUITS, 2)),
    ],
    "confetti": [
        f"{side} {size} {letter}"
        for side in ("white", "black")
        for size in confetti.SIZES
        for letter in confetti.LETTERS
    ],
}


@every_game
@pytest.mark.parametrize("theme", themes())
def test_every_card_has_a_drawing(name, theme):
    art = Art(drawing_of(parlour.game(name).rules).art, theme)
    assert set(CARDS[name]) <= set(art.names)
    for card in art.names:
        drawn = f"<svg>{art[card].svg}{''.join(part.svg for part in all_parts(art[card]))}</svg>"
        ElementTree.fromstring(drawn)
        names = set(re.findall(r' id="(\w+)"', drawn))
        assert set(re.findall(r'(?:href="|url\()#(\w+)', drawn)) <= names
        assert "var(" not in drawn
        assert "<text" not in drawn  # letters are outlines, so that no font is needed
    assert len({art[card].svg for card in CARDS[name]}) == len(CARDS[name])  # no two cards look the same


def all_parts(part):
    return [each for other in part.refers for each in (other, *all_parts(other))]


@every_table
def test_a_picture_shows_nothing_that_its_seat_cannot_see(name, seats):
    """Worlds that a seat cannot tell apart have the same picture, byte for byte."""
    match = parlour.game(name).new(seats=seats, seed=41)
    rules, game = match.rules, loops(match.rules)
    seen, world = blank(rules.State), blank(rules.State)
    differed = looked = 0
    said = Said()
    for count, move in enumerate(play_by_chance(match, 43)):
        said = Said(*move) if move else said
        if count % EVERY or count > 50 * EVERY:
            continue
        seat = [*range(seats), None][(count // EVERY) % (seats + 1)]
        number = SPECTATOR if seat is None else seat
        game.see(match._states, 0, number, seen, 0)
        game.resample(seen, 0, number, world, 0, np.uint64(count))
        differed += world[0].tobytes() != match._states[0].tobytes()
        looked += 1
        assert picture_of(rules, world, seat, said).svg() == picture_of(rules, match._states, seat, said).svg()
    assert looked > 3
    assert differed > looked / 2


@every_table
def test_every_position_of_a_match_can_be_drawn(name, seats):
    """Valid SVG in both themes, inside its frame, small, and with everything that it refers to."""
    match = parlour.game(name).new(seats=seats, seed=44)
    drawn = 0
    for count, _ in enumerate(play_by_chance(match, 45)):
        if count % (3 * EVERY) and not match.over:
            continue
        drawn += 1
        picture = match.picture([*range(seats), None][drawn % (seats + 1)], ("light", "dark")[drawn % 2])
        svg = picture.svg()
        root = ElementTree.fromstring(svg)
        assert root.attrib["viewBox"] == f"0 0 {WIDTH} {HEIGHT}"
        names = re.findall(r' id="(\w+)"', svg)
        assert len(names) == len(set(names))
        assert set(re.findall(r'(?:href="|url\()#(\w+)', svg)) <= set(names)
        assert len(svg) < 120_000
        assert match.rules.title in picture.title
        for left, top, right, bottom in picture.boxes:
            assert -20 < left < right < WIDTH + 20
            assert -20 < top < bottom < HEIGHT + 20
    assert drawn > 1


@pytest.mark.deep
def test_what_is_done_in_secret_is_not_said():
    """Another player's reserve is named only in that player's own picture."""
    match = parlour.game("tricky_twist").new(seats=3, seed=1)
    action = match.legal(1)[0]
    named = match.describe(action)
    match.play(1, action)
    assert match.picture(1).title.endswith(f"You: {named}")
    for watcher in (0, 2, None):
        assert named not in match.picture(watcher).title
        assert "Player 2: put a card into the reserve" in match.picture(watcher).title


def test_a_drawn_card_is_seen_by_its_drawer_alone():
    match = parlour.game("parrot").new(seats=2, seed=1, options={"rounds": 1})
    for seat in (0, 1):
        match.play(seat, match.legal(seat)[0])
    turn = match.actors[0]
    match.play(turn, 28)  # draw from the pile
    assert match.view(turn)["hand"] != "?"
    own, other = match.picture(turn), match.picture(1 - turn)
    back = [part for part in other.parts if part.id in {p.id for p in own.parts}]
    assert {part.id for part in own.parts} != {part.id for part in other.parts}
    assert back


def test_a_picture_needs_a_seat_and_a_theme_that_exist():
    match = parlour.game("parrot").new(seats=2, seed=1)
    with pytest.raises(parlour.IllegalAction, match="no seat 5"):
        match.picture(5)
    with pytest.raises(parlour.BadInput, match="there is no theme 'pink'; choose one of light, dark"):
        match.picture(theme="pink")


def test_a_notebook_shows_a_match_as_a_picture():
    match = parlour.game("parrot").new(seats=2, seed=1)
    assert match._repr_svg_() == match.picture()._repr_svg_() == match.picture().svg()._repr_svg_()
    assert type(match.picture().svg()._repr_svg_()) is str


def test_a_notebook_shows_the_first_matches_of_a_batch_as_pictures():
    batch = parlour.game("parrot").batch(5, seats=2, seed=1)
    for _ in range(9):
        batch.step(batch.sample())
    drawn = re.findall(r"base64,([^\"]+)", batch._repr_html_())
    assert [b64decode(svg).decode() for svg in drawn] == [batch.picture(i).svg(360) for i in range(3)]
    assert "match 2" in batch._repr_html_() and "3 of 5" in batch._repr_html_()
    few = parlour.game("parrot").batch(2, seats=2, seed=1)
    assert few._repr_html_().count("<img") == 2 and " of 2" not in few._repr_html_()


def test_a_picture_of_a_batch_is_that_of_the_match():
    game = parlour.game("parrot")
    batch = game.batch(3, seats=2, seed=1)
    for i in range(3):
        alone = game.new(seats=2, seed=parlour.kit.seed_of(np.uint64(1), i))
        assert batch.picture(i, 1, "dark").svg() == alone.picture(1, "dark").svg()
    assert batch.picture(2, 0).svg() != batch.picture(1, 0).svg() != batch.picture(1).svg()
    with pytest.raises(parlour.BadInput, match="numbered 0 to 1, not 2"):
        batch.picture(0, seat=2)
    with pytest.raises(parlour.BadInput, match="numbered 0 to 2"):
        batch.picture(3)


def test_a_game_without_its_own_picture_gets_a_list_of_what_its_seat_sees(monkeypatch):
    monkeypatch.setattr("parlour.pictures.of_states.drawing_of", lambda rules: None)
    match = parlour.game("parrot").new(seats=2, seed=1)
    picture = match.picture(0)
    assert len(picture.elements) > 30  # a name and a value in each line
    ElementTree.fromstring(picture.svg())
    hidden = parlour.game("parrot").new(seats=2, seed=2).picture(0)
    assert len(picture.elements) == len(hidden.elements)
