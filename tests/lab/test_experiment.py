"""The general figures compared with a simple recount, and a comparison of all twenty disputed rulings."""

import re
from pathlib import Path

import numpy as np
import pytest

from parlour import BadInput
from parlour.bots import Player
from parlour.kit.figures import Facts
from parlour.lab import formatting, general_figures
from parlour.lab.estimates import Estimate
from parlour.lab.experiment import Experiment, Results, compare_readings
from parlour.lab.run import Run, play, rotations

OWN_DECKS = (Path(__file__).parents[2] / "docs" / "own-decks.md").read_text()


def run_of(game, seats, seed=1, **options):
    return Run(game, (Player("random"),) * seats, rotations(seats), seed, options)


def results_of(experiment, matches, block=25):
    results = Results(experiment)
    for first in range(0, matches, block):
        results.add(experiment(first, min(first + block, matches)))
    return results


FIELDS = [
    ("scores", "i4", 4),
    ("who", "i1", 4),
    ("steps", "i4"),
    ("ms", "i8"),
    ("lead_changes", "i2"),
    ("lead_since", "i8"),
    ("opener", "i1"),
]


def notes(*rows):
    return np.array(list(rows), FIELDS)


def values(figure, tallies, facts):
    return {group: (v.tolist(), w.tolist()) for group, (v, w) in figure.values(tallies, facts).items()}


def test_wins_are_shared_and_counted_by_bot_seat_and_opening_position():
    facts = Facts(3, ("sharp", "novice", "sharp"), {}, lowest_wins=False)
    tallies = notes(
        ([5, 9, 2, 0], [0, 1, 2, 0], 10, 600, 0, 0, 1),  # seat 2 wins, and opened
        ([7, 7, 1, 0], [2, 0, 1, 0], 10, 600, 0, 0, 1),  # seats 1 and 2 share
        ([0, 0, 4, 0], [1, 2, 0, 0], 10, 600, 0, 0, -1),  # no seat opened
    )
    assert values(general_figures.WINS_BY_SEAT, tallies, facts) == {
        "seat 1": ([0, 0.5, 0], [1, 1, 1]),
        "seat 2": ([1, 0.5, 0], [1, 1, 1]),
        "seat 3": ([0, 0, 1], [1, 1, 1]),
    }
    assert values(general_figures.WINS_BY_BOT, tallies, facts) == {
        "sharp": ([0, 1, 1], [2, 2, 2]),
        "novice": ([1, 0, 0], [1, 1, 1]),
    }
    assert values(general_figures.WINS_BY_OPENING, tallies, facts) == {
        "opens": ([1, 0.5, 0], [1, 1, 0]),
        "second": ([0, 0, 0], [1, 1, 0]),
        "third": ([0, 0.5, 0], [1, 1, 0]),
    }
    assert values(general_figures.TIES, tallies, facts) == {"": ([0, 1, 0], [1, 1, 1])}
    assert values(general_figures.MARGIN, tallies, facts) == {"": ([4, 0, 4], [1, 1, 1])}


def test_the_lowest_score_wins_where_the_rules_say_so_and_one_bot_alone_is_not_compared():
    facts = Facts(3, ("sharp",) * 3, {}, lowest_wins=True)
    tallies = notes(([5, 9, 2, 0], [0, 1, 2, 0], 10, 600, 0, 0, 1))
    assert values(general_figures.WINS_BY_SEAT, tallies, facts)["seat 3"] == ([1], [1])
    assert values(general_figures.MARGIN, tallies, facts) == {"": ([3], [1])}
    assert values(general_figures.WINS_BY_BOT, tallies, facts) == {}


