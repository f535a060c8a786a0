"""A made-up game as another package would bring it: everybody says high or low, then a card decides (GUE-01 to 04)."""

from pathlib import Path

import msgspec

from parlour.kit import NEVER, TABLE, Pieces, Rules, below, int8, record, rule

State = record(**TABLE, turn=int8, said=int8[4], card=int8)


@rule
def deal(state):
    state.card = below(state, 12)


@rule
def over(state):
    return state.turn == state.seats


@rule
def when(state, seat, action):
    if over(state):
        return -4
    return int(state.clock) if seat == state.turn else -2


@rule
def legal(state, seat, moves):
    if seat != state.turn:
        return 0
    moves[0] = 0
    moves[1] = 1
    return 2


@rule
def step(state, seat, action, ms):
    state.said[seat] = action
    state.turn += 1


@rule
def due(state):
    return NEVER


@rule
def fire(state):
    pass


@rule
def score(state, out):
    for seat in range(state.seats):
        out[seat] = over(state) and int(state.said[seat]) == int(state.card >= 6)


@rule
def see(state, seat, seen):
    seen.rng = 0
    seen.clock = state.clock
    seen.seats = state.seats
    seen.turn = state.turn
    seen.card = state.card if over(state) else -1
    for other in range(4):
        seen.said[other] = state.said[other]


@rule
def observe(seen, seat, out):
    out[0] = seen.turn


@rule
def resample(seen, seat, world, seed):
    world.rng = seed
    if not over(seen):
        world.card = below(world, 12)


class View(msgspec.Struct):
    turn: int


RULES = Rules(
    name="guess",
    title="Guess",
    prefix="GUE",
    version=1,
    min_seats=2,
    max_seats=4,
    State=State,
    options=(),
    rulebook=Path(__file__),
    actions=3,
    asides=(2,),
    describe=lambda seen, action: ("say low", "say high", "leave")[action],
    sentences={2: "it is another player's turn", 4: "the game is over"},
    no_such_action=3,
    too_soon=3,
    deal=deal,
    when=when,
    legal=legal,
    step=step,
    due=due,
    fire=fire,
    over=over,
    score=score,
    see=see,
    observe=observe,
    resample=resample,
    pieces=Pieces(turn=1),
    view=lambda seen, seat: View(int(seen.turn)),
    show=lambda seen, seat: f"turn {seen.turn}",
)
