"""What everybody can work out about face-down cards. The rules keep this up to date, but only `sight` reads it.

Nobody may look at a bank card, but a good memory knows something about it: everyone saw the cards of a won heap before
they were shuffled and put under the winner's bank. At any moment the face-down cards therefore fall into *groups*.
Group 0 holds the cards nobody has seen since the deal, and every won heap is a group of its own. Everybody knows which
cards belong to a group and on which spots of the table they lie (cards only move face down from one known spot to
another). Nobody knows which card of the group lies on which of its spots. So a view names the group of a hidden card
and not its face, and a world that fits the view is made by shuffling the cards within each group.

*Mixed heaps* are harder. A player who leaves the table slips the bank unseen under the stack (PIC-51), and the next
winner shuffles these unseen cards together with cards that everyone has seen. The spots of the new heap form a new
group, but an unseen card in it is still known only as a card of its old group. How many cards of each group came in
unseen is public (`unseen_in_heap`); which ones they are is not. `heaps_passed` keeps that, one bit for each mixed heap
a card was shuffled into, and is blanked in every view.

One simplification: when a second player leaves, a card may have come into the later mixed heap directly or through the
earlier one. Once it is turned up, the public counts show which, a little more than a player could tell. Worlds still
fit everything that was seen, and with only one leaver everything is exact.
"""

from parlour.kit import int8, rule

CARDS = 56  # in the larger of the two decks
MIXED_HEAPS = 3  # of five players three can leave the table before the game ends
GROUPS = 60  # 56 cards and three mixed heaps cannot form more

FACE_UP = -1  # as a group: everybody saw this card turned up, and it still lies there

KNOWN_CARDS = {
    "group": int8[CARDS],  # the group of each card, or FACE_UP
    "group_size": int8[GROUPS],  # the number of face-down cards in each group
    "heaps_passed": int8[CARDS],  # secret: the mixed heaps each face-down card has been shuffled into, one bit each
    "mixed_heaps": int8,  # the number of mixed heaps so far
    "mixed_heap_group": int8[MIXED_HEAPS],  # the group that the spots of each mixed heap form
    "unseen_in_heap": int8[MIXED_HEAPS, GROUPS],  # how many cards of each group came into each mixed heap unseen
}


@rule
def group_of_spot(state, card):
    """The group of the spot on which a face-down card lies: the last mixed heap it was shuffled into, or its own."""
    passed = int(state.heaps_passed[card])
    for heap in range(int(state.mixed_heaps) - 1, -1, -1):
        if passed >> heap & 1:
            return int(state.mixed_heap_group[heap])
    return int(state.group[card])


@rule
def new_group(state):
    """The smallest number not in use as a group. The number of a mixed heap is never used again."""
    group = 1
    while state.group_size[group] > 0 or is_mixed_heap(state, group):
        group += 1
    return group


@rule
def is_mixed_heap(state, group):
    for heap in range(state.mixed_heaps):
        if state.mixed_heap_group[heap] == group:
            return True
    return False


@rule
def everybody_sees(state, card):
    """A face-down card is turned up, so it no longer counts as unseen in any mixed heap."""
    source = int(state.group[card])
    passed = int(state.heaps_passed[card])
    for heap in range(state.mixed_heaps):
        if passed >> heap & 1:
            state.unseen_in_heap[heap, source] -= 1
            source = int(state.mixed_heap_group[heap])
    state.group_size[state.group[card]] -= 1
    state.group[card] = FACE_UP
    state.heaps_passed[card] = 0


@rule
def hide_in_group(state, card, group):
    """A card that everybody has seen is put face down among the cards of a group, or alone in a new one."""
    state.group[card] = group
    state.group_size[group] += 1


@rule
def add_to_heap(state, card, group):
    """A card joins the heap that is being won and becomes `group`. Returns 1 if nobody has seen the card, else 0."""
    if state.group[card] == FACE_UP:
        hide_in_group(state, card, group)
        return 0
    heap = int(state.mixed_heaps)
    state.unseen_in_heap[heap, group_of_spot(state, card)] += 1
    state.heaps_passed[card] |= 1 << heap
    return 1


@rule
def note_mixed_heap(state, group):
    """The heap that has just been won contains unseen cards."""
    state.mixed_heap_group[state.mixed_heaps] = group
    state.mixed_heaps += 1
