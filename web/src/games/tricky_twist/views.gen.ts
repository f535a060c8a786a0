// Made by tools/page_views.py (make docs) from src/parlour/games/tricky_twist; change it there.

import type { TrickyTwist } from '../../net/views'
import * as py from '../../engine/python'

const RESERVE_MS = 90000
const DECISION_MS = 60000
const SPECTATOR = -1
const PHASES: any = ['reserve', 'draw', 'play', 'bonus', 'take-back', 'declare', 'over']
const NOTHING = -1
const BONUS_NAMES: any = ['Take-back', 'Flip', 'Joker', 'Star', 'V1', 'V2', 'V3', 'V4']
const ACT: any = [0, 48, 49, 50, 98, 106, 107, 163, 164, 220, 221, 222, 226, 238, 294, 350, 351, 352]
const SUITS: any = ['moon', 'sun', 'square', 'circle']
const RESERVE = 5
const KIND_NAMES: any = ['SEQ', 'SUIT2-A', 'SUIT2-B', 'BEST', 'SUITS', 'FEW', 'MANY', 'EVEN', 'ODD']
const KIND_SAYS: any = [
  'longest run of values',
  'cards of one of two suits',
  'cards of one of two suits',
  'cards of the strongest suit',
  'different suits',
  'fewest false tricks (at least one)',
  'most false tricks (at least one)',
  'even values',
  'odd values',
]
const BONUS_CARDS = 8
const VALUES = 12
const SYMBOL_SIDES: any = [[0, 1], [1, 2], [2, 3], [3, 0]]
const CARDS = 48
const TARGETS = 56

/** Everything a person needs to play, in words. Of the others' tricks only the sizes are shown (TRK-107). */
export function view(seen: any, seat: number): TrickyTwist.View {
  const phase = seen.phase
  const alone = ![/* Phase.RESERVE */ 0, /* Phase.OVER */ 6].includes(phase)
  const declaring = phase === /* Phase.DECLARE */ 5 && seen.to_act === seat
  const limit = phase === /* Phase.RESERVE */ 0 ? RESERVE_MS : DECISION_MS
  return {
    game: 'tricky_twist',
    seat: seat === SPECTATOR ? null : seat,
    phase: PHASES.at(phase),
    round: seen.round_no + 1,
    rounds: seen.seats,
    turn: seen.turn + Number(phase < /* Phase.DECLARE */ 5),
    to_act: alone ? seen.to_act : null,
    starter: seen.starter,
    leader: seen.leader,
    scoring_card: _scoringCard(seen, seen.round_no),
    variable_side: _onValueSide(seen, seen.round_no) ? 'value' : 'symbol',
    display: _bonusCards(seen, seen.display),
    players: py.range(seen.seats).map((other: any) => _player(seen, other)),
    table: seen.table.slice(0, seen.seats).map((card: any) => card === NOTHING ? null : cardName(card)),
    table_is_last_turn: turnIsOver(seen),
    hand: seat === SPECTATOR ? [] : _names(seen.hand.at(seat)),
    reserve: seat === SPECTATOR ? [] : _ownReserve(seen, seat).map((card: any) => cardName(card)),
    own_tricks: seat === SPECTATOR
      ? []
      : _tricks(seen, seat).map((trick: any) => trick.map((c: any) => cardName(c))),
    declaring: declaring ? [...BONUS_NAMES, 'commit'].at(seen.slot) : null,
    results: py.range(_roundsScored(seen)).map((number: any) => _result(seen, number)),
    clock: seen.clock,
    decide_by: phase === /* Phase.OVER */ 6 ? null : py.add(seen.since, limit),
  }
}

