"""The rules of Guess: everybody says high or low, then a card decides."""

from parlour.kit import NEVER, TABLE, below, int8, record, rule

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
