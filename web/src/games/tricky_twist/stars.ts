/**
 * What a round would pay, for the preview while it is played and for the choices of a declaration. The stars of a counted
 * round come from the rules.
 */

import type { TrickyTwist } from '../../net/views'
import { choiceOf, suitOf, valueOf, type Choice } from './cards'
import { BONUS, SUITS, SYMBOL_SIDES, VALUES, type Bonus, type Suit } from './rules.gen'

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

/** What each pair of a trick and a false trick pays. */
export const pairPays = (tricks: number, falseTricks: number): number => (tricks === falseTricks ? 5 : 3)
export const baseOf = (tricks: number, falseTricks: number): number =>
  tricks + pairPays(tricks, falseTricks) * Math.min(tricks, falseTricks)

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
  const cards = falseCards(holding, declared)
  const values = new Array<number>(VALUES).fill(0)
  const suits: Record<Suit, number> = { Moon: 0, Sun: 0, Square: 0, Circle: 0 }
  for (const card of cards) {
    values[valueOf(card) - 1]! += 1
    suits[suitOf(card)] += 1
  }
  let tricks = holding.tricks + holding.falseTricks.length - cards.length // a flip moves one from here to there
  let falseTricks = cards.length
  for (const bonus of BONUS) {
    const choice = declared[bonus]
    if (!choice) continue
    if (choice.kind === 'joker') {
      if (choice.trick) tricks += 1
      else falseTricks += 1
    } else if (choice.kind === 'suit') {
      suits[choice.suit] += 1
      falseTricks += 1
    } else if (choice.kind === 'value') {
      values[choice.value - 1]! += 1
      falseTricks += 1
    } else if (choice.kind === 'change') {
      const value = thingValue(choice.thing, declared)
      values[value - 1]! -= 1
      values[value - 1 + choice.by]! += 1
    }
  }
  return { tricks, falseTricks, values, suits }
}

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

/** The place among all; 0 without false tricks. */
export function placeOf(kind: string, mine: number, others: readonly number[], dense: boolean): number {
  if (mine === 0) return 0
  const ahead = others.filter((count) => (kind === 'MANY' ? count > mine : count > 0 && count < mine))
  return (dense ? new Set(ahead).size : ahead.length) + 1
}

const parity = (values: readonly number[], odd: boolean): number =>
  values.reduce((sum, count, place) => (place % 2 === (odd ? 0 : 1) ? sum + count : sum), 0)

/** What the scoring card counts: cards, suits, or the place. */
export function countOf(round: Round, { values, suits, falseTricks }: Tally): number {
  const { card } = round
  switch (card.name) {
    case 'SEQ':
      return longestRun(values).length
    case 'SUIT2-A':
    case 'SUIT2-B':
      return Math.max(...card.suits.map((suit) => suits[suit as Suit]))
    case 'BEST':
      return Math.max(...Object.values(suits))
    case 'SUITS':
      return Object.values(suits).filter((count) => count > 0).length
    case 'EVEN':
      return parity(values, false)
    case 'ODD':
      return parity(values, true)
    default:
      return placeOf(card.name, falseTricks, round.others, round.dense)
  }
}

/** The last number of a table is paid for every higher count. */
export const paid = (stars: readonly number[], count: number): number =>
  count > 0 ? stars[Math.min(count, stars.length) - 1]! : 0

export function starsOf(round: Round, holding: Holding, declared: Declared): Stars {
  const found = tally(holding, declared)
  const base = baseOf(found.tricks, found.falseTricks)
  const count = countOf(round, found)
  const card = paid(round.card.stars, count)
  const star = holding.bonus.includes('Star') ? found.tricks : 0
  return { ...found, base, count, card, star, sum: base + card + star }
}

/** The bonus cards that are declared, in the order of their declaration. */
export const SLOTS: readonly Bonus[] = ['Flip', 'Joker', 'V1', 'V2', 'V3', 'V4']

/** The properties of a card that matter to the scoring card: of cards that agree in them, only one is tried. */
function sameTo(kind: string, value: number, suit: Suit | null): string {
  if (kind === 'SEQ') return String(value)
  if (looksAtValues(kind)) return String(value % 2)
  return ranks(kind) ? '' : String(suit)
}

/** What could be declared, without equivalents; not using the card always comes first. */
function choices(bonus: Bonus, round: Round, holding: Holding, declared: Declared): Choice[] {
  const kind = round.card.name
  const found = new Map<string, Choice>()
  const add = (key: string, choice: Choice) => void (found.has(key) || found.set(key, choice))
  if (bonus === 'Flip') {
    for (const card of holding.own) add(`trick ${sameTo(kind, valueOf(card), suitOf(card))}`, { kind: 'flip', card })
    for (const card of holding.falseTricks)
      add(`false ${sameTo(kind, valueOf(card), suitOf(card))}`, { kind: 'flip', card })
  } else if (bonus === 'Joker') {
    add('trick', { kind: 'joker', trick: true })
    add('false', { kind: 'joker', trick: false })
  } else if (!round.valueSide) {
    for (const suit of SYMBOL_SIDES[SLOTS.indexOf(bonus) - 2]!) add(suit, { kind: 'suit', suit })
  } else if (bonus === 'V4') {
    for (const thing of valued(holding, declared)) {
      const value = thingValue(thing, declared)
      if (value < VALUES) add(`+${sameTo(kind, value, null)}`, { kind: 'change', thing, by: 1 })
      if (value > 1) add(`-${sameTo(kind, value, null)}`, { kind: 'change', thing, by: -1 })
    }
  } else {
    for (let value = 1; value <= VALUES; value += 1) {
      if (bonus === 'V1' && value % 2 === 0) continue
      if (bonus === 'V2' && value % 2 === 1) continue
      add(sameTo(kind, value, null), { kind: 'value', value })
    }
  }
  return [null, ...found.values()]
}

/** Own false tricks that have a value. */
function valued(holding: Holding, declared: Declared): string[] {
  const cards = (['V1', 'V2', 'V3'] as const).filter((bonus) => declared[bonus]?.kind === 'value')
  return [...falseCards(holding, declared), ...cards]
}

export interface Best {
  stars: Stars
  declared: Declared
}

/** The best that can still be declared, given what is declared already; `from` is the next bonus card. */
export function best(round: Round, holding: Holding, declared: Declared = {}, from: Bonus | null = 'Flip'): Best {
  const at = from === null ? SLOTS.length : SLOTS.indexOf(from)
  const bonus = SLOTS.slice(at).find((slot) => holding.bonus.includes(slot))
  if (!bonus) return { stars: starsOf(round, holding, declared), declared }
  const next = SLOTS[SLOTS.indexOf(bonus) + 1] ?? null
  let found: Best | null = null
  for (const choice of choices(bonus, round, holding, declared)) {
    const tried = best(round, holding, { ...declared, [bonus]: choice }, next)
    if (!found || tried.stars.sum > found.stars.sum) found = tried
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
    [...legal].map((action) => [
      action,
      best(round, holding, { ...declared, [bonus]: choiceOf(action) }, next).stars.sum,
    ]),
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