def test_when_the_winner_is_known():
    facts = Facts(2, ("sharp",) * 2, {}, lowest_wins=False)
    tallies = notes(
        ([5, 9, 0, 0], [0, 1, 0, 0], 10, 1000, 0, 0, 0),
        ([5, 9, 0, 0], [0, 1, 0, 0], 10, 1000, 0, 755, 0),
        ([5, 9, 0, 0], [0, 1, 0, 0], 10, 1000, 0, 1000, 0),
    )
    assert general_figures.KNOWN_SINCE.counts(tallies, facts)[""][0].tolist() == [0, 75, 99]
    known = values(general_figures.KNOWN_BY, tallies, facts)
    assert known["by 50 % of the match"][0] == [1, 0, 0]
    assert known["by 90 % of the match"][0] == [1, 1, 0]


def test_an_experiment_agrees_with_a_simple_recount():
    run = Run("parrot", (Player("random"),) * 3, rotations(3), 3, {"rounds": 1})
    results = results_of(Experiment((run,)), 60, 7)
    tallies = play(run, 0, 60)
    scores = tallies["scores"][:, :3]
    assert results.matches == 60
    assert results.estimate(general_figures.STEPS, "").value == pytest.approx(tallies["steps"].mean())
    assert results.estimate(general_figures.SCORES, "random").value == pytest.approx(scores.mean())
    alone = np.mean([np.sum(row == row.min()) > 1 for row in scores])
    assert results.estimate(general_figures.TIES, "").value == pytest.approx(alone)
    first = np.mean([(row[0] == row.min()) / np.sum(row == row.min()) for row in scores])
    assert results.estimate(general_figures.WINS_BY_SEAT, "seat 1").value == pytest.approx(first)
    counted = results.counts_of(general_figures.SCORES, "random").where
    assert sum(counted.values()) == 180
    assert counted[float(scores.max())] == np.sum(scores == scores.max())


def test_a_comparison_finds_what_must_differ_and_only_that():
    """One round instead of three: matches are shorter, but no seat wins more often than before."""
    results = results_of(compare_readings(run_of("parrot", 3), "rounds=1,3"), 100, 2)
    comparisons = {(comparison.figure.title, comparison.group): comparison for comparison in results.comparisons()}
    steps = comparisons["Length in steps", ""]
    assert steps.differs
    assert 1.5 * steps.base < steps.other
    assert steps.by.low < steps.other - steps.base < steps.by.high
    assert not comparisons["Wins by seat", "seat 1"].differs
    assert "yes, p < 0.001" in formatting.significance(steps)


