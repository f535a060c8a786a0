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
const PARROT = 13
const ROUNDS: any = [5, 3, 1]
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

export function moment(seen: any, seat: number, _action: number, number: number, _soon: boolean): string {
  if (number === /* Forbids.OPENING_FIRST */ 14 && seen.opening.at(seat) !== NOT_CHOSEN) {
    return 'Wait until everyone has turned up two cards.'
  }
  if ([/* Forbids.DISCARD_MUST_BE_USED */ 28, /* Forbids.PASS_WITH_DISCARD */ 44].includes(number) && (0 <= seen.hand && seen.hand <= PARROT)) {
    const card = seen.hand === PARROT ? 'Parrot' : String(seen.hand)
    return `You took the ${card} from the discard pile, so it must go into your Box.`
  }
  return ''
}

/** PAR-06, PAR-101. */
function roundsToPlay(state: any): any {
  return ROUNDS.at(state.rounds_choice)
}

/** A card in words: its number, P for a Parrot, ? for a card that is not known. */
function nameOf(card: any): any {
  return card === PARROT ? 'P' : card === HIDDEN ? '?' : String(card)
}

/** Why a move is refused, by the number of the rule. */
export const refusals: Record<number, string> = {
  14: "First, turn up two cards in your Box.",
  15: "You’ve already chosen two cards. Wait for the others.",
  20: "You’ve already turned up two cards in this round.",
  21: "It isn’t your turn.",
  22: "First draw a card, or take the top card of the discard pile.",
  23: "You already have a card in your hand.",
  27: "This card is already face up. Choose one that’s face down.",
  28: "A card from the discard pile must go into your Box.",
  29: "You can’t do that here.",
  34: "You can pass only when a single card is left face down.",
  38: "You’ve left this game.",
  44: "A card from the discard pile must go into your Box.",
  55: "The round is over: the points are being counted.",
  85: "Only a face-up Parrot can fly.",
  86: "A Parrot can fly only when you get the number it copies.",
  87: "A Parrot can land only on a face-down card.",
  89: "Only one Parrot can fly in a turn.",
  95: "A Parrot can’t land in its own column.",
  97: "This Parrot has no number to copy, so it can’t fly.",
  99: "The game is over.",
}
