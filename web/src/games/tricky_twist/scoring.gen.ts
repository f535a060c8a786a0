// Made by tools/page_views.py (make docs) from src/parlour/games/tricky_twist; change it there.

import * as py from '../../engine/python'

const NOTHING = -1
const SYMBOL_SIDES: any = [[0, 1], [1, 2], [2, 3], [3, 0]]
const ALLOWED = 0
const VALUES = 12
const BIT_OF_REMAINDER: any = [
  0, 0, 1, 39, 2, 15, 40, 23, 3, 12, 16, 0, 41, 19, 24, 54, 4, 0, 13, 10, 17, 0, 0, 28, 42, 30, 20, 51,
  25, 44, 55, 47, 5, 32, 0, 38, 14, 22, 11, 0, 18, 53, 0, 9, 0, 27, 29, 50, 43, 46, 31, 37, 21, 0, 52,
  8, 26, 49, 45, 36, 0, 7, 48, 35, 6, 34, 33,
]
const MODULUS = 67
const TARGETS = 56
const BONUS_CARDS = 8
const CARDS = 48
const LONGEST_TABLE = 12

/** TRK-82 to TRK-85. */
export function baseScore(tricks: any, falseTricks: any): number {
  const each = tricks === falseTricks ? 5 : 3
  return tricks + each * Math.min(tricks, falseTricks)
}

/** TRK-81: T, F, and the false tricks by value and suit, after the seat's declaration is applied. */
export function tally(state: any, seat: any): void {
  let cards: any = falseCards(state, seat)
  let tricks: any = state.tricks[seat]
  const flipped = declared(state, seat, /* Bonus.FLIP */ 1)
  if (flipped !== NOTHING) {
    tricks += (holds(cards, flipped) ? -1 : 1)
  }
  const joker = declared(state, seat, /* Bonus.JOKER */ 2)
  if (joker === 0) {
    tricks += 1
  }
  state.final_tricks[seat] = tricks
  state.final_false[seat] = size(cards) + (joker === 1 ? 1 : 0)
  while (cards) {
    const card = lowestIn(cards)
    cards = py.and(cards, py.sub(cards, 1))
    py.put(state.values[seat], valueOf(card) - 1, state.values[seat].at(valueOf(card) - 1) + 1)
    state.suits[seat][suitOf(card)] = state.suits[seat][suitOf(card)] + 1
  }
  if (valueSide(state)) {
    tallyValues(state, seat)
  } else {
    tallySuits(state, seat)
  }
}

/** TRK-80 to TRK-86: T and F are fixed for all, then base score, scoring card and Star. */
export function scoreRound(state: any): void {
  for (const seat of everyone(state)) {
    tally(state, seat)
  }
  for (const seat of everyone(state)) {
    const [tricks, falseTricks] = [state.final_tricks[seat], state.final_false[seat]]
    const base = baseScore(tricks, falseTricks)
    const stars = starsOfCard(state, seat)
    const star = holds(state.owned[seat], /* Bonus.STAR */ 3) ? tricks : 0
    writeResult(state.results.at(state.round_no)[seat], tricks, falseTricks, base, stars, star)
    writeDeclarations(state, seat)
    state.total[seat] = state.total[seat] + (base + stars + star)
  }
}

/** TRK-87: what a scoring card counts among the false tricks of a seat; for Fewest and Most, the seat's place. */
export function cardCount(kind: any, first: any, second: any, values: any, suits: any, counts: any, seats: any, seat: any, dense: any): number {
  if (kind === /* Kind.SEQ */ 0) {
    return longestRun(values)
  }
  if (kind === /* Kind.SUIT2_A */ 1 || kind === /* Kind.SUIT2_B */ 2) {
    return Math.max(suits.at(first), suits.at(second))
  }
  if (kind === /* Kind.BEST */ 3) {
    return strongestSuit(suits)
  }
  if (kind === /* Kind.SUITS */ 4) {
    return suitsPresent(suits)
  }
  if (kind === /* Kind.EVEN */ 7) {
    return withParity(values, 2)
  }
  if (kind === /* Kind.ODD */ 8) {
    return withParity(values, 1)
  }
  return place(counts, seats, seat, kind, dense)
}

