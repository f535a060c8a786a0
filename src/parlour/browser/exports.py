"""The functions that a game's WebAssembly exports: the very rules, bots and search that the CPU runs.

All take addresses of records and numbers; engine.ts (in web/src/engine) gives them their TypeScript form.
"""

import numpy as np

from parlour.bots.deciding import deciding, earliest, schedule_fields, tie_dice
from parlour.bots.playouts import searching
from parlour.engine import NO_ACTION, STUCK, array_at, loops
from parlour.kit import Bots, Dice, Rules, record, scramble, seed_of
from parlour.kit.review import RealTimeReview, Reason, Review

from .webassembly import Export


def rules_exports(rules: Rules) -> list[Export]:
    """A match, what its seats see, its scores, and matches played at random."""
    game = loops(rules)
    State, Pad = rules.State, game.Pad
    begin, random_step, score_rule, over = game.begin, game.random_step, rules.score, rules.over
    see_rule, observe_rule, resample_rule = rules.see, rules.observe, rules.resample
    look, play, why = game.look, game.play, game.why
    size, most = rules.pieces.size, rules.max_seats

    def begin_at(state, seed):  # type: ignore[no-untyped-def]
        begin(array_at(state, 1, State)[0], np.uint64(seed))

    def look_at(where, pad):  # type: ignore[no-untyped-def]
        look(where, pad)

    def play_at(where, seat, action, at, pad):  # type: ignore[no-untyped-def]
        return np.int64(play(where, seat, action, at, pad))

    def wait_at(where, until, pad):  # type: ignore[no-untyped-def]
        play(where, np.int64(0), np.int64(NO_ACTION), until, pad)

    def why_at(where, seat, action):  # type: ignore[no-untyped-def]
        return np.int64(why(where, seat, action))

    def see(state, seat, seen):  # type: ignore[no-untyped-def]
        see_rule(array_at(state, 1, State)[0], seat, array_at(seen, 1, State)[0])

    def observe(seen, seat, out):  # type: ignore[no-untyped-def]
        observed = array_at(out, size, np.int8)
        for k in range(size):
            observed[k] = 0
        observe_rule(array_at(seen, 1, State)[0], seat, observed)

    def score(state, out):  # type: ignore[no-untyped-def]
        score_rule(array_at(state, 1, State)[0], array_at(out, most, np.int32))

    def resample(seen, seat, world, seed):  # type: ignore[no-untyped-def]
        seens, worlds = array_at(seen, 1, State), array_at(world, 1, State)
        worlds[0] = seens[0]
        resample_rule(seens[0], seat, worlds[0], np.uint64(seed))

    def random_step_at(state, dice, pad):  # type: ignore[no-untyped-def]
        return np.int64(random_step(array_at(state, 1, State)[0], array_at(dice, 1, Dice)[0], array_at(pad, 1, Pad)[0]))

    def random_match(state, dice, pad):  # type: ignore[no-untyped-def]
        """Random moves to the end of a match; returns their number, or STUCK."""
        states, rolled, pads = array_at(state, 1, State), array_at(dice, 1, Dice), array_at(pad, 1, Pad)
        made = np.int64(0)
        while not over(states[0]):
            done = np.int64(random_step(states[0], rolled[0], pads[0]))
            if done == STUCK:
                return np.int64(STUCK)
            made += done
        return made

    def scramble_of(number):  # type: ignore[no-untyped-def]
        return np.int64(scramble(np.uint64(number)))

    def seed_of_match(seed, number):  # type: ignore[no-untyped-def]
        return np.int64(seed_of(np.uint64(seed), number))

    address, short, long = "address", "int", "long"
    return [
        Export("begin", begin_at, {"state": address, "seed": long}),
        Export("look", look_at, {"where": address, "pad": address}),
        Export(
            "play", play_at, {"where": address, "seat": short, "action": short, "at": long, "pad": address}, result=long
        ),
        Export("wait", wait_at, {"where": address, "until": long, "pad": address}),
        Export("why", why_at, {"where": address, "seat": short, "action": short}, result=long),
        Export("see", see, {"state": address, "seat": short, "seen": address}),
        Export("observe", observe, {"seen": address, "seat": short, "out": address}),
        Export("score", score, {"state": address, "out": address}),
        Export("resample", resample, {"seen": address, "seat": short, "world": address, "seed": long}),
        Export("random_step", random_step_at, {"state": address, "dice": address, "pad": address}, result=short),
        Export("random_match", random_match, {"state": address, "dice": address, "pad": address}, result=short),
        Export("scramble", scramble_of, {"number": long}, result=long),
        Export("seed_of", seed_of_match, {"seed": long, "number": long}, result=long),
    ]