/** An action in words that everybody at the table may hear. `seen` is a record here. */
export function describe(seen: any, action: number): string {
  const fixed = new Map<any, any>([
    [/* Act.DRAW */ 48, 'draw from the reserve'],
    [/* Act.STAY */ 49, 'leave the reserve alone'],
    [/* Act.DECLINE */ 106, 'take no bonus card'],
    [/* Act.KEEP_FALSE */ 163, 'take no false trick back'],
    [/* Act.JOKER_TRICK */ 220, 'the Joker counts as a trick'],
    [/* Act.JOKER_FALSE */ 221, 'the Joker counts as a false trick'],
    [/* Act.UNUSED */ 350, 'leave the bonus card unused'],
    [/* Act.COMMIT */ 351, 'declare'],
    [/* Act.LEAVE */ 352, 'leave the game'],
  ])
  if (fixed.has(action)) {
    return py.item(fixed, action)
  }
  const base = py.maxOf(ACT.filter((act: any) => act <= action))
  const what = action - base
  if (base === /* Act.RESERVE */ 0) {
    return `put the ${cardName(what)} into the reserve`
  }
  if (base === /* Act.PLAY */ 50) {
    return `play the ${cardName(what)}`
  }
  if (base === /* Act.TAKE */ 98) {
    return `take ${BONUS_NAMES.at(what)}: ${bonusSays(what, valueSide(seen))}`
  }
  if (base === /* Act.TAKE_BACK */ 107) {
    return `take the ${targetName(what)} back into the hand`
  }
  if (base === /* Act.FLIP */ 164) {
    return `flip with the ${targetName(what)} on top`
  }
  if (base === /* Act.SUIT */ 222) {
    return `count as a false trick of ${py.capitalize(SUITS.at(what))}`
  }
  if (base === /* Act.VALUE */ 226) {
    return `count as a false trick of value ${what + 1}`
  }
  return `${base === /* Act.PLUS */ 238 ? '+1' : '-1'} on the ${targetName(what)}`
}

export function moment(seen: any, seat: number, action: number, number: number, _soon: boolean): string {
  if (number === /* Forbids.MUST_FOLLOW_SUIT */ 34) {
    const led = seen.table.at(seen.leader)
    return led === NOTHING ? '' : `You have a ${suitOf(led)}, so you must play one.`
  }
  if (number === /* Forbids.NOT_A_RESERVE_CARD */ 24) {
    return _noReserve(seen, seat)
  }
  if (number === /* Forbids.RESERVES_NOT_LAID */ 27) {
    return seen.picked.at(seat) < RESERVE ? 'First choose five cards for your reserve.' : ''
  }
  if (number === /* Forbids.NO_DRAW_NOW */ 29 && seen.drawn.at(seat) === RESERVE) {
    return 'Your reserve is empty.'
  }
  if (number === /* Forbids.NO_BONUS_CARD */ 45 && seen.phase === /* Phase.BONUS */ 3 && seen.to_act === seat) {
    return 'This bonus card has already been taken.'
  }
  if (number === /* Forbids.OTHER_SIDE_UP */ 13) {
    const suits = /* Act.SUIT */ 222 <= action && action < /* Act.VALUE */ 226
    return `In this round the bonus card shows ${suits ? 'values, not suits' : 'suits, not values'}.`
  }
  if (number === /* Forbids.NOT_YOUR_DECLARATION */ 80 && seen.phase !== /* Phase.DECLARE */ 5) {
    return 'You’ll use your bonus cards at the end of the round.'
  }
  return seen.to_act === seat ? _yoursFirst(number) : ''
}

function _scoringCard(seen: any, number: any): any {
  const [kind, first, second] = seen.scoring_cards.at(seen.pile.at(number))
  const suits: any = [/* Kind.SUIT2_A */ 1, /* Kind.SUIT2_B */ 2].includes(kind)
    ? [py.capitalize(SUITS.at(first)), py.capitalize(SUITS.at(second))]
    : []
  const stars: any = [...seen.tables.at(kind)]
  while (stars.length > 1 && stars.at(-1) === stars.at(-2)) {
    stars.pop()
  }
  return { name: KIND_NAMES.at(kind), says: KIND_SAYS.at(kind), suits, stars }
}

/** TRK-13: True if the variable cards show their value sides in a round. */
function _onValueSide(seen: any, number: any): any {
  const kind = seen.scoring_cards.at(seen.pile.at(number))[0]
  return valueSideWith(seen, kind)
}