def test_the_same_reading_under_two_names_is_refused(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(example("Tricky Twist: `tables`"))
    twin = tmp_path / "twin.toml"
    twin.write_text(own.read_text() + "\n# the same\n")
    with pytest.raises(BadInput, match="two different values"):
        compare_readings(run_of("tricky_twist", 3), f"tables={own},{twin}")


def example(heading):
    return re.search(r"```toml\n(.*?)```", OWN_DECKS.split(f"## {heading}\n")[1], re.DOTALL)[1]


# The twenty of the overview: the game, how many play, what is compared, what else must be chosen.
TWENTY = {
    1: ("piccolo_twist", 3, "own_stack=to-bank,stays", {}),
    2: ("piccolo", 3, "elimination=next-turn,immediate,when-discard-lost", {}),
    3: ("piccolo", 3, "short_payment=pay-and-out,pay-and-stay,use-discard", {}),
    "3b": ("piccolo_twist", 3, "short_payment=last-chance,out", {}),
    4: ("piccolo", 3, "two_player_penalty=when-two-remain,only-two-player-games", {}),
    "4b": ("piccolo_twist", 3, "two_player_penalty=when-two-remain,only-two-player-games", {}),
    5: ("piccolo_twist", 3, "game_end=one-last-round,play-to-one-survivor", {}),
    6: ("piccolo_twist", 3, "last_chance_wrong_ring=out,ignored", {}),
    7: ("piccolo_twist", 2, "two_player_end=at-next-flip,immediate", {}),
    8: ("piccolo", 3, "late_grace_ms=250,0", {}),
    "8b": ("piccolo_twist", 3, "late_grace_ms=250,0", {}),
    9: ("tricky_twist", 3, "tables=house,OWN", {}),
    10: ("tricky_twist", 3, "take_back_card=once-per-game,returns-each-round", {}),
    11: ("tricky_twist", 3, "recollected_seven=grants-again,no-grant", {}),
    12: ("tricky_twist", 3, "rank_ties=skip,dense", {}),
    13: ("tricky_twist", 3, "rank_cards_side=symbol,value", {}),
    14: ("confetti", 3, "stealing=until-held,auto-held-after-2s,off", {}),
    15: ("confetti", 3, "conflict=tug,first-come", {}),
    16: ("confetti", 3, "round2_pool=second-half,cumulative", {}),
    17: ("confetti", 3, "limit=hard,soft-with-penalty", {}),
    "17b": ("confetti", 3, "extra_card=once,twice", {"limit": "soft-with-penalty"}),
    18: ("parrot", 3, "two_parrots=pair-of-nothing,wild-pair", {}),
    19: ("parrot", 3, "float=as-the-turn,free-extra", {}),
    20: ("parrot", 3, "decline_discard=not-allowed,allowed-with-reveal", {}),
}
# Where 20 matches at random cannot fail to tell the readings apart.
PLAIN = (1, 2, 5, 9, 14, 16, 17, 19, 20)


@pytest.mark.deep
@pytest.mark.parametrize("ruling", TWENTY)
def test_every_disputed_ruling_can_be_compared(ruling, tmp_path):
    game, seats, text, options = TWENTY[ruling]
    if "OWN" in text:
        own = tmp_path / "own.toml"
        own.write_text(example("Tricky Twist: `tables`"))
        text = text.replace("OWN", str(own))
    experiment = compare_readings(run_of(game, seats, **options), text)
    results = results_of(experiment, 20, 5)
    comparisons = results.comparisons()
    assert len(experiment.runs) == text.count(",") + 1
    assert {comparison.reading for comparison in comparisons} == set(range(1, len(experiment.runs)))
    assert all(comparison.by.low <= comparison.by.value <= comparison.by.high for comparison in comparisons)
    if ruling in PLAIN:
        assert any(comparison.by.value for comparison in comparisons)


def test_values_for_each_seat_are_separated_by_a_slash():
    run = run_of("piccolo", 3)
    experiment = compare_readings(run, "handicap_ms=0,0,300/0,0,0")
    assert [one.options["handicap_ms"] for one in experiment.runs] == [[0, 0, 300], [0, 0, 0]]
    assert [one.options["handicap_ms"] for one in compare_readings(run, "handicap_ms=0,200").runs] == [
        [0] * 3,
        [200] * 3,
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rounds", "write a comparison as NAME=VALUE,VALUE"),
        ("rounds=3", "at least two different values of rounds"),
        ("rounds=3,3", "two different values"),
        ("rounds=3,4", "rounds cannot be '4'"),
        ("colour=red,blue", "there is no option 'colour'"),
        ("float=as-the-turn,free-extra", "cannot be set with --option as well"),
    ],
)
def test_a_wrong_comparison_is_refused(text, says):
    with pytest.raises(BadInput, match=re.escape(says)):
        compare_readings(run_of("parrot", 2, float="free-extra"), text)


def test_numbers_have_as_many_digits_as_their_interval_justifies():
    assert formatting.estimate(general_figures.TIES, Estimate(0.1234567, 0.12, 0.127, 9)) == ("12.35", "12.00 to 12.70")
    assert formatting.estimate(general_figures.MARGIN, Estimate(1234.5, 1200.0, 1270.0, 9)) == (
        "1,234",
        "1,200 to 1,270",
    )
    assert formatting.estimate(general_figures.MARGIN, Estimate(-0.001, -0.3, 0.3, 9)) == ("0.00", "\u22120.30 to 0.30")
    assert formatting.plain(0.25) == "0.25"
    assert formatting.bot_list(["sharp", "casual", "sharp"]) == "2 sharp, 1 casual"
    assert formatting.listing(["a", "b", "c"]) == "a, b and c"
