// Made by tools/page_views.py (make docs) from src/parlour/games/piccolo; change it there.

import * as py from '../../engine/python'

const FRUITS: any = ['banana', 'strawberry', 'lime', 'plum']
const LEVELS: any = [
  ['novice', 579, 687, 852, 1129, 2000],
  ['casual', 499, 576, 697, 860, 1419],
  ['sharp', 447, 501, 586, 689, 844],
  ['champion', 393, 433, 489, 562, 660],
]
const REFERENCE: any = [
  381, 416, 442, 455, 461, 466, 473, 484, 490, 496, 502, 510, 519, 524, 530, 535, 540, 544, 549, 553,
  558, 564, 568, 570, 575, 580, 585, 593, 597, 600, 602, 607, 611, 617, 620, 626, 632, 636, 641, 645,
  654, 657, 666, 669, 672, 676, 680, 685, 690, 694, 698, 703, 705, 711, 717, 726, 731, 734, 741, 744,
  749, 757, 764, 767, 773, 780, 784, 792, 801, 805, 813, 822, 829, 838, 847, 870, 876, 886, 894, 913,
  925, 939, 952, 974, 995, 1013, 1044, 1106, 1150, 1246, 2000, 2000, 2000, 2000, 2000, 2000, 2000,
  2000, 2000, 2000,
]
const SOONEST_MS = 150
const KINDS = 8
const RING = 1
const LOST_MS = 2000
const FEW = 3
const LEFT_MS = 1500
const LEFT_SHARE = 0.15
const FIRST_TYPE = 4
const GATHER_MS = 150
const SLOWER_MS = 200
const MANY_CARDS = 3
const NOTE_MS = 300
const QUICKEST_MS = 100
const LATE_MS = 1000
const TYPES = 4

export function summary(moments: any[], seat: number, _seats: number): Summary {
  return summarise(moments, seat, FRUITS, LEVELS, REFERENCE)
}

/** `names` are the kinds, `levels` the times of the four levels, `reference` a hundred times of a casual player. */
function summarise(moments: any, seat: any, names: any, levels: any, reference: any): any {
  const course = followed(moments, seat, names)
  const end = moments.at(moments.length - 1).ms
  const fives: any = course.mine.map((number: any) => course.fives.at(number))
  for (const five of fives) {
    five.outcome = outcomeOf(five, seat)
  }
  const costs: any = fives.map((five: any) => costOf(five, end, reference))
  return {
    fives,
    false_rings: course.false_rings,
    reactions: fives
      .filter((five: any) => five.time !== null && five.time >= SOONEST_MS)
      .map((five: any) => five.time),
    usual: usualTime(fives, end),
    levels: levels.map((each: any) => py.struct(['level', 'low', 'quarter', 'median', 'three_quarters', 'high'], [...each])),
    practise: whatToPractise(fives, course.false_rings, costs, usualTime(fives, end), levels, end),
    losses: lossesOf(course, fives, costs),
  }
}

function followed(moments: any, seat: any, names: any): any {
  const course = {
    fives: [],
    mine: [],
    flipped: [],
    hands: [],
    false_rings: [],
    before: [],
    sums: py.repeat([0], KINDS),
    rose: [],
    changed: [],
    kinds: [],
    flips: 0,
    covered_at: -1001,
  }
  for (const moment of moments) {
    const facts = moment.facts
    if (facts.flips !== course.flips) {
      noteFlip(course, moment.ms, facts, names)
    }
    if (moment.action === RING && moment.seat >= 0) {
      noteRing(course, moment, facts, seat, names)
    }
    if (facts.showing && course.hands.length > 0) {
      noteVerdict(course, facts, seat)
    }
    if (course.kinds.length > 0 && !facts.five) {
      endFive(course, moment.ms)
    }
    course.sums = [...facts.sums]
  }
  return course
}

function outcomeOf(five: any, seat: any): any {
  if (five.winner === seat) {
    return 'won'
  }
  if (five.winner === null) {
    return five.time === null ? 'missed' : 'late'
  }
  return five.time === null ? 'beaten' : 'late'
}

/** ms lost on a five. */
function costOf(five: any, end: any, reference: any): any {
  if (five.time !== null) {
    return Math.max(0, Math.min(five.time, LOST_MS) - SOONEST_MS)
  }
  const had = unseenFor(five, end)
  let [total, count]: any = [0, 0]
  for (const time of reference) {
    if (time > had) {
      total += Math.min(time, LOST_MS)
      count += 1
    }
  }
  return (count ? total / count : LOST_MS) - SOONEST_MS
}

