/**
 * What a round would pay, for the preview while it is played and for the choices of a declaration. The stars of a counted
 * round come from the rules.
 */

import type { TrickyTwist } from '../../net/views'
import { choiceOf, suitOf, valueOf, type Choice } from './cards'
import { BONUS, SUITS, type Bonus, type Suit } from './rules.gen'
import { baseScore, cardCount, legalUses, scoreRound, tally as tallyOf } from './scoring.gen'
import { scoringCard, stateOf, type State } from './state'

export type Declared = Partial<Record<Bonus, Choice>>

/** What lies in front of a player. */
export interface Holding {
  /** Cards in the tricks, if known (your own). */
  own: string[]
  tricks: number
  falseTricks: string[]
  bonus: Bonus[]
}

/** What is the same for everyone in this round. */
export interface Round {
  card: TrickyTwist.ScoringCard
  valueSide: boolean
  /** False tricks of the other players, for the cards that compare. */
  others: number[]
  /** After a tie the next place is not skipped. */
  dense: boolean
}

export interface Tally {
  tricks: number
  falseTricks: number
  values: number[] // by value - 1
  suits: Record<Suit, number>
}

export interface Stars extends Tally {
  base: number
  count: number
  card: number
  star: number
  sum: number
}

export const ranks = (kind: string): boolean => kind === 'FEW' || kind === 'MANY'
const looksAtValues = (kind: string): boolean => kind === 'SEQ' || kind === 'EVEN' || kind === 'ODD'

export const baseOf = (tricks: number, falseTricks: number): number => baseScore(tricks, falseTricks)

/** The view says what was declared in words. */
export function readDeclared(said: readonly string[]): Declared {
  const found: Declared = {}
  for (const line of said) {
    const cut = line.indexOf(': ')
    const bonus = line.slice(0, cut) as Bonus
    const what = line.slice(cut + 2)
    const change = /^([+-])1 on (.+)$/.exec(what)
    if (bonus === 'Flip') found[bonus] = { kind: 'flip', card: what }
    else if (bonus === 'Joker') found[bonus] = { kind: 'joker', trick: what === 'trick' }
    else if (change) found[bonus] = { kind: 'change', thing: change[2]!, by: change[1] === '+' ? 1 : -1 }
    else if (/^\d+$/.test(what)) found[bonus] = { kind: 'value', value: Number(what) }
    else found[bonus] = { kind: 'suit', suit: what as Suit }
  }
  return found
}

/** The value that a false trick has: a number card's, or the one chosen for a bonus card. */
function thingValue(thing: string, declared: Declared): number {
  const choice = declared[thing as Bonus]
  return choice?.kind === 'value' ? choice.value : valueOf(thing)
}

/** The number cards that lie as false tricks once Flip is done. */
export function falseCards(holding: Holding, declared: Declared): string[] {
  const flip = declared.Flip
  if (flip?.kind !== 'flip') return holding.falseTricks
  return holding.falseTricks.includes(flip.card)
    ? holding.falseTricks.filter((card) => card !== flip.card)
    : [...holding.falseTricks, flip.card]
}

export function tally(holding: Holding, declared: Declared): Tally {
  const valueSide = Object.values(declared).some((choice) => choice?.kind === 'value' || choice?.kind === 'change')
  const state = stateOf({ card: { name: valueSide ? 'SEQ' : 'SUITS' }, valueSide }, holding, declared)
  tallyOf(state, 0)
  return tallied(state)
}

const tallied = (state: State): Tally => ({
  tricks: state.final_tricks[0]!,
  falseTricks: state.final_false[0]!,
  values: [...state.values[0]!],
  suits: Object.fromEntries(SUITS.map((suit, place) => [suit, state.suits[0]![place]!])) as Record<Suit, number>,
})

/** The first value and the length of the longest run. */
export function longestRun(values: readonly number[]): { first: number; length: number } {
  let best = { first: 0, length: 0 }
  let run = 0
  values.forEach((count, place) => {
    run = count > 0 ? run + 1 : 0
    if (run > best.length) best = { first: place - run + 2, length: run }
  })
  return best
}

export function strongest(suits: Record<Suit, number>, among: readonly Suit[] = SUITS): Suit {
  return among.reduce((best, suit) => (suits[suit] > suits[best] ? suit : best), among[0]!)
}

/** What the scoring card counts: cards, suits, or the place. */
export function countOf(round: Round, { values, suits, falseTricks }: Tally): number {
  const counts = [falseTricks, ...round.others]
  const bySuit = SUITS.map((suit) => suits[suit])
  return cardCount(...scoringCard(round.card), values, bySuit, counts, counts.length, 0, round.dense)
}

/** The place among all; 0 without false tricks. */
export function placeOf(kind: string, mine: number, others: readonly number[], dense: boolean): number {
  const counts = [mine, ...others]
  return cardCount(...scoringCard({ name: kind }), [], [], counts, counts.length, 0, dense)
}

function scored(round: Round, holding: Holding, declared: Declared): State {
  const state = stateOf(round, holding, declared)
  scoreRound(state)
  return state
}

export function starsOf(round: Round, holding: Holding, declared: Declared): Stars {
  const state = scored(round, holding, declared)
  const [, , base, card, star] = state.results[0]![0] as [number, number, number, number, number]
  const found = tallied(state)
  return { ...found, base, count: countOf(round, found), card, star, sum: base + card + star }
}

/** The bonus cards that are declared, in the order of their declaration. */
export const SLOTS: readonly Bonus[] = ['Flip', 'Joker', 'V1', 'V2', 'V3', 'V4']

