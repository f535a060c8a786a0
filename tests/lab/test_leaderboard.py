"""The leaderboard: pairs are balanced, results can be extended, and the page shows them."""

import json
from functools import partial

import pytest

import parlour
from parlour.bots import bots_of, player
from parlour.games import rules_of
from parlour.lab import leaderboard_page
from parlour.lab.cost import cost_ms
from parlour.lab.leaderboard import (
    SEEDS,
    Board,
    Results,
    board,
    boards,
    count_for,
    entrants,
    how_made,
    missing,
    play_missing,
)
from parlour.lab.ratings import NONE, Sums
from parlour.lab.strength import alone, shares
from parlour.policies import player as bot_or_policy

GAME = "parrot"
BOTS = bots_of(rules_of(GAME))
SOME = [player(BOTS, name) for name in ("novice", "casual", "random")]


def play(results, matches, players=SOME, seats=3, game=GAME):
    work = missing(results, game, seats, players, lambda who: matches)
    for _ in play_missing(results, work, threads=1):
        pass
    return work


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    results = Results.read(tmp_path_factory.mktemp("board") / "board.json")
    play(results, 60)
    return results


def test_every_pair_plays_every_seed_and_seat_equally_often(played):
    found = board(played, GAME, 3)
    assert len(found.contests) == 6
    for by_seed in found.contests.values():
        assert {seed: sums.matches for seed, sums in by_seed.items()} == dict.fromkeys(SEEDS, 12)
    run = alone(GAME, *SOME[:2], 3, SEEDS[0])
    assert [row.index(0) for row in run.seating] == [0, 2, 1]
    won = shares(run, 0, 12, threads=1)
    assert played.sums(GAME, 3, "novice@1", "casual@1")[SEEDS[0]].won == pytest.approx(won.sum())


def test_results_are_kept_and_only_what_is_missing_is_played(played, tmp_path):
    again = Results.read(played.path)
    assert board(again, GAME, 3) == board(played, GAME, 3)
    assert play(again, 60) == []
    again.path = tmp_path / "more.json"
    assert {(pair.first, pair.last) for pair in play(again, 90)} == {(12, 18)}
    in_one_go = Results(tmp_path / "in_one_go.json")
    play(in_one_go, 90)
    assert again.path.read_text() == in_one_go.path.read_text(), "in two parts or in one, the results are the same"


def test_results_of_other_rules_are_dropped_and_other_files_refused(played, tmp_path):
    data = json.loads(played.path.read_text())
    data["games"][GAME]["rules"] += 1
    (tmp_path / "old.json").write_text(json.dumps(data))
    assert Results.read(tmp_path / "old.json").games == {}
    (tmp_path / "other.json").write_text("[]")
    with pytest.raises(parlour.BadInput, match=r"other.json does not hold the results of a leaderboard"):
        Results.read(tmp_path / "other.json")


def test_ratings_and_page(played):
    found = board(played, GAME, 3)
    assert [one.name for one in found.standings] == ["casual@1", "novice@1", "random@1"]
    assert found.standings[0].rating.value == 0 > found.standings[1].rating.high
    text = leaderboard_page.page(boards(played))
    assert "### Parrot with 3 seats\n\nAn equal share is 33.3 %. 60 matches for each pair." in text
    assert "| player | rating | among `casual@1` | among `novice@1` | among `random@1` |" in text
    told = leaderboard_page.data([found])["boards"][0]
    assert (told["rules"], told["seats"]) == (rules_of(GAME).version, 3)
    assert set(told["contests"][0]["wins_by_seed"]) == set(SEEDS)


def test_the_page_says_whose_pairs_had_more_or_fewer_matches():
    counts = {("a", "b"): 500, ("b", "a"): 500, ("a", "c"): 20, ("b", "c"): 20, ("a", "d"): 300, ("d", "b"): 4000}
    found = Board(GAME, 3, (), {pair: {2026: Sums(count, 1.0, 1.0)} for pair, count in counts.items()})
    told = "500 matches for each pair, 20 for those with `c`, 300 to 4,000 for those with `d`."
    assert leaderboard_page._counts(found) == told


def test_a_policy_is_compared_but_not_kept(played, tmp_path):
    results = Results.read(played.path)
    results.path = tmp_path / "board.json"
    mine = bot_or_policy(BOTS, lambda observation, mask: int(mask.argmax()), "mine")
    results.passing = {"mine"}
    play(results, 15, [*SOME, mine])
    assert "mine" in [one.name for one in board(results, GAME, 3).standings]
    assert results.path.read_text() == played.path.read_text()


def test_tables_of_several_searching_players_are_left_out():
    results = Results()
    players = entrants("parrot")
    count = partial(count_for, {"random": 5}, 100, 10, "parrot")
    pairs = missing(results, "parrot", 4, players, count)
    names = {(str(pair.one), str(pair.rest)): pair.last for pair in pairs}
    assert ("champion", "sharp") in names
    assert ("sharp", "champion") not in names
    assert (names["casual", "sharp"], names["champion", "sharp"], names["casual", "random"]) == (20, 4, 4)
    assert ("sharp", "champion") in {(str(p.one), str(p.rest)) for p in missing(results, "parrot", 2, players, count)}


def test_best_responses_are_shown_and_the_strongest_is_kept(played, tmp_path):
    results = Results.read(played.path)
    results.path = tmp_path / "board.json"
    found = {
        "game": GAME, "rules": rules_of(GAME).version, "seats": 3, "against": "casual@1", "share": 0.5, "low": 0.4,
        "high": 0.6, "matches": 100, "decisions": 2_000_000, "decisions_before": 0, "seconds": 60,
        "device": "cpu", "seed": 0,
    }  # fmt: skip
    for share in (0.5, 0.3):
        (tmp_path / "best_response.json").write_text(json.dumps(found | {"share": share}))
        results.add_best_response(tmp_path / "best_response.json")
    results.save()
    text = leaderboard_page.page(boards(Results.read(results.path)))
    assert "50.0 % (40.0 to 60.0) at 3 seats, 2 million decisions" in text
    (tmp_path / "best_response.json").write_text("{}")
    with pytest.raises(parlour.BadInput, match="is not a best_response.json, as `parlour train` writes it"):
        results.add_best_response(tmp_path / "best_response.json")


def test_a_decision_has_a_cost():
    mean, late = cost_ms(GAME, SOME[0], 3)
    assert 0 < mean <= 50 * late
    assert late < 100


def test_without_matches_there_is_nothing_to_show():
    assert board(Results(), GAME, 3).standings == ()
    assert board(Results(), GAME, 3).total("novice@1", "casual@1") == NONE


def test_an_earlier_network_is_not_described_as_the_newest():
    """The character of `learned` is that of its newest version; an earlier one says what it was trained with."""
    newest, second, first = (how_made("parrot", f"learned@{version}") for version in (3, 2, 1))
    assert newest == bots_of(rules_of("parrot")).characters["learned"]
    assert second == "an earlier network, from 2.3 billion decisions"
    assert first == "an earlier network, from 1.5 billion decisions"
