// Made by tools/page_views.py (make docs) from src/parlour/games/parrot; change it there.

import * as py from '../../engine/python'

const CARD_NAMED = new Map<any, any>([
  ['?', -2],
  ['0', 0],
  ['1', 1],
  ['2', 2],
  ['3', 3],
  ['4', 4],
  ['5', 5],
  ['6', 6],
  ['7', 7],
  ['8', 8],
  ['9', 9],
  ['10', 10],
  ['11', 11],
  ['12', 12],
  ['P', 13],
])
const COLUMNS = 4
const SET_POINTS: any = [0, 0, -10, -15, -20]
const HIDDEN = -2
const WILD_PAIR = 1
const PAIR_OF_NOTHING = 0
const PARROT = 13

export function columnsOf(box: any): any {
  const cards: any = box.map((name: any) => py.item(CARD_NAMED, name))
  return py.range(COLUMNS).map((i: any) => _column(cards[i], cards[i + COLUMNS]))
}

/** With `wild`, two Parrots join where they help most (PAR-79). */
export function setsOf(box: any, wild: any): any {
  const joined = new Map<any, any>()
  let pairs: any = 0
  const columns: any = columnsOf(box)
  for (const [place, column] of py.enumerate(columns)) {
    if (column.number !== null) {
      py.setdefault(joined, column.number, []).push(place)
      pairs = plusOne(pairs, column.number)
    }
  }
  for (const [place, column] of py.enumerate(columns)) {
    if (wild && column.kind === 'parrots') {
      const number = bestNumber(pairs)
      py.setdefault(joined, number, []).push(place)
      pairs = plusOne(pairs, number)
    }
  }
  return [...joined]
    .filter(([_number, places]: any) => places.length > 1)
    .map(([number, places]: any) => ({ number, columns: py.sorted(places), points: SET_POINTS[places.length] }))
}

/** The points of all face-up cards; of a Box without down cards, its score. */
export function pointsOf(box: any, wild: any): number {
  const cards: any = box.map((name: any) => py.item(CARD_NAMED, name))
  if (!cards.includes(HIDDEN)) {
    return countBox(cards, wild ? WILD_PAIR : PAIR_OF_NOTHING)
  }
  return py.sum(columnsOf(box).map((column: any) => column.points)) + py.sum(setsOf(box, wild).map((each: any) => each.points))
}

function _column(a: any, b: any): any {
  if ([a, b].includes(HIDDEN)) {
    return { kind: 'open', number: null, points: _value(a) + _value(b) }
  }
  if (a === PARROT && b === PARROT) {
    return { kind: 'parrots', number: null, points: 0 }
  }
  if (a === b || [a, b].includes(PARROT)) {
    return { kind: 'pair', number: a === PARROT ? b : a, points: 0 }
  }
  return { kind: 'sum', number: null, points: a + b }
}

function plusOne(counts: any, kind: any): any {
  return py.add(counts, py.shl(1, 4 * kind))
}

/** PAR-79, wild-pair: the number of which one more Pair lowers the score most. */
function bestNumber(pairs: any): any {
  let [best, gain]: any = [0, 1]
  for (const number of py.range(PARROT)) {
    const have = countOf(pairs, number)
    const change = SET_POINTS[have + 1] - SET_POINTS[have]
    if (change < gain) {
      ;[best, gain] = [number, change]
    }
  }
  return best
}

/** PAR-69: columns without a Pair count both values; the Pairs of one number form one set. */
function countBox(box: any, twoParrots: any): any {
  let [points, pairs, doubleParrots]: any = [0, 0, 0]
  for (const column of py.range(COLUMNS)) {
    const [a, b] = [box[column], box[column + COLUMNS]]
    if (a === PARROT && b === PARROT) {
      doubleParrots += 1
    } else if (a === b || b === PARROT) {
      pairs = plusOne(pairs, a)
    } else if (a === PARROT) {
      pairs = plusOne(pairs, b)
    } else {
      points += (a + b)
    }
  }
  if (twoParrots === WILD_PAIR) {
    for (const _ of py.range(doubleParrots)) {
      pairs = plusOne(pairs, bestNumber(pairs))
    }
  }
  for (const number of py.range(PARROT)) {
    points += SET_POINTS[countOf(pairs, number)]
  }
  return points
}

function _value(card: any): any {
  return [HIDDEN, PARROT].includes(card) ? 0 : card
}

/** How many cards of this kind there are. */
function countOf(counts: any, kind: any): any {
  return py.and(py.shr(counts, 4 * kind), 15)
}