/** The ways to use the bonus card whose turn it is. */
export function legalUses(state: any, seat: any, moves: any): number {
  const slot = state.slot
  if (slot === /* Bonus.FLIP */ 1) {
    return writeMoves(py.or(state.won[seat], state.false_tricks[seat]), /* Act.FLIP */ 164, moves)
  }
  if (slot === /* Bonus.JOKER */ 2) {
    moves[0] = /* Act.JOKER_TRICK */ 220
    moves[1] = /* Act.JOKER_FALSE */ 221
    return 2
  }
  if (!valueSide(state)) {
    const sides: any = SYMBOL_SIDES.at(slot - /* Bonus.V1 */ 4)
    moves[0] = /* Act.SUIT */ 222 + Math.min(sides[0], sides[1])
    moves[1] = /* Act.SUIT */ 222 + Math.max(sides[0], sides[1])
    return 2
  }
  let count: any = 0
  if (slot === /* Bonus.V4 */ 7) {
    for (const action of py.range(/* Act.PLUS */ 238, /* Act.UNUSED */ 350)) {
      if (forbidsChange(state, seat, action) === ALLOWED) {
        moves[count] = action
        count += 1
      }
    }
    return count
  }
  for (const value of py.range(1, VALUES + 1)) {
    if (forbidsValue(slot, value) === ALLOWED) {
      moves[count] = /* Act.VALUE */ 226 + value - 1
      count += 1
    }
  }
  return count
}

/** The number stored as the declaration of a bonus card. */
export function choiceOf(action: any): number {
  if (action === /* Act.UNUSED */ 350) {
    return NOTHING
  }
  if (action >= /* Act.PLUS */ 238) {
    return action - /* Act.PLUS */ 238
  }
  if (action >= /* Act.VALUE */ 226) {
    return action - /* Act.VALUE */ 226
  }
  if (action >= /* Act.SUIT */ 222) {
    return action - /* Act.SUIT */ 222
  }
  if (action >= /* Act.JOKER_TRICK */ 220) {
    return action - /* Act.JOKER_TRICK */ 220
  }
  return action - /* Act.FLIP */ 164
}

/** TRK-60 to TRK-62: the number cards that lie as false tricks after Flip; of a flipped trick the top card. */
function falseCards(state: any, seat: any): any {
  const cards = state.false_tricks[seat]
  const flipped = declared(state, seat, /* Bonus.FLIP */ 1)
  return flipped === NOTHING ? cards : py.xor(cards, py.shl(1, flipped))
}

/** What the seat has declared for a bonus card it owns, or NOTHING. */
function declared(state: any, seat: any, bonus: any): any {
  return holds(state.owned[seat], bonus) ? state.chosen[bonus] : NOTHING
}

function holds(cards: any, card: any): any {
  return py.bit(cards, card) === 1
}

function size(cards: any): any {
  let count: any = 0
  while (cards) {
    cards = py.and(cards, py.sub(cards, 1))
    count += 1
  }
  return count
}

/** The smallest number in a set that is not empty. */
function lowestIn(cards: any): any {
  return BIT_OF_REMAINDER[py.mod(py.unsigned(py.and(cards, py.sub(0, cards))), MODULUS)]
}

function valueOf(card: any): any {
  return py.mod(card, VALUES) + 1
}

function suitOf(card: any): any {
  return Math.floor(card / VALUES)
}

/** TRK-13: True if the variable cards show their value sides. */
function valueSide(state: any): any {
  return valueSideWith(state, kindInForce(state))
}

