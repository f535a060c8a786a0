// Made by tools/page_views.py (make docs) from src/parlour/games/parrot; change it there.

import type { Parrot } from '../../net/views'
import * as py from '../../engine/python'

const OPENING_MS = 20000
const COUNTING_MS = 6000
const TURN_MS = 60000
const NOT_CHOSEN = -1
const PHASE_NAMES = new Map<any, any>([[0, 'OPENING'], [1, 'CHOOSE'], [2, 'USE'], [3, 'COUNTING'], [4, 'OVER']])
const NOBODY = -1
const NONE = -1
const PAIRS: any = [
  [0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [0, 6], [0, 7], [1, 2], [1, 3], [1, 4], [1, 5], [1, 6],
  [1, 7], [2, 3], [2, 4], [2, 5], [2, 6], [2, 7], [3, 4], [3, 5], [3, 6], [3, 7], [4, 5], [4, 6],
  [4, 7], [5, 6], [5, 7], [6, 7],
]
const PLACES = 8
const DRAW = 28
const REVEAL = 38
const TAKE = 29
const PLACE = 30
const PASS = 46
const LEAVE = 111
const FLOAT = 47
const ROUNDS: any = [5, 3, 1]
const PARROT = 13
const HIDDEN = -2

export function view(seen: any, seat: number): Parrot.View & { you: number | null } {
  const phase = seen.phase
  const done = seen.round_no + Number([/* Phase.COUNTING */ 3, /* Phase.OVER */ 4].includes(phase))
  const limit = py.get(
    new Map<any, any>([
      [/* Phase.OPENING */ 0, OPENING_MS],
      [/* Phase.COUNTING */ 3, COUNTING_MS],
      [/* Phase.OVER */ 4, null],
    ]),
    phase,
    TURN_MS,
  )
  const chosen = seat >= 0 && phase === /* Phase.OPENING */ 0 ? seen.opening.at(seat) : NOT_CHOSEN
  return {
    phase: py.item(PHASE_NAMES, phase).toLowerCase(),
    you: seat >= 0 ? seat : null,
    round: seen.round_no + 1,
    rounds: roundsToPlay(seen),
    turn: seen.turn === NOBODY ? null : seen.turn,
    ender: seen.ender === NOBODY ? null : seen.ender,
    pile: seen.pile_left,
    discards: seen.discarded,
    discard: seen.discarded ? nameOf(seen.discards.at(seen.discarded - 1)) : null,
    hand: seen.hand === NONE ? null : nameOf(seen.hand),
    from_pile: seen.from_pile !== 0,
    opening: chosen === NOT_CHOSEN ? null : [...PAIRS.at(chosen)],
    deadline: limit === null ? null : py.add(seen.began, limit),
    clock: seen.clock,
    seats: py.range(seen.seats).map((other: any) => ({
      box: seen.box[other].map((card: any) => nameOf(card)),
      down: PLACES - py.sum(seen.up[other]),
      ready: seen.opening[other] !== NOT_CHOSEN,
      left: seen.left[other] !== 0,
      rounds: seen.points.slice(0, done).map((points: any) => points[other]),
      total: seen.totals[other],
    })),
  }
}

/** An action in words; places are counted from 1, as in the rulebook. */
export function describe(_seen: any, action: number): string {
  if (action < DRAW) {
    return `turn up places ${PAIRS.at(action)[0] + 1} and ${PAIRS.at(action)[1] + 1}`
  }
  if (action < REVEAL) {
    const named = new Map<any, any>([[DRAW, 'draw from the pile'], [TAKE, 'take the top discard']])
    return py.get(named, action, null) || `put the card on place ${action - PLACE + 1}`
  }
  if (action < PASS) {
    return `discard the card and turn up place ${action - REVEAL + 1}`
  }
  if (action < LEAVE && action >= FLOAT) {
    const [start, landing] = [Math.floor((action - FLOAT) / PLACES), py.mod(action - FLOAT, PLACES)]
    return `float the Parrot from place ${start + 1} to place ${landing + 1}`
  }
  return action === LEAVE ? 'leave the table' : 'discard the card and pass'
}

/** PAR-06, PAR-101. */
function roundsToPlay(state: any): any {
  return ROUNDS.at(state.rounds)
}

/** A card in words: its number, P for a Parrot, ? for a card that is not known. */
function nameOf(card: any): any {
  return card === PARROT ? 'P' : card === HIDDEN ? '?' : String(card)
}
