/** A player's round as a state of the rules (parlour/games/tricky_twist/state.py), so that the rules can count it. */

import { numberOf, type Choice } from './cards'
import { Act, BONUS, CARDS, KINDS, SUITS, VALUES, type Bonus, type Kind, type Suit } from './rules.gen'
import { choiceOf as storedChoice } from './scoring.gen'
import type { Declared, Holding, Round } from './stars'

/** Seat 0 is the player. Of the others only the number of false tricks is known. */
export type State = ReturnType<typeof newState>

/** A set of cards or bonus cards, a bit each. */
const setOf = (numbers: readonly number[]): number => numbers.reduce((set, number) => set + 2 ** number, 0)

const NOTHING = storedChoice(Act.UNUSED)

/** A choice as the state holds it. */
function stored(choice: Choice): number {
  switch (choice?.kind) {
    case 'flip':
      return storedChoice(Act.FLIP + numberOf(choice.card))
    case 'joker':
      return storedChoice(choice.trick ? Act.JOKER_TRICK : Act.JOKER_FALSE)
    case 'suit':
      return storedChoice(Act.SUIT + SUITS.indexOf(choice.suit))
    case 'value':
      return storedChoice(Act.VALUE + choice.value - 1)
    case 'change': {
      const bonus = BONUS.indexOf(choice.thing as Bonus)
      return storedChoice((choice.by > 0 ? Act.PLUS : Act.MINUS) + (bonus < 0 ? numberOf(choice.thing) : CARDS + bonus))
    }
    default:
      return NOTHING
  }
}

/** Kind and suits of a scoring card. */
export function scoringCard(card: { name: string; suits?: string[] }): [number, number, number] {
  const [first, second] = (card.suits ?? []).map((suit) => SUITS.indexOf(suit as Suit))
  return [KINDS.indexOf(card.name as Kind), first ?? 0, second ?? 0]
}

/** The table of a scoring card with the last number repeated, as the state has it. */
const tableOf = (stars: readonly number[]): number[] =>
  Array.from({ length: VALUES }, (_, place) => stars[place] ?? stars.at(-1) ?? 0)

interface Shown extends Partial<Omit<Round, 'card'>> {
  card: { name: string; suits?: string[]; stars?: number[] }
}

const row = (length: number): number[] => new Array<number>(length).fill(0)

function newState(round: Shown, holding: Holding) {
  const compares = round.card.name === 'FEW' || round.card.name === 'MANY'
  const others = compares ? (round.others ?? []) : [] // other cards pay without regard to them
  const seats = 1 + others.length
  const each = <T>(mine: T, theirs: (count: number) => T): T[] => [mine, ...others.map(theirs)]
  return {
    seats,
    round_no: 0,
    pile: [0],
    scoring_cards: [scoringCard(round.card)],
    tables: new Array<number[]>(KINDS.length).fill(tableOf(round.card.stars ?? [])),
    rank_cards_side: Number(round.valueSide ?? false),
    rank_ties: Number(round.dense ?? false),
    slot: 0,
    tricks: each(holding.tricks, () => 0),
    won: each(setOf(holding.own.map(numberOf)), () => 0),
    false_tricks: each(setOf(holding.falseTricks.map(numberOf)), (count) => 2 ** count - 1), // any cards, as many
    owned: row(seats),
    chosen: row(BONUS.length),
    values: each(row(VALUES), () => row(VALUES)),
    suits: each(row(SUITS.length), () => row(SUITS.length)),
    final_tricks: row(seats),
    final_false: row(seats),
    results: [each(row(5), () => row(5))], // tricks, false tricks; stars of the base, the card, Star
    total: row(seats),
    owners: [row(BONUS.length)],
    declarations: [row(BONUS.length)],
  }
}

const states = new WeakMap<Shown, WeakMap<Holding, State>>()

/** The same object for the same round and holding, because many declarations are tried: read it before the next call. */
export function stateOf(round: Shown, holding: Holding, declared: Declared): State {
  const ofRound = states.get(round) ?? new WeakMap<Holding, State>()
  states.set(round, ofRound)
  const state = ofRound.get(holding) ?? newState(round, holding)
  ofRound.set(holding, state)
  let owned = 0
  BONUS.forEach((bonus, place) => {
    const choice = declared[bonus]
    if (choice || holding.bonus.includes(bonus)) owned += 2 ** place
    state.chosen[place] = choice ? stored(choice) : NOTHING
  })
  state.owned[0] = owned
  for (const counts of [...state.values, ...state.suits]) counts.fill(0) // the rules add to these
  return state
}