/** The median time to ring. A five that somebody else took first counts as slower than that (Kaplan-Meier). */
function usualTime(fives: any, end: any): any {
  const rows: any = py.sorted(
    fives.map((five: any) => [five.time === null ? unseenFor(five, end) : five.time, five.time === null]),
    (row: any) => [row[0], row[1]],
  )
  if (rows.filter((row: any) => !row[1]).length < FEW) {
    return null
  }
  let [left, share]: any = [rows.length, 1.0]
  for (const [time, unseen] of rows) {
    if (!unseen) {
      share = share * (left - 1) / left
      if (share <= 0.5) {
        return time
      }
    }
    left -= 1
  }
  return null
}

/**
 * At most two pieces of advice, by these rules, in this order:
 *
 * 1. two or more false rings, at least half of them for one cause: that cause;
 * 2. a sort of five (by covering, by type, of three cards or more) that costs you at least 200 ms more than others do,
 * with three or more of each: the sort with the largest difference;
 * 3. two fives or more, and at least 15 % of all, that lay there for 1.5 s without your ring: keep watching;
 * 4. a usual time slower than that of a casual player: speed;
 * 5. more than half of three fives or more left to somebody else: look for them sooner;
 * 6. nothing of all that: a harder drill.
 */
function whatToPractise(fives: any, wrong: any, costs: any, usual: any, levels: any, end: any): any {
  const found: any = []
  const causes: any = wrong.map((ring: any) => ring.cause)
  for (const cause of ['four', 'six', 'covered', 'mixed', 'none']) {
    if (!(found.length > 0) && causes.length >= 2 && py.count(causes, cause) * 2 >= causes.length) {
      found.push({ what: cause, count: py.count(causes, cause), of: causes.length, ms: 0 })
    }
  }
  const hard = hardSort(fives, costs)
  if (hard !== null) {
    found.push(hard)
  }
  const left = fives.filter((five: any) => five.time === null && unseenFor(five, end) >= LEFT_MS).length
  if (left >= 2 && left >= LEFT_SHARE * fives.length) {
    found.push({ what: 'watch', count: left, of: fives.length, ms: 0 })
  }
  const slower = usual === null ? 0.0 : usual - levels[1][3]
  if (slower > 0) {
    found.push({
      what: 'speed',
      count: fives.filter((five: any) => five.time !== null).length,
      of: fives.length,
      ms: slower,
    })
  }
  const beaten = fives.filter((five: any) => five.time === null && five.winner !== null).length
  if (fives.length >= FEW && beaten * 2 > fives.length) {
    found.push({ what: 'quicker', count: beaten, of: fives.length, ms: 0 })
  }
  if (!(found.length > 0)) {
    found.push({ what: 'harder', count: fives.length, of: fives.length, ms: 0 })
  }
  return found.slice(0, 2)
}

/** One for each five, with the false rings on the way to it; those after the last five are added to the last. */
function lossesOf(course: any, fives: any, costs: any): any {
  const losses: any = [...costs]
  const pots: any = fives.map((five: any) => five.pot)
  const worth = pots.length > 0 ? py.sum(pots) / pots.length : 1
  for (const number of py.range(course.false_rings.length)) {
    const price = Math.min(LOST_MS * course.false_rings[number].cost / worth, LOST_MS)
    if (!(losses.length > 0)) {
      losses.push(0.0)
    }
    const at = Math.min(course.before[number], losses.length - 1)
    py.put(losses, at, losses.at(at) + price)
  }
  return losses
}