/** TRK-69 to TRK-71, TRK-73: a value side is one more false trick, with a value; V4 only changes one. */
function tallyValues(state: any, seat: any): void {
  for (const bonus of py.range(/* Bonus.V1 */ 4, /* Bonus.V4 */ 7)) {
    const value = declared(state, seat, bonus)
    if (value !== NOTHING) {
      py.put(state.values[seat], value, state.values[seat].at(value) + 1)
      state.final_false[seat] = state.final_false[seat] + 1
    }
  }
  const change = declared(state, seat, /* Bonus.V4 */ 7)
  if (change !== NOTHING) {
    const action = /* Act.PLUS */ 238 + change
    py.put(state.values[seat], targetValue(state, py.mod(change, TARGETS)) - 1, state.values[seat].at(targetValue(state, py.mod(change, TARGETS)) - 1) - 1)
    py.put(state.values[seat], changedValue(state, action) - 1, state.values[seat].at(changedValue(state, action) - 1) + 1)
  }
}

/** TRK-68: a symbol side is one more false trick, with a suit. */
function tallySuits(state: any, seat: any): void {
  for (const bonus of py.range(/* Bonus.V1 */ 4, BONUS_CARDS)) {
    const suit = declared(state, seat, bonus)
    if (suit !== NOTHING) {
      py.put(state.suits[seat], suit, state.suits[seat].at(suit) + 1)
      state.final_false[seat] = state.final_false[seat] + 1
    }
  }
}

/** All seats. Seats are 64-bit numbers everywhere, so that each rule is compiled for one type only. */
function everyone(state: any): any {
  return py.range(state.seats)
}

/** TRK-87, TRK-99: the stars that the scoring card in force pays a seat, once everybody's T and F are fixed. */
function starsOfCard(state: any, seat: any): any {
  const card: any = state.scoring_cards.at(state.pile.at(state.round_no))
  const kind = card[0]
  const count = cardCount(
    kind,
    card[1],
    card[2],
    state.values[seat],
    state.suits[seat],
    state.final_false,
    state.seats,
    seat,
    state.rank_ties === /* RankTies.DENSE */ 1,
  )
  return cardStars(state.tables.at(kind), count)
}

function writeResult(result: any, tricks: any, falseTricks: any, base: any, stars: any, star: any): void {
  result[0] = tricks
  result[1] = falseTricks
  result[2] = base
  result[3] = stars
  result[4] = star
}

/** TRK-80: declarations stay visible when the round is over. */
function writeDeclarations(state: any, seat: any): void {
  for (const bonus of py.range(BONUS_CARDS)) {
    if (holds(state.owned[seat], bonus)) {
      state.owners.at(state.round_no)[bonus] = seat
      state.declarations.at(state.round_no)[bonus] = state.chosen[bonus]
    }
  }
}

/** TRK-88 to TRK-90. */
function longestRun(values: any): any {
  let best: any = 0
  let run: any = 0
  for (const i of py.range(VALUES)) {
    run = values[i] > 0 ? run + 1 : 0
    best = Math.max(best, run)
  }
  return best
}

/** TRK-92. */
function strongestSuit(suits: any): any {
  let best: any = 0
  for (const suit of py.range(4)) {
    best = Math.max(best, suits[suit])
  }
  return best
}

/** TRK-93. */
function suitsPresent(suits: any): any {
  let present: any = 0
  for (const suit of py.range(4)) {
    if (suits[suit] > 0) {
      present += 1
    }
  }
  return present
}

/** TRK-98: false tricks with the values first, first + 2, ... */
function withParity(values: any, first: any): any {
  let count: any = 0
  for (const i of py.range(first - 1, VALUES, 2)) {
    count += values.at(i)
  }
  return count
}

