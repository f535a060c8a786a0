"""Confetti: all players grab cards at once, for sets of one colour in three sizes."""

from collections.abc import Sequence
from pathlib import Path

from parlour.kit import BadInput, Rules, blank, rule

from . import rules, scoring, sight, views, worlds
from .cards import DECK, OPTIONS, read_card
from .state import ACTIONS, MOST_CARDS, Act, ExtraCard, Forbids, State, over

__all__ = ["DECK", "RULES", "Act", "hand_score"]


def hand_score(cards: Sequence[str], limit: int = 6, extra_card: str = "once") -> tuple[int, int, int, int]:
    """The score of a hand: number of cards, sets, cards needed for the sets, points.

    hand_score(["ROY", "OYR", "YRO"]) == (3, 3, 3, 3)
    """
    if extra_card not in ("once", "twice"):
        raise BadInput(f"extra_card is once or twice, not {extra_card!r}")
    if len(cards) > MOST_CARDS:
        raise BadInput(f"a hand has at most {MOST_CARDS} cards (CON-44), not {len(cards)}")
    states = blank(State, 1)
    hand = states[0]
    for i, card in enumerate(cards):
        hand["deck"][i] = read_card(card)
        hand["zone"][0, i] = i
    hand["cards"][0] = len(cards)
    sets, needed = _sets_and_needed(states)
    points = scoring.round_result(len(cards), sets, needed, limit, int(ExtraCard[extra_card.upper()]))
    return len(cards), sets, needed, int(points)


@rule
def _sets_and_needed(states):  # type: ignore[no-untyped-def]
    return scoring.sets_in_zone(states[0], 0), scoring.cards_needed(states[0], 0)[1]


SENTENCES: dict[int, str] = {
    Forbids.TIME_IS_UP: "cards can be moved only while the sand runs",
    Forbids.HELD_BY_ANOTHER: "another player holds this card",
    Forbids.CANNOT_TAKE: "you can take a card from the middle, or one that has lain loose before another player for a "
    "second, 400 ms after your last take",
    Forbids.CANNOT_HOLD: "you can hold only a loose card of your own",
    Forbids.CANNOT_DISCARD: "you can give back only a loose or held card of your own",
    Forbids.REMOVED: "this card is out for the rest of the game",
    Forbids.RACE: "another player was faster, or the race for this card is still open",
    Forbids.NOT_IN_A_TUG: "you can let go only of a card that you are tugging at",
    Forbids.BUSY_WITH_A_TUG: "your right hand is busy with a tug",
    Forbids.LIMIT: "the limit in this round is six cards",
    Forbids.LIMIT_LAST_ROUND: "the limit in the last round is nine cards",
    Forbids.LIMIT_SOFT: "you can have at most three cards beyond the limit",
    Forbids.NOT_COLLECTED: "you can keep only cards that you collected in this round, as many as your result",
    Forbids.NOT_CHOOSING: "point cards are chosen after the sand has run, within 20 seconds",
    Forbids.POINT_CARD: "point cards are out of play while their owner keeps them",
    Forbids.NOTHING_TO_KEEP: "with a result of 0 or less you keep no cards",
    Forbids.NOTHING_TO_GIVE_UP: "you have no point card to give up",
    Forbids.NOT_YOUR_POINT_CARD: "you can give up only a point card of your own",
    Forbids.LIMIT_MANY_PLAYERS: "the limit in the first round is six cards",
    Forbids.LIMIT_ONE_PLAYER: "the limit for a single player is six cards",
    Forbids.OVER: "the game is over",
    Forbids.LEFT: "you have left the game",
}

RULES = Rules(
    name="confetti",
    title="Confetti",
    prefix="CON",
    version=2,
    min_seats=1,
    max_seats=7,
    State=State,
    options=OPTIONS,
    rulebook=Path(__file__).with_name("rulebook.md"),
    actions=ACTIONS,
    asides=(int(Act.LEAVE),),
    describe=views.describe,
    sentences=SENTENCES,
    no_such_action=24,
    too_soon=24,
    deal=rules.deal,
    when=rules.when,
    legal=rules.legal,
    step=rules.step,
    due=rules.due,
    fire=rules.fire,
    over=over,
    score=rules.score,
    see=sight.see,
    observe=sight.observe,
    resample=worlds.resample,
    pieces=sight.PIECES,
    view=views.view,
    show=views.show,
    races=range(int(Act.TAKE), int(Act.KEEP)),  # CON-46
    open_table=True,
    observes_state=True,
    env_version=1,
    idle=30,
)
