"""The search of a champion whose network judges positions: which moves it tries, and where it stops to judge."""

import numpy as np
import pytest

import parlour
from parlour.bots import How, Search, bots_of, fresh_mind, how_to_search, player, seat_bots
from parlour.bots.judging import judging
from parlour.bots.playouts import searching
from parlour.games import rules_of
from parlour.kit import INTERPRETED, Dice, blank
from parlour.kit.minds import ask_record

NAMES = [name for name in parlour.games() if bots_of(rules_of(name)).uses_weights("champion")]
every_game = pytest.mark.parametrize("name", NAMES)
DECISIONS = 20 if INTERPRETED else 60


class Judging:
    """The parts of one search, at hand."""

    def __init__(self, name, who="champion"):
        self.bots = bots_of(rules_of(name))
        self.how = how_to_search(fresh_mind(self.bots, player(self.bots, who)))
        self.network = self.how.network
        self.found = searching(self.bots)
        self.judge, self.gain = judging(self.bots.afterstates), self.bots.afterstates.gain
        self.worlds = blank(self.bots.rules.State, self.found.states)
        self.asks, self.sums = blank(self.found.Ask), blank(self.found.Sums)
        self.dice, self.notes = blank(Dice), blank(self.found.Notes)

    def candidates(self, seens, seat, network):
        self.found.candidates(seens, seat, self.worlds, self.asks, self.sums, self.dice, network)
        return self.sums["moves"][0, : self.sums["count"][0]].tolist()

    def values(self, state, seat):
        """Each legal move with what the network thinks of it."""
        ask, rules = blank(ask_record(self.bots.rules)), self.bots.rules
        ask["count"][0] = rules.legal(state, seat, ask["moves"][0])
        values = np.zeros(rules.actions, np.float32)
        self.judge(self.network, state, seat, ask[0], values)
        return dict(zip(ask["moves"][0, : ask["count"][0]].tolist(), values.tolist(), strict=False))

    def tried(self, seens, seat, move, seed):
        """What one move proves to be worth in one world, and that world before it and at the end."""
        self.sums[:1] = np.zeros(1, self.found.Sums)
        self.sums["count"][0], self.sums["moves"][0, 0], self.sums["turns"][0] = 1, move, self.how.turns
        self.dice["rng"][0] = seed
        given = self.worlds, self.asks, self.sums, self.dice, self.notes
        self.found.compare(seens, seat, *given, 0, self.network, 1)
        return self.sums["worth"][0, 0], self.worlds[1], self.worlds[0]


def decisions(name, seats=3):
    """What seats see before they move, until there are enough such moments."""
    given, match = 0, parlour.game(name).new(seats=seats, seed=seats)
    bots = seat_bots(match, "sharp")
    for _ in bots.play_out():
        for seat in match.actors:
            if given < DECISIONS and len(match.legal(seat)) > 1:
                given += 1
                yield match.seen_alone(seat), seat


@every_game
def test_it_tries_the_moves_that_the_network_finds_good_and_its_favourite_first(name):
    parts, fewer = Judging(name), 0
    for seens, seat in decisions(name):
        values = parts.values(seens[0], seat)
        moves, best = parts.candidates(seens, seat, parts.network), max(values.values())
        assert values[moves[0]] == best  # if nothing can be judged, all are tried
        assert sorted(moves) == [move for move in values if values[move] >= best - parts.bots.plan.margin]
        fewer += len(moves) < len(values)
    assert fewer > DECISIONS / 2


@every_game
def test_a_move_is_judged_some_turns_later_or_when_the_outcome_is_settled(name):
    parts, settled, asked = Judging(name), 0, 0
    rules, plan = parts.bots.rules, parts.bots.plan
    for number, (seens, seat) in enumerate(decisions(name)):
        for move in parts.candidates(seens, seat, parts.network):
            if parts.values(seens[0], seat)[move] == -np.inf:
                continue
            worth, before, after = parts.tried(seens, seat, move, number)
            if rules.over(after) or plan.settled(after, seens[0]):
                assert worth == pytest.approx(parts.gain(after, seat))
                settled += 1
            else:
                assert worth == pytest.approx(max(parts.values(after, seat).values()))
                moved = (after["turns"].astype(int) - before["turns"])[: int(after["seats"])]
                assert moved.tolist() == [parts.how.turns] * len(moved), "everybody has had as many turns"
                asked += 1
    assert settled > 0
    assert asked > 20


@every_game
def test_without_the_network_it_searches_as_before(name):
    """Reviews do, and `champion@1`."""
    parts = Judging(name)
    seens, seat = next(each for each in decisions(name) if max(parts.values(each[0][0], each[1]).values()) > -np.inf)
    search = Search(parts.bots)
    plain = search.choose(seens, seat, 1, 200)
    judged = search.choose(seens, seat, 1, 200, how=How(network=parts.network, turns=parts.how.turns))
    assert all(0 <= mean <= 1 for _, _, mean in plain.moves), "chances to win"
    assert judged.moves != plain.moves