function _bonusCards(seen: any, bits: any): any {
  const side = _onValueSide(seen, seen.round_no)
  return py.range(BONUS_CARDS)
    .filter((b: any) => py.bit(bits, b))
    .map((b: any) => ({ name: BONUS_NAMES[b], says: bonusSays(b, side) }))
}

function _player(seen: any, seat: any): any {
  const owned = seen.owned[seat]
  const side = _onValueSide(seen, seen.round_no)
  return {
    seat,
    hand: seen.hand_left[seat],
    reserve: reserveLeft(seen, seat),
    reserve_laid: seen.picked[seat] === RESERVE,
    tricks: _tricks(seen, seat).map((trick: any) => trick.length),
    false_tricks: _names(seen.false_tricks[seat]),
    bonus: _bonusCards(seen, owned),
    declared: py.range(BONUS_CARDS)
      .filter((b: any) => py.bit(owned, b) && seen.chosen[b] !== NOTHING)
      .map((b: any) => _declared(b, seen.chosen[b], side)),
    waiting: py.bit(seen.waiting, seat) !== 0,
    left: seen.gone[seat] !== 0,
    score: seen.total[seat],
  }
}

/** "7 Sun" */
function cardName(card: any): any {
  return `${py.mod(card, VALUES) + 1} ${suitOf(card)}`
}

/** TRK-107: True if the cards on the table are those of the last turn, which stay visible. */
function turnIsOver(state: any): any {
  return state.phase !== /* Phase.PLAY */ 2 || state.to_act === state.leader
}

function _names(bits: any): any {
  return _cards(bits).map((card: any) => cardName(card))
}

function _ownReserve(seen: any, seat: any): any {
  return seen.cards.at(seat).slice(seen.drawn.at(seat), seen.picked.at(seat))
}

/** The cards of each of a seat's tricks, in the order in which the tricks were won. */
function _tricks(seen: any, seat: any): any {
  const tricks = new Map<any, any>()
  for (const card of _cards(seen.won.at(seat))) {
    py.setdefault(tricks, seen.turn_played[card], []).push(card)
  }
  return py.sorted([...tricks.keys()]).map((turn: any) => py.item(tricks, turn))
}

function _roundsScored(seen: any): any {
  return seen.round_no + Number(seen.phase === /* Phase.OVER */ 6)
}

function _result(seen: any, number: any): any {
  const kind = seen.scoring_cards.at(seen.pile[number])[0]
  const onValueSide = _onValueSide(seen, number)
  const seats: any = []
  for (const seat of py.range(seen.seats)) {
    const declared: any = py.range(BONUS_CARDS)
      .filter((b: any) => seen.owners[number][b] === seat && seen.declarations[number][b] !== NOTHING)
      .map((b: any) => _declared(b, seen.declarations[number][b], onValueSide))
    const [tricks, falseTricks, base, card, star] = seen.results[number][seat]
    seats.push({ tricks, false_tricks: falseTricks, base, card, star, declared })
  }
  return { scoring_card: KIND_NAMES.at(kind), seats }
}

/** What a bonus card does, in a few words. */
function bonusSays(bonus: any, valueSide: any): any {
  if (bonus < /* Bonus.V1 */ 4) {
    return [
      'at once: one own false trick back to the hand',
      'one own trick becomes a false trick, or the other way round',
      'counts as one trick or one false trick',
      '1 star for each own trick',
    ].at(bonus)
  }
  if (valueSide) {
    return [
      'a false trick with an odd value',
      'a false trick with an even value',
      'a false trick with any value',
      '+1 or -1 on one own false trick',
    ].at(bonus - /* Bonus.V1 */ 4)
  }
  const [first, second] = [...SYMBOL_SIDES.at(bonus - /* Bonus.V1 */ 4)]
  return `a false trick of ${py.capitalize(SUITS[first])} or ${py.capitalize(SUITS[second])}`
}

/** TRK-13: True if the variable cards show their value sides. */
function valueSide(state: any): any {
  return valueSideWith(state, kindInForce(state))
}

function targetName(target: any): any {
  return target < CARDS ? cardName(target) : BONUS_NAMES.at(target - CARDS)
}

