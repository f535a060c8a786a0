"""Every statement of every rulebook is asserted by a test that carries its id."""

import pytest

import parlour
from rulebooks import Statement, assertions_of, faults, read_tests, rulebook_names, rulebook_text, statements

COUNTS = {"confetti": 108, "parrot": 121, "piccolo": 70, "piccolo_twist": 71, "tricky_twist": 117}
MOST_NOT_TESTABLE = 15

BOOK = [Statement("TOY-01", "R", "Two can play."), Statement("TOY-02", "H", "Nobody may pass.")]
GOOD = """
@pytest.mark.rule("TOY-01")
def test_two_can_play():
    assert table("toy", 2).actors == [0]

@pytest.mark.rule("TOY-02")
def test_nobody_may_pass():
    assert refusal(table("toy", 2), 0, PASS) == "TOY-02"
"""


def test_the_rulebooks_have_all_their_statements():
    assert {name: len(statements(rulebook_text(name))) for name in rulebook_names()} == COUNTS
    assert sum(COUNTS.values()) == 487


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_statements_are_numbered_without_a_gap(name):
    book = statements(rulebook_text(name))
    prefix = parlour.game(name).rules.prefix
    assert [statement.id for statement in book] == [f"{prefix}-{n:02d}" for n in range(1, len(book) + 1)]


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_every_statement_is_asserted(name):
    rules = parlour.game(name).rules
    forbidding = [rules.rule_id(number) for number in sorted(rules.sentences)]
    assert faults(statements(rulebook_text(name)), assertions_of(name), forbidding) == []


def test_few_statements_are_left_out_as_not_testable():
    left_out = [id for name in COUNTS for id in assertions_of(name).not_testable]
    assert len(left_out) <= MOST_NOT_TESTABLE


# The checker itself can fail


def found(source: str, forbidding: tuple[str, ...] = ("TOY-02",)) -> list[str]:
    return faults(BOOK, read_tests(source), forbidding)


def test_the_checker_is_content_with_a_good_file():
    assert found(GOOD) == []


def test_a_statement_without_a_test_is_found():
    assert found(GOOD.split("\n\n")[1], ()) == ["TOY-01 has no test that asserts it"]


def test_an_unknown_id_is_found():
    said = found(GOOD.replace('rule("TOY-01")', 'rule("TOY-01", "TOY-77")'))
    assert said == ["test_two_can_play names TOY-77, which is in no rulebook"]


@pytest.mark.parametrize("body", ["pass", "assert True", 'table("toy", 2).actors == [0]'])
def test_a_test_that_asserts_nothing_is_found_and_does_not_count(body):
    said = found(GOOD.replace('assert table("toy", 2).actors == [0]', body))
    assert said == ["test_two_can_play is marked with TOY-01 but asserts nothing", "TOY-01 has no test that asserts it"]


def test_a_function_that_is_not_collected_does_not_count():
    assert found(GOOD.replace("test_two", "two")) == ["TOY-01 has no test that asserts it"]


def test_a_refusal_that_no_test_asserts_is_found():
    assert found(GOOD.replace('== "TOY-02"', "is not None")) == ["no test asserts a refusal by TOY-02"]


def test_a_refusal_by_an_unknown_rule_is_found():
    assert found(GOOD, ("TOY-02", "TOY-09")) == ["the rules refuse with TOY-09, which is in no rulebook"]


def test_not_testable_needs_a_reason_and_no_test():
    listed = 'NOT_TESTABLE = {"TOY-01": "Recommended ages bind nobody."}\n'
    assert found(listed + GOOD.split("\n\n")[1]) == []
    assert found(listed + GOOD) == ["TOY-01 is listed as not testable but has a test"]
    assert found('NOT_TESTABLE = {"TOY-01": ""}\n' + GOOD.split("\n\n")[1]) == [
        "NOT_TESTABLE gives no reason for TOY-01"
    ]
    assert found('NOT_TESTABLE = {"TOY-55": "There is no such."}\n' + GOOD) == [
        "NOT_TESTABLE names TOY-55, which is in no rulebook"
    ]


@pytest.mark.parametrize(
    "asserting",
    [
        'with pytest.raises(IllegalAction, match="TOY-02"):\n        play()',
        'assert match.why_not(0, PASS).rule == "TOY-02"',
        'assert "TOY-02" == helpers.refusal(match, 0, PASS)',
        'for action, id in [(PASS, "TOY-02")]:\n        assert refusal(match, 0, action) == id',
    ],
)
def test_a_refusal_can_be_asserted_in_several_ways(asserting):
    assert found(GOOD.replace('assert refusal(table("toy", 2), 0, PASS) == "TOY-02"', asserting)) == []


def test_cases_of_a_parametrised_test_count():
    cases = """
@pytest.mark.rule("TOY-01", "TOY-02")
@pytest.mark.parametrize(("action", "id"), [(PASS, "TOY-02")])
def test_refused(action, id):
    assert refusal(table("toy", 2), 0, action) == id
"""
    assert found(cases) == []
    assert found(cases.replace('(PASS, "TOY-02")', "")) == ["no test asserts a refusal by TOY-02"]


def test_a_helper_of_the_file_that_asserts_counts():
    helped = """
def holds(match):
    assert match.actors

@pytest.mark.rule("TOY-01")
def test_two_can_play():
    holds(table("toy", 2))
"""
    assert found(helped + GOOD.split("\n\n")[1]) == []
    assert found(helped.replace("assert ", "") + GOOD.split("\n\n")[1])[0].endswith("asserts nothing")


def test_ids_must_be_written_out():
    with pytest.raises(ValueError, match="string literals"):
        read_tests(GOOD.replace('rule("TOY-01")', "rule(FIRST)"))