def bot_exports(bots: Bots) -> list[Export]:
    """A bot's decision, which bot acts first, and the search."""
    rules = bots.rules
    compiled = deciding(bots)
    State, Mind, Ask = rules.State, bots.Mind, compiled.Ask
    Schedule = record(**schedule_fields(rules))
    decide = compiled.decide

    def decide_at(seen, seat, ask, mind):  # type: ignore[no-untyped-def]
        decide(array_at(seen, 1, State), 0, seat, array_at(ask, 1, Ask), array_at(mind, 1, Mind), 0)

    def earliest_at(schedule, seats):  # type: ignore[no-untyped-def]
        return np.int64(earliest(array_at(schedule, 1, Schedule)[0], seats))

    def tie_dice_of(seed):  # type: ignore[no-untyped-def]
        return np.int64(tie_dice(np.uint64(seed)))

    address, short, long = "address", "int", "long"
    found = [
        Export("decide", decide_at, {"seen": address, "seat": short, "ask": address, "mind": address}),
        Export("earliest", earliest_at, {"schedule": address, "seats": short}, result=short),
        Export("tie_dice", tie_dice_of, {"seed": long}, result=long),
    ]
    if bots.plan is None:
        return found
    search = searching(bots)
    Sums, candidates, compare = search.Sums, search.candidates, search.compare
    Notes, states = search.Notes, search.states

    def candidates_at(seen, seat, worlds, ask, sums, dice, network):  # type: ignore[no-untyped-def]
        candidates(
            array_at(seen, 1, State),
            seat,
            array_at(worlds, states, State),
            array_at(ask, 1, Ask),
            array_at(sums, 1, Sums),
            array_at(dice, 1, Dice),
            network,
        )

    def compare_at(seen, seat, worlds, ask, sums, dice, notes, infer, network, number):  # type: ignore[no-untyped-def]
        compare(
            array_at(seen, 1, State),
            seat,
            array_at(worlds, states, State),
            array_at(ask, 1, Ask),
            array_at(sums, 1, Sums),
            array_at(dice, 1, Dice),
            array_at(notes, 1, Notes),
            infer,
            network,
            number,
        )

    given = {
        "seen": address,
        "seat": short,
        "worlds": address,
        "ask": address,
        "sums": address,
        "dice": address,
    }
    return [
        *found,
        Export("candidates", candidates_at, {**given, "network": address}),
        Export(
            "compare",
            compare_at,
            {**given, "notes": address, "infer": short, "network": address, "number": short},
        ),
    ]


def review_exports(rules: Rules, review: Review | None) -> list[Export]:
    """What the review of a match asks the game: what there was to see, or why a move is better."""
    if review is None:
        return []
    State = rules.State
    address, short = "address", "int"
    if isinstance(review, RealTimeReview):
        Facts, facts = review.Facts, review.facts

        def facts_at(seen, seat, out):  # type: ignore[no-untyped-def]
            facts(array_at(seen, 1, State)[0], seat, array_at(out, 1, Facts)[0])

        return [Export("facts", facts_at, {"seen": address, "seat": short, "out": address})]
    reason = review.reason

    def reason_at(seen, seat, played, best, out):  # type: ignore[no-untyped-def]
        reason(array_at(seen, 1, State)[0], seat, played, best, array_at(out, 1, Reason)[0])

    given = {"seen": address, "seat": short, "played": short, "best": short, "out": address}
    return [Export("reason", reason_at, given)]
