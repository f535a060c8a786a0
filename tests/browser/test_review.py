"""The page reviews a match as Python does: the same decisions, chances, losses and reasons."""

import json
from itertools import islice

import msgspec
import pytest
from tests.browser.typescript import WEB, bundle, node
from tests.every import GAMES

import parlour
from parlour.bots import seat_bots
from parlour.bots.search import Effort
from parlour.games import rules_of
from parlour.kit.review import Explanation, TurnReview
from parlour.review.real_time import review_real_time
from parlour.review.registry import review_of
from parlour.review.turns import review_turns

HERE = WEB.parent / "tests" / "browser"
EFFORT = Effort(playouts=60, worlds=200)
NO_REASON = TurnReview(reason=lambda *_: None, explanations={0: Explanation("", ())}, words=lambda *_: [])
TURNS = [name for name in GAMES if not rules_of(name).real_time]
REAL_TIME = [name for name in GAMES if rules_of(name).real_time and review_of(rules_of(name)) is not None]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A running script that reviews matches."""
    folder = tmp_path_factory.mktemp("review")
    games = [file.stem for file in sorted((WEB / "engine").glob("*.wasm"))]
    folders = {game: WEB / "src" / "games" / game for game in games}
    reviewed = [game for game in games if (folders[game] / "review.gen.ts").exists()]
    lines = [f"import * as {game} from {json.dumps(str(folders[game] / 'views.gen'))}" for game in games]
    lines += [f"import * as {game}_ from {json.dumps(str(folders[game] / 'review.gen'))}" for game in reviewed]
    lines += [f"globalThis.VIEWS = {{ {', '.join(games)} }}"]
    lines += [f"globalThis.REVIEWS = {{ {', '.join(f'{game}: {game}_' for game in reviewed)} }}"]
    lines += [f"globalThis.FOLDER = {json.dumps(str(WEB / 'engine'))}"]
    (folder / "globals.ts").write_text("\n".join(lines))
    with node(bundle(f"import './globals'\nimport {json.dumps(str(HERE / 'review'))}\n", folder)) as process:

        def review(log, seat):
            process.stdin.write(json.dumps({"log": log, "seat": seat, "effort": EFFORT._asdict()}) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield review


def played(name, moves=None, **options):
    """A match between weak bots, which make mistakes; left after a number of moves."""
    game = parlour.game(name)
    match = game.new(seats=min(game.seats), seed=11, options=options)
    for _ in islice(seat_bots(match, "random").play_out(), moves):
        pass
    return match


def shortest(name):
    """The options with which a match has the fewest rounds."""
    return {option.name: 1 for option in rules_of(name).options if option.name == "rounds"}


@pytest.mark.parametrize("name", TURNS)
def test_every_decision_of_a_turn_game_is_judged_the_same(page, name):
    match = played(name, **shortest(name))
    mistakes = 0
    for seat in range(2):
        report = review_turns(match.log(), seat, review_of(match.rules) or NO_REASON, EFFORT)
        found = page(match.log(), seat)
        expected = msgspec.to_builtins(report)
        for ours, theirs in zip(found["decisions"], expected["decisions"], strict=True):
            for part in ("points", "lead"):
                assert ours.pop(part) == pytest.approx(theirs.pop(part), abs=1e-9)
        assert found == expected
        assert len(report.decisions) > 5
        assert report.over
        mistakes += sum(decision.mistake for decision in report.decisions)
        changes = sum(decision["luck"] - decision["loss"] for decision in found["decisions"])
        assert found["start"] + changes + found["luck"] == found["result"]
    assert mistakes > 0


@pytest.mark.parametrize("name", TURNS)
def test_a_match_left_early_is_reviewed_as_far_as_it_went(page, name):
    match = played(name, moves=12)
    report = review_turns(match.log(), 0, review_of(match.rules) or NO_REASON, EFFORT)
    found = page(match.log(), 0)
    assert (found["over"], found["result"], found["luck"]) == (False, None, 0)
    assert [each["loss"] for each in found["decisions"]] == report.losses != []


@pytest.mark.deep
@pytest.mark.parametrize("name", REAL_TIME)
def test_a_real_time_game_is_summed_up_the_same(page, name):
    match = played(name, moves=400)
    for seat in range(min(2, match.seats)):
        expected = msgspec.to_builtins(review_real_time(match.log(), seat, review_of(match.rules)))
        del expected["unit"]  # the page has it with the scale of the levels
        assert page(match.log(), seat) == json.loads(json.dumps(expected))


def test_a_log_that_breaks_the_rules_is_refused_in_one_sentence(page):
    match = played("parrot", rounds=1)
    header, *lines = match.log().splitlines()
    twice = page("\n".join([header, lines[0], *lines]), 0)
    assert twice["error"].startswith("This log does not follow the rules: ")
    other = page("\n".join([header.replace('"rules":', '"rules":9'), *lines]), 0)
    assert "of the rules of Parrot, and here is version" in other["error"]
    cut = page("\n".join([header, *lines[:-1], lines[-1][:-3]]), 0)
    assert cut["error"] == "This is not the log of a match."