/** TRK-94 to TRK-97: the seat's place, shared by tied players; 0 without false tricks. */
function place(counts: any, seats: any, seat: any, kind: any, dense: any): any {
  if (counts[seat] === 0) {
    return 0
  }
  let better: any = 0
  for (const other of py.range(seats)) {
    if (ahead(counts, seat, other, kind) && !(dense && tiedWithEarlier(counts, other))) {
      better += 1
    }
  }
  return better + 1
}

/** Write base + card for each card of a set, ascending, and return how many there are. */
function writeMoves(cards: any, base: any, moves: any): any {
  let count: any = 0
  while (cards) {
    moves[count] = base + lowestIn(cards)
    cards = py.and(cards, py.sub(cards, 1))
    count += 1
  }
  return count
}

function forbidsChange(state: any, seat: any, action: any): any {
  const target = py.mod(action - /* Act.PLUS */ 238, TARGETS)
  if (!holds(withValue(state, seat), target)) {
    return target < CARDS ? -/* Forbids.CANNOT_CHANGE */ 73 : -/* Forbids.HAS_NO_VALUE */ 74
  }
  return ((it: any) => 1 <= it && it <= VALUES)(changedValue(state, action))
    ? ALLOWED
    : -/* Forbids.CANNOT_CHANGE */ 73
}

/** TRK-72: V1 shows every odd value, V2 every even one. */
function forbidsValue(slot: any, value: any): any {
  if (slot === /* Bonus.V1 */ 4 && value % 2 === 0) {
    return -/* Forbids.ODD_ONLY */ 69
  }
  if (slot === /* Bonus.V2 */ 5 && value % 2 === 1) {
    return -/* Forbids.EVEN_ONLY */ 70
  }
  return slot === /* Bonus.V4 */ 7 ? -/* Forbids.OUT_OF_ORDER */ 81 : ALLOWED
}

function valueSideWith(state: any, kind: any): any {
  if (kind === /* Kind.FEW */ 5 || kind === /* Kind.MANY */ 6) {
    return state.rank_cards_side === /* RankCardsSide.VALUE */ 1
  }
  return kind === /* Kind.SEQ */ 0 || kind === /* Kind.EVEN */ 7 || kind === /* Kind.ODD */ 8
}

function kindInForce(state: any): any {
  return state.scoring_cards.at(state.pile.at(state.round_no))[0]
}

function targetValue(state: any, target: any): any {
  return target < CARDS ? valueOf(target) : state.chosen.at(target - CARDS) + 1
}

/** TRK-73: the value that a target has once plus-or-minus is attached to it. */
function changedValue(state: any, action: any): any {
  if (action < /* Act.MINUS */ 294) {
    return targetValue(state, action - /* Act.PLUS */ 238) + 1
  }
  return targetValue(state, action - /* Act.MINUS */ 294) - 1
}

/** TRK-99, TRK-100. */
function cardStars(table: any, count: any): any {
  return count > 0 ? table.at(Math.min(count, LONGEST_TABLE) - 1) : 0
}

/** TRK-94: True if another player has more false tricks (Most), or fewer but at least one (Fewest). */
function ahead(counts: any, seat: any, other: any, kind: any): any {
  const [mine, theirs] = [counts[seat], counts[other]]
  if (kind === /* Kind.MANY */ 6) {
    return theirs > mine
  }
  return 0 < theirs && theirs < mine
}

function tiedWithEarlier(counts: any, seat: any): any {
  for (const other of py.range(seat)) {
    if (counts[other] === counts[seat]) {
      return true
    }
  }
  return false
}

/** TRK-74, TRK-75: the false tricks of this seat that have a value, number cards and bonus cards, as targets. */
function withValue(state: any, seat: any): any {
  let targets: any = falseCards(state, seat)
  for (const bonus of py.range(/* Bonus.V1 */ 4, /* Bonus.V4 */ 7)) {
    if (declared(state, seat, bonus) !== NOTHING) {
      targets = py.or(targets, py.shl(1, CARDS + bonus))
    }
  }
  return targets
}
