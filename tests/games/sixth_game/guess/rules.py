"""The rules of Guess: everybody says high or low, then a card decides."""

from parlour.kit import NEVER, TABLE, below, int8, record, rule

SEATS = 4
LOW, HIGH, LEAVE = 0, 1, 2  # the actions

State = record(**TABLE, turn=int8, said=int8[SEATS], gone=int8[SEATS], card=int8)


@rule
def deal(state):
    state.card = below(state, 12)


@rule
def over(state):
    """GUE-04"""
    return state.turn == state.seats


@rule
def when(state, seat, action):
    if over(state):
        return -4
    if state.gone[seat]:
        return -5
    return int(state.clock) if action == LEAVE or seat == state.turn else -2


@rule
def legal(state, seat, moves):
    if seat != state.turn:
        return 0
    moves[0] = LOW
    moves[1] = HIGH
    return 2


@rule
def step(state, seat, action, ms):
    if action == LEAVE:
        state.gone[seat] = 1
    else:
        state.said[seat] = action
        state.turn += 1
    while state.turn < state.seats and state.gone[state.turn]:  # GUE-05
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
        right = int(state.said[seat]) == int(state.card >= 6)
        out[seat] = over(state) and not state.gone[seat] and right