function suitOf(card: any): any {
  return py.capitalize(SUITS.at(Math.floor(card / VALUES)))
}

function _noReserve(seen: any, seat: any): any {
  if (seen.phase !== /* Phase.RESERVE */ 0) {
    return 'You choose your reserve only at the start of a round.'
  }
  return seen.picked.at(seat) === RESERVE ? 'You’ve already chosen your reserve.' : ''
}

/** The seat itself has something else to decide before. */
function _yoursFirst(number: any): any {
  if (number === /* Forbids.DRAWS_COME_FIRST */ 28) {
    return 'First decide whether to draw from your reserve.'
  }
  if (number === /* Forbids.BONUS_PENDING */ 48) {
    return 'First take a bonus card, or choose to take none.'
  }
  return number === /* Forbids.TAKE_BACK_PENDING */ 56
    ? 'First take a false trick back, or choose to take none.'
    : ''
}

function valueSideWith(state: any, kind: any): any {
  if (kind === /* Kind.FEW */ 5 || kind === /* Kind.MANY */ 6) {
    return state.rank_cards_side === /* RankCardsSide.VALUE */ 1
  }
  return kind === /* Kind.SEQ */ 0 || kind === /* Kind.EVEN */ 7 || kind === /* Kind.ODD */ 8
}

function reserveLeft(state: any, seat: any): any {
  return state.picked[seat] - state.drawn[seat]
}

/** A declared bonus card in words. */
function _declared(bonus: any, choice: any, onValueSide: any): any {
  const name = BONUS_NAMES[bonus]
  if (bonus === /* Bonus.FLIP */ 1) {
    return `${name}: ${cardName(choice)}`
  }
  if (bonus === /* Bonus.JOKER */ 2) {
    return `${name}: ${['trick', 'false trick'].at(choice)}`
  }
  if (!onValueSide) {
    return `${name}: ${py.capitalize(SUITS.at(choice))}`
  }
  if (bonus === /* Bonus.V4 */ 7) {
    return `${name}: ${choice < TARGETS ? '+1' : '-1'} on ${targetName(py.mod(choice, TARGETS))}`
  }
  return `${name}: ${choice + 1}`
}

function _cards(bits: any): any {
  return py.range(py.bitLength(bits)).filter((card: any) => py.bit(bits, card))
}

function kindInForce(state: any): any {
  return state.scoring_cards.at(state.pile.at(state.round_no))[0]
}

/** Why a move is refused, by the number of the rule. */
export const refusals: Record<number, string> = {
  13: "This bonus card shows its other side in this round.",
  20: "The Take-back card is out of the game.",
  24: "This card isn’t in your hand.",
  27: "Wait until everyone has chosen a reserve.",
  28: "Wait: another player is deciding whether to draw.",
  29: "You can draw only before the first card of a turn.",
  30: "Wait: another player is deciding whether to draw.",
  32: "This card isn’t in your hand.",
  33: "It isn’t your turn.",
  34: "You have a card of the suit that was led, so you must play one.",
  37: "You can’t do that here.",
  45: "You can take a bonus card only when you’ve just collected a 7.",
  48: "Wait: another player is choosing a bonus card.",
  50: "You chose to take no bonus card this time.",
  55: "You can take a false trick back only right after you take the Take-back card.",
  56: "Wait: another player is taking a false trick back.",
  57: "This isn’t one of your false tricks.",
  60: "This isn’t one of your tricks or false tricks.",
  63: "A bonus card can’t be flipped.",
  68: "Choose one of the two suits on the bonus card.",
  69: "Choose an odd value for this bonus card.",
  70: "Choose an even value for this bonus card.",
  73: "Choose one of your own false tricks; its value must stay between 1 and 12.",
  74: "Choose a false trick that has a value.",
  76: "The round is over, because somebody’s hand is empty.",
  80: "Wait: another player is declaring bonus cards.",
  81: "Use your bonus cards one after another, in the order shown, then declare.",
  101: "The game is over.",
  108: "You’ve left this game.",
}
