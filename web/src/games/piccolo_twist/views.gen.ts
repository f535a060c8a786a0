// Made by tools/page_views.py (make docs) from src/parlour/games/piccolo_twist; change it there.

import type { PiccoloTwist } from '../../net/views'
import * as py from '../../engine/python'

const SEATS = 5
const SPECTATOR = -1
const LAST_ROUNDS = new Map<any, any>([[0, 'not yet'], [1, 'next'], [2, 'now']])
const ENDINGS = new Map<any, any>([
  [0, null],
  [1, 'the last round has been won'],
  [2, 'the last round has been lost by a wrong ring'],
  [3, 'nobody has a card left to flip'],
  [4, 'the time is up'],
  [5, 'one player is left'],
])
const WORDS = new Map<any, any>([[0, 'flip the next card'], [1, 'ring the bell'], [2, 'leave the table']])
const OUT = 'out'
const IN = 'in'
const LAST_CHANCE = 'last chance'
const EMPTY = 'empty'
const NO_CARD = -1
const NO_RING = 9223372036854775807n
const NEVER = 9223372036854775807n
const CAP_MS = 900000
const TYPES: any = ['hat', 'potion', 'chameleon', 'candle']
const COLOURS: any = ['red', 'yellow', 'green', 'blue']

/** TWI-61, TWI-62: tops and the sizes of banks and stacks, but never the cards under a top. */
export function view(seen: any, seat: number): PiccoloTwist.View & { you: number | null } {
  const scores: any = py.repeat([0], SEATS)
  score(seen, scores)
  return {
    you: seat === SPECTATOR ? null : seat,
    turn: seen.ending || seen.bank_left.at(seen.turn) === 0 ? null : seen.turn,
    seats: py.range(seen.seats).map((other: any) => ({
      status: statusOf(seen, other),
      bank: seen.bank_left[other],
      stack: seen.stack_left[other],
      top: topOf(seen, other),
      rings_at: rangAt(seen, other),
      locked: seen.locked[other] !== 0,
      barred: seen.barred[other] !== 0,
      handicap_ms: seen.handicap_ms[other],
      score: scores[other],
    })),
    pace: pace(seen),
    result: result(seen),
    last_round: py.item(LAST_ROUNDS, seen.last_round),
    cap_at: moment2(capAt(seen)),
    stops_at: moment2(seen.overtime_ends),
    ending: py.item(ENDINGS, seen.ending),
  }
}

export function describe(_seen: any, action: number): string {
  return py.item(WORDS, action)
}

export function handicap(state: any, seat: number): number {
  return state.handicap_ms.at(seat)
}

export function reveals(state: any): number {
  return state.flips
}

export function moment(seen: any, seat: number, _action: number, number: number, _soon: boolean): string {
  if (number === /* Forbids.PACE */ 14) {
    return flipRefused(seen)
  }
  return number === /* Forbids.RING_IGNORED */ 60 ? ringRefused(seen, seat) : ''
}

/** TWI-50, TWI-51: the last player has all cards; otherwise players still in count bank and stack. */
function score(state: any, out: any): void {
  for (const seat of py.range(state.seats)) {
    if (!state.playing[seat]) {
      out[seat] = 0
    } else if (state.ending === /* Ending.LAST_PLAYER */ 5) {
      out[seat] = state.cards
    } else {
      out[seat] = state.bank_left[seat] + state.stack_left[seat]
    }
  }
}

function statusOf(seen: any, seat: any): any {
  if (!seen.playing[seat]) {
    return OUT
  }
  if (seen.bank_left[seat] > 0) {
    return IN
  }
  return seen.seats > 2 && seen.last_round !== /* LastRound.NOW */ 2 ? LAST_CHANCE : EMPTY
}

function topOf(seen: any, seat: any): any {
  const card = seen.tops[seat]
  return card === NO_CARD ? null : py.struct(['type', 'colour', 'amount'], [...partsOf(seen.faces.at(card))])
}

/** The moment for which the pending ring of this seat counts. */
function rangAt(seen: any, seat: any): any {
  return seen.ring_at[seat] === NO_RING ? null : seen.ring_at[seat]
}

function pace(seen: any): any {
  return {
    clock: seen.clock,
    flips: seen.flips,
    last_flip: seen.flips > 0 ? seen.last_flip : null,
    may_flip_at: freeAt(seen),
    flips_itself_at: seen.ending ? null : selfFlipAt(seen),
    verdict_at: seen.verdict_at === NEVER ? null : seen.verdict_at,
    shown_until: seen.shown_until,
    handicap_ms: seen.handicap_ms.slice(0, seen.seats),
  }
}

function result(seen: any): any {
  if (seen.verdict === /* Verdict.NONE */ 0) {
    return null
  }
  return { seat: seen.verdict_by, right: seen.verdict === /* Verdict.RIGHT */ 1 }
}

function moment2(ms: any): any {
  return ms === NEVER ? null : ms
}

/** TWI-55: when 15 minutes are over, if they are counted and the cap has not been reached yet. */
function capAt(state: any): any {
  return hasTimeCap(state) && state.overtime_ends === NEVER ? CAP_MS : NEVER
}

/** Why a card cannot be flipped at this moment; `seen` is plain. */
function flipRefused(seen: any): any {
  if (seen.flip === /* Flipping.AUTOMATIC */ 1) {
    return 'At this table the cards flip by themselves.'
  }
  return 'Not so fast: wait a moment before the next flip.'
}

/** Why a ring is ignored at this moment; `seen` is plain. */
function ringRefused(seen: any, seat: any): any {
  if (!isShowing(seen) && seen.locked.at(seat)) {
    return 'You’ve already rung. You can ring again after the next card.'
  }
  return 'Wait for the next card: a ring doesn’t count now, and costs nothing.'
}

function partsOf(face: any): any {
  return [TYPES.at(py.shr(face, 5)), COLOURS[py.and(py.shr(face, 3), 3)], py.and(face, 7)]
}

/** PIC-15, PIC-55: the first moment for the next flip if no ring is pending. */
function freeAt(state: any): any {
  return py.max(py.add(state.last_flip, state.min_flip_gap_ms), state.shown_until)
}

/** PIC-15: when the next card is flipped automatically. */
function selfFlipAt(state: any): any {
  const waitingSince = py.max(state.last_flip, state.shown_until)
  let pause: any = state.min_flip_gap_ms
  if (state.flip === /* Flipping.MANUAL */ 0) {
    pause = Math.max(state.auto_flip_ms, pause)
  }
  return py.add(waitingSince, pause)
}

/** PIC-49: True if the game is capped after 15 minutes. */
function hasTimeCap(state: any): any {
  return state.cap_minutes_choice === /* CapMinutes.FIFTEEN */ 0
}

/** PIC-55: True while a result is being shown and rings are ignored. */
function isShowing(state: any): any {
  return state.verdict !== /* Verdict.NONE */ 0
}

/** Why a move is refused, by the number of the rule. */
export const refusals: Record<number, string> = {
  11: "It isn’t your turn to flip.",
  12: "You can flip a card when it’s your turn, or ring the bell.",
  14: "Not so fast: wait a moment before the next flip.",
  23: "There are no cards to win yet, so this ring doesn’t count and costs nothing.",
  40: "You have no card left to flip.",
  45: "You’re out of this game.",
  46: "The game is over.",
  49: "You rang falsely and had no card to pay, so you can’t ring again in this last round.",
  58: "Somebody rang! Wait for the result.",
  60: "Wait for the next card: a ring doesn’t count now, and costs nothing.",
}
