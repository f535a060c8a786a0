"""Decks and tables from an owner's box: the examples of docs/own-decks.md, and what is wrong with a wrong one."""

import re
from pathlib import Path

import pytest
from tests.chance import play_by_chance
from tests.every import deep_if_compiled

import parlour
from parlour import BadInput
from parlour.games.confetti import DECK

PAGE = (Path(__file__).parents[2] / "docs" / "own-decks.md").read_text()
PLACES = {
    "Piccolo Twist: `deck`": ("piccolo_twist", "deck"),
    "Tricky Twist: `tables`": ("tricky_twist", "tables"),
    "Tricky Twist: `scoring_cards`": ("tricky_twist", "scoring_cards"),
    "Piccolo: `deck`": ("piccolo", "deck"),
}


def example(heading):
    section = PAGE.split(f"## {heading}\n")[1]
    return re.search(r"```toml\n(.*?)```", section, re.DOTALL)[1]


def play(name, option, path):
    """A whole match with it, and the same match again from its log, without the file."""
    match = parlour.game(name).new(seats=3, seed=3, options={option: str(path)})
    for count, _ in enumerate(play_by_chance(match, 1)):
        if count > 150:
            break
    path.unlink()
    assert parlour.replay(match.log()).state.tobytes() == match.state.tobytes()
    return match


@deep_if_compiled  # `make sample` makes it interpreted: none of these games is the one that `make test` compiles
@pytest.mark.parametrize("heading", PLACES)
def test_the_examples_of_the_page_can_be_played(tmp_path, heading):
    path = tmp_path / "own.toml"
    path.write_text(example(heading))
    name, option = PLACES[heading]
    match = play(name, option, path)
    house = parlour.game(name).new(seats=3, seed=3)
    assert match.options[option]
    assert match.state.tobytes() != house.state.tobytes()


@pytest.mark.deep
def test_a_deck_of_confetti_can_be_played(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(f"cards = {list(reversed(DECK))}")
    match = play("confetti", "deck", path)
    assert match.state.deck[83].tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("name", "option", "text", "says"),
    [
        ("piccolo", "deck", example("Piccolo: `deck`").replace("[4,", "[9,"), "add up to 60"),
        ("piccolo", "deck", "banana = [5, 3, 3, 2, 1]", "five counts for strawberry"),
        ("piccolo", "deck", "apple = [1]", "has no fruit 'apple'"),
        ("piccolo_twist", "deck", "[hat]\nred = [1, 2]", "has 2 cards"),
        ("piccolo_twist", "deck", "[hat]\nred = [9]", "amounts are 1 to 5"),
        ("tricky_twist", "tables", "SEQ = [1]", "too short"),
        (
            "tricky_twist",
            "tables",
            example("Tricky Twist: `tables`").replace("FEW = [12, 7, 3, 0]", ""),
            "nothing about FEW",
        ),
        ("tricky_twist", "scoring_cards", 'card = [{ kind = "SEQ" }]', "9 .*not 1"),
        ("confetti", "deck", 'cards = ["ROY"]', "84 cards"),
        ("confetti", "deck", 'cards = ["ROR"]', "three different colours"),
        ("confetti", "deck", "cards = [", "is not TOML"),
    ],
)
def test_a_wrong_one_is_refused_with_a_sentence(tmp_path, name, option, text, says):
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=says) as refused:
        parlour.game(name).new(seats=3, seed=1, options={option: str(path)})
    assert "\n" not in str(refused.value) or "TOML" in str(refused.value)


def test_custom_alone_is_refused_because_it_says_too_little():
    with pytest.raises(BadInput, match="TOML file"):
        parlour.game("piccolo").new(seats=3, seed=1, options={"deck": "custom"})