/** A new card. A five that it leaves standing is still the same five. */
function noteFlip(course: any, ms: any, facts: any, names: any): void {
  course.flips = facts.flips
  const was: any = course.sums
  course.rose = py.range(KINDS).filter((kind: any) => facts.sums[kind] > was[kind])
  course.changed = py.range(KINDS).filter((kind: any) => facts.sums[kind] !== was[kind])
  const found: any = facts.five ? py.range(KINDS).filter((kind: any) => facts.sums[kind] === 5) : []
  const standing: any = found.filter((kind: any) => course.kinds.includes(kind))
  if (course.kinds.length > 0 && !(standing.length > 0)) {
    endFive(course, ms)
  }
  if (found.length > 0 && !(standing.length > 0)) {
    const kind = easiest(found, facts, was)
    const decoys = py.range(KINDS).filter((other: any) => [4, 6].includes(facts.sums[other])).length
    course.flipped = []
    if (facts.may_ring) {
      course.mine.push(course.fives.length)
    }
    course.fives.push({
      at: ms,
      kind: names[kind],
      cards: facts.cards[kind],
      covering: was[kind] > 5,
      by_type: kind >= FIRST_TYPE,
      decoys,
      hard: whatIsHard(kind, facts.cards[kind], was[kind] > 5, decoys),
      pot: facts.pot,
      lay: null,
      time: null,
      winner: null,
      winner_time: null,
      network: 0,
      outcome: 'missed',
    })
  }
  course.kinds = found
  course.flipped.push(ms)
}

function noteRing(course: any, moment: any, facts: any, seat: any, names: any): void {
  if (facts.right.at(moment.seat) && course.fives.length > 0) {
    const number = course.fives.length - 1
    const time = timeOf(course, moment, course.fives.at(number).at)
    course.hands.push({ seat: moment.seat, five: number, time, delay: delayOf(moment.note) })
    if (moment.seat === seat && course.mine.includes(number)) {
      course.fives.at(number).time = time
    }
  } else if (moment.seat === seat) {
    course.false_rings.push(falseRing(course, moment.ms, facts, names))
    course.before.push(course.mine.length)
  }
}

/** The winner is known, and how much of the gap to your ring was the connection. */
function noteVerdict(course: any, facts: any, seat: any): void {
  const hands: any = course.hands
  course.hands = []
  if (facts.verdict !== /* Verdict.RIGHT */ 1) {
    return
  }
  const first: any = hands.filter((hand: any) => hand.seat === facts.verdict_by)
  if (!(first.length > 0)) {
    return
  }
  const won = first[0]
  const five = course.fives.at(won.five)
  five.winner = won.seat
  five.winner_time = won.time
  if (five.lay === null || five.lay > won.time) {
    five.lay = won.time
  }
  course.kinds = []
  for (const hand of hands) {
    if (hand.seat === seat && seat !== won.seat && hand.five === won.five) {
      five.network = Math.max(0.0, Math.min(hand.time - won.time, hand.delay - won.delay))
    }
  }
}

/** It has been covered or taken. */
function endFive(course: any, ms: any): void {
  const five = course.fives.at(course.fives.length - 1)
  if (five.lay === null) {
    five.lay = ms - five.at
    course.covered_at = ms
  }
  course.kinds = []
}

/** For a five that you did not ring: how long you had for it. */
function unseenFor(five: any, end: any): any {
  if (five.winner_time !== null) {
    return five.winner_time + GATHER_MS
  }
  return five.lay === null ? end - five.at : five.lay
}

function hardSort(fives: any, costs: any): any {
  let best: any = null
  for (const what of ['covering', 'type', 'many']) {
    const such: any = py.zip(fives, costs)
      .filter(([five, _cost]: any) => isOfSort(five, what))
      .map(([_five, cost]: any) => cost)
    const others: any = py.zip(fives, costs)
      .filter(([five, _cost]: any) => !isOfSort(five, what))
      .map(([_five, cost]: any) => cost)
    if (such.length < FEW || others.length < FEW) {
      continue
    }
    const slower = mean(such) - mean(others)
    if (slower >= SLOWER_MS && (best === null || slower > best.ms)) {
      best = { what, count: such.length, of: fives.length, ms: slower }
    }
  }
  return best
}

/** Of several fives at once the one that is seen first: made by the new card, of few cards, by colour. */
function easiest(found: any, facts: any, was: any): any {
  return py.sorted(found, (kind: any) => [was[kind] > 5, facts.cards[kind], kind])[0]
}

function whatIsHard(kind: any, cards: any, covering: any, decoys: any): any {
  if (covering) {
    return 'covering'
  }
  if (kind >= FIRST_TYPE) {
    return 'type'
  }
  if (decoys) {
    return 'decoy'
  }
  return cards >= MANY_CARDS ? 'many' : 'plain'
}

/** The reaction that was measured, from the card it answers; without one, the clock of the match tells. */
function timeOf(course: any, moment: any, since: any): any {
  const byClock = moment.ms - since
  const reaction = moment.note === null ? null : moment.note.reaction ?? null
  if (reaction === null) {
    return byClock
  }
  let best: any = NOTE_MS
  let found: any = byClock
  for (const flipped of course.flipped) {
    const measured = flipped - since + reaction
    if (Math.abs(measured - byClock) < best) {
      ;[best, found] = [Math.abs(measured - byClock), measured]
    }
  }
  return found
}

