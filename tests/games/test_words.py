"""What players read of options and refusals: a sentence for every rule, a question and answers for every option."""

import re

import pytest
from tests.browser.positions import positions
from tests.every import every_game

import parlour
from parlour.games import part_of
from parlour.kit import Number
from parlour.match.words import values_of, words_of

# What belongs into a rulebook, not into a player's sentence: how a ruling was made, ids, parameters, names of values.
TECHNICAL = re.compile(r"Ruling|Reading|Option|\b[A-Z]{3}-\d|\b[B-HJ-Z]\b|`|_|\bms\b|\bseat \d|\w-\w+-\w")
POSITIONS = 150
TRIED = 17  # actions that are tried in each position


def refusing_rules(rules: parlour.kit.Rules) -> set[int]:
    waiting = {rules.too_soon} if isinstance(rules.too_soon, int) else set(rules.too_soon.values())
    return {*rules.sentences, *waiting, rules.no_such_action}


def check_sentence(text: str) -> None:
    assert re.match(r"^[A-Z].*[.!?]$", text), text
    assert not TECHNICAL.search(text), text
    assert len(text) <= 100, f"{text} is too long to read during a game"


@every_game
def test_every_rule_that_refuses_a_move_has_a_sentence(name: str) -> None:
    rules = parlour.game(name).rules
    words = words_of(rules)
    assert part_of(name, "words", "WORDS") is words
    assert refusing_rules(rules) - set(words.refusals) == set()
    for text in words.refusals.values():
        check_sentence(text)


@every_game
def test_a_refusal_is_a_sentence_about_the_moment(name: str) -> None:
    heard = set()
    for number, match in enumerate(positions(name, POSITIONS)):
        for seat in range(match.seats):
            legal = set(match.legal(seat))
            for action in range(number % TRIED, match.rules.actions, TRIED):
                refused = None if action in legal else match.why_not(seat, action)
                if refused:
                    check_sentence(refused.sentence)
                    heard.add(refused.sentence)
    assert len(heard) >= 3


@every_game
def test_an_option_is_a_question_with_answers(name: str) -> None:
    rules = parlour.game(name).rules
    questions = words_of(rules).options
    assert set(questions) == {option.name for option in rules.options}
    for option in rules.options:
        question = questions[option.name]
        assert re.match(r"^[A-Z].*\?$", question.asks), question.asks
        assert not TECHNICAL.search(question.asks), question.asks
        if isinstance(option, Number):
            assert question.unit
            continue
        assert set(question.answers) == set(values_of(option)), option.name
        for value, answer in question.answers.items():
            assert re.match(r"^[A-Z0-9].*[a-zA-Z]", answer), f"{option.name} = {value} reads {answer!r}"
            assert answer != str(value)
            assert not re.search(r"_|`|\w-\w+-\w|[A-Z]{3}-\d", answer), answer


@pytest.mark.parametrize(("value", "words"), [(800, "0.8 seconds"), (5000, "5 seconds"), (1250, "1.25 seconds")])
def test_a_number_is_read_in_units(value: int, words: str) -> None:
    assert words_of(parlour.game("piccolo").rules).options["min_flip_gap_ms"].answer(value) == words


@pytest.mark.deep
def test_the_card_that_must_be_played_is_named() -> None:
    match = parlour.game("tricky_twist").new(seats=3, seed=5)
    sentences = set()
    for position in positions("tricky_twist", 400):
        for seat in position.actors:
            refusals = (position.why_not(seat, action) for action in range(50, 98))
            sentences |= {each.sentence for each in refusals if each and each.rule == "TRK-34"}
    assert sentences
    assert sentences <= {f"You have a {suit}, so you must play one." for suit in ("Moon", "Sun", "Square", "Circle")}
    assert match.why_not(0, 50).sentence == "First choose five cards for your reserve."