/** The properties of a card that matter to the scoring card: of cards that agree in them, only one is tried. */
function sameTo(kind: string, value: number, suit: Suit | null): string {
  if (kind === 'SEQ') return String(value)
  if (looksAtValues(kind)) return String(value % 2)
  return ranks(kind) ? '' : String(suit)
}

function keyOf(kind: string, choice: Choice, holding: Holding, declared: Declared): string {
  switch (choice?.kind) {
    case 'flip': {
      const side = holding.falseTricks.includes(choice.card) ? 'false' : 'trick'
      return `${side} ${sameTo(kind, valueOf(choice.card), suitOf(choice.card))}`
    }
    case 'suit':
      return choice.suit
    case 'value':
      return sameTo(kind, choice.value, null)
    case 'change':
      return `${choice.by} ${sameTo(kind, thingValue(choice.thing, declared), null)}`
    default:
      return choice ? String(choice.trick) : ''
  }
}

/** What the rules allow to be declared, without equivalents; not using the card always comes first. */
function choices(bonus: Bonus, round: Round, holding: Holding, declared: Declared): Choice[] {
  const state = stateOf(round, holding, declared)
  const moves: number[] = []
  state.slot = BONUS.indexOf(bonus)
  legalUses(state, 0, moves)
  const found = new Map<string, Choice>()
  for (const action of moves) {
    const choice = choiceOf(action)
    const key = keyOf(round.card.name, choice, holding, declared)
    if (!found.has(key)) found.set(key, choice)
  }
  return [null, ...found.values()]
}

export interface Best {
  stars: Stars
  declared: Declared
}

/** The best that can still be declared, given what is declared already; `from` is the next bonus card. */
export function best(round: Round, holding: Holding, declared: Declared = {}, from: Bonus | null = 'Flip'): Best {
  const found = tryAll(round, holding, declared, from)
  return { stars: starsOf(round, holding, found.declared), declared: found.declared }
}

interface Tried {
  sum: number
  declared: Declared
}

function tryAll(round: Round, holding: Holding, declared: Declared, from: Bonus | null): Tried {
  const at = from === null ? SLOTS.length : SLOTS.indexOf(from)
  const bonus = SLOTS.slice(at).find((slot) => holding.bonus.includes(slot))
  if (!bonus) {
    const [, , base, card, star] = scored(round, holding, declared).results[0]![0]!
    return { sum: base! + card! + star!, declared }
  }
  const next = SLOTS[SLOTS.indexOf(bonus) + 1] ?? null
  let found: Tried | null = null
  for (const choice of choices(bonus, round, holding, declared)) {
    const tried = tryAll(round, holding, { ...declared, [bonus]: choice }, next)
    if (!found || tried.sum > found.sum) found = tried
  }
  return found!
}

/** For each legal declaration about a bonus card, what the round would pay if the rest is declared well. */
export function outcomes(
  round: Round,
  holding: Holding,
  declared: Declared,
  bonus: Bonus,
  legal: Iterable<number>,
): Map<number, number> {
  const next = SLOTS[SLOTS.indexOf(bonus) + 1] ?? null
  return new Map(
    [...legal].map((action) => [action, tryAll(round, holding, { ...declared, [bonus]: choiceOf(action) }, next).sum]),
  )
}

/** The false tricks that the scoring card pays for. */
export function counted(
  card: TrickyTwist.ScoringCard,
  falseTricks: readonly string[],
  found: Tally,
  declared: Declared = {},
): Set<string> {
  const change = declared.V4?.kind === 'change' ? declared.V4 : null
  const worthOf = (name: string) => valueOf(name) + (change?.thing === name ? change.by : 0)
  const only = (test: (value: string) => boolean) => new Set(falseTricks.filter(test))
  switch (card.name) {
    case 'SEQ': {
      const { first, length } = longestRun(found.values)
      return only((name) => worthOf(name) >= first && worthOf(name) < first + length)
    }
    case 'SUIT2-A':
    case 'SUIT2-B': {
      const suit = strongest(found.suits, card.suits as Suit[])
      return only((name) => suitOf(name) === suit)
    }
    case 'BEST': {
      const suit = strongest(found.suits)
      return only((name) => suitOf(name) === suit)
    }
    case 'EVEN':
      return only((name) => worthOf(name) % 2 === 0)
    case 'ODD':
      return only((name) => worthOf(name) % 2 === 1)
    default:
      return new Set(falseTricks)
  }
}

export function holdingOf(view: TrickyTwist.View, seat: number): Holding {
  const player = view.players[seat]!
  return {
    own: view.seat === seat ? view.own_tricks.flat() : [],
    tricks: player.tricks.length,
    falseTricks: player.false_tricks,
    bonus: player.bonus.map(({ name }) => name as Bonus),
  }
}

export function roundOf(view: TrickyTwist.View, seat: number, dense: boolean): Round {
  const others = view.players.filter((player) => player.seat !== seat)
  return {
    card: view.scoring_card,
    valueSide: view.variable_side === 'value',
    others: others.map((player) => tally(holdingOf(view, player.seat), readDeclared(player.declared)).falseTricks),
    dense,
  }
}

/** What a bonus card would add for this player if the round ended now. */
export function worth(round: Round, holding: Holding, bonus: Bonus): number {
  if (bonus === 'Take-back') return 0
  return best(round, { ...holding, bonus: [...holding.bonus, bonus] }).stars.sum - best(round, holding).stars.sum
}