/** How much later a ring counted than the player's own device measured it. */
function delayOf(note: any): any {
  const reaction = note === null ? null : note.reaction ?? null
  const claimed = note === null ? null : note.claimed ?? null
  if (reaction === null || claimed === null || claimed < QUICKEST_MS) {
    return 0.0
  }
  const delay = reaction - claimed
  return Math.max(delay, 0.0)
}

/** Why there seemed to be a five. The latest card is what everybody looks at, so its sums are looked at first. */
function falseRing(course: any, ms: any, facts: any, names: any): any {
  const late = ms - course.covered_at
  if (late <= LATE_MS && course.fives.length > 0) {
    return {
      at: ms,
      cause: 'covered',
      kind: course.fives.at(course.fives.length - 1).kind,
      late,
      cost: facts.cost,
    }
  }
  const every: any = py.range(KINDS)
  let near: any = course.changed.filter((kind: any) => [4, 6].includes(facts.sums[kind]))
  if (!(near.length > 0) && isMixed(course, facts)) {
    return { at: ms, cause: 'mixed', kind: null, late: null, cost: facts.cost }
  }
  if (!(near.length > 0)) {
    near = every.filter((kind: any) => [4, 6].includes(facts.sums[kind]))
  }
  if (!(near.length > 0)) {
    return { at: ms, cause: 'none', kind: null, late: null, cost: facts.cost }
  }
  const added: any = near.filter((kind: any) => course.rose.includes(kind))
  const kind = added.length > 0 ? added[0] : near[0]
  return {
    at: ms,
    cause: facts.sums[kind] === 4 ? 'four' : 'six',
    kind: names[kind],
    late: null,
    cost: facts.cost,
  }
}

function isOfSort(five: any, what: any): any {
  if (what === 'covering') {
    return five.covering
  }
  return what === 'type' ? five.by_type : five.cards >= MANY_CARDS
}

function mean(numbers: any): any {
  let total: any = 0.0
  for (const number of numbers) {
    total += number
  }
  return total / numbers.length
}

/** True if the latest card is one of five that share its colour or a type, or its type or a colour. */
function isMixed(course: any, facts: any): any {
  for (const colour of py.range(FIRST_TYPE)) {
    for (const kind of py.range(TYPES)) {
      if (facts.mixed[colour * TYPES + kind] && (course.rose.includes(colour) || course.rose.includes(FIRST_TYPE + kind))) {
        return true
      }
    }
  }
  return false
}

/** A five that you could have rung. */
export interface Five {
  at: number // ms on the clock of the match
  kind: string // what there are five of
  cards: number // of how many cards it is made
  covering: boolean // it came about because a card was covered, so the new card is not part of it
  by_type: boolean // Piccolo Twist: by type, not by colour
  decoys: number // other sums of four or six
  hard: string // what makes it hard to see: "covering", "type", "decoy", "many", or "plain" if nothing does
  pot: number // cards to win
  lay: number | null // ms until it was taken or covered; None: the match ended before
  time: number | null // your time, or None if you did not ring
  winner: number | null // the seat that took it
  winner_time: number | null
  network: number // how much of the gap between the two times was the connection
  outcome: string // "won", "late" (you rang too), "beaten" (you did not), "missed" (nobody took it)
}

export interface FalseRing {
  at: number
  cause: string // "covered", "four", "six", "mixed" (a colour and a type), "none"
  kind: string | null // what there were four or six of, or the five that was covered
  late: number | null // ms since the five was covered
  cost: number // cards
}

/** The times in which a level rings: of ten fives it needs longer than `low` for nine, than `high` for one. */
export interface Times {
  level: string
  low: number
  quarter: number
  median: number
  three_quarters: number
  high: number
}

/** What to practise. `count` of `of` is what it rests on, `ms` how much slower you were. */
export interface Advice {
  what: string
  count: number
  of: number
  ms: number
}

export interface Summary {
  fives: Five[]
  false_rings: FalseRing[]
  reactions: number[] // your times, in order
  usual: number | null // the median, counting fives that others took as slower
  levels: Times[]
  practise: Advice[]
  losses: number[]
}
