// Made by tools/page_views.py (make docs) from src/parlour/games/piccolo; change it there.

import type { Piccolo } from '../../net/views'
import * as py from '../../engine/python'

const SEATS = 5
const SPECTATOR = -1
const NEVER = 9223372036854775807n
const OVERTIME_MS = 30000
const ENDINGS = new Map<any, any>([
  [0, null],
  [1, 'one player has gathered all cards'],
  [2, 'the players agreed to stop'],
  [3, 'nobody had a card left to flip'],
  [4, 'the game had gone on for long enough'],
])
const WORDS = new Map<any, any>([
  [0, 'flip the next card'],
  [1, 'ring the bell'],
  [2, 'vote to stop the game'],
  [3, 'refuse to stop the game'],
  [4, 'leave the table'],
])
const NO_CARD = -1
const FRUITS: any = ['banana', 'strawberry', 'lime', 'plum']
const NO_RING = 9223372036854775807n

/** PIC-58, PIC-60, PIC-61: tops and the sizes of piles, but never the cards under a top. */
export function view(seen: any, seat: number): Piccolo.View & { you: number | null } {
  const scores: any = py.repeat([0], SEATS)
  score(seen, scores)
  return {
    you: seat === SPECTATOR ? null : seat,
    turn: seen.ending ? null : seen.turn,
    dealer: seen.dealt_by,
    seats: py.range(seen.seats).map((other: any) => ({
      playing: seen.playing[other] !== 0,
      draw_pile: seen.bank_left[other],
      discard_pile: seen.stack_left[other],
      top: topOf(seen, other),
      rings_at: rangAt(seen, other),
      locked: seen.locked[other] !== 0,
      votes_to_stop: seen.voted[other] !== 0,
      score: scores[other],
    })),
    pace: pace(seen),
    result: result(seen),
    cap_at: seen.latest_end === NEVER ? null : py.sub(seen.latest_end, OVERTIME_MS),
    stops_at: seen.latest_end === NEVER ? null : seen.latest_end,
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

export function moment(seen: any, seat: number, action: number, number: number, _soon: boolean): string {
  if (number === /* Forbids.PACE */ 15) {
    return flipRefused(seen)
  }
  if (number === /* Forbids.VOTE */ 46 && action === /* Act.VOTE_STOP */ 2) {
    return 'You’ve already asked to stop.'
  }
  if (number === /* Forbids.RESULT_SHOWN */ 55) {
    return ringRefused(seen, seat)
  }
  return ''
}

/** PIC-44, PIC-47: the last player has all cards; otherwise players still in count draw pile and discard pile. */
function score(state: any, out: any): void {
  for (const seat of py.range(state.seats)) {
    if (!state.playing[seat]) {
      out[seat] = 0
    } else if (state.ending === /* Ending.LAST_PLAYER */ 1) {
      out[seat] = state.cards
    } else {
      out[seat] = state.bank_left[seat] + state.stack_left[seat]
    }
  }
}

function topOf(seen: any, seat: any): any {
  const card = seen.tops[seat]
  return card === NO_CARD ? null : { fruit: FRUITS.at(seen.fruit.at(card)), amount: seen.amount.at(card) }
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

/** PIC-55: True while a result is being shown and rings are ignored. */
function isShowing(state: any): any {
  return state.verdict !== /* Verdict.NONE */ 0
}

/** Why a move is refused, by the number of the rule. */
export const refusals: Record<number, string> = {
  10: "It isn’t your turn to flip.",
  13: "You can flip a card when it’s your turn, or ring the bell.",
  15: "Not so fast: wait a moment before the next flip.",
  38: "You have no card left to flip.",
  42: "You’re out of this game.",
  43: "The game is over.",
  46: "Nobody has asked to stop.",
  54: "Somebody rang! Wait for the result.",
  55: "Wait for the next card: a ring doesn’t count now, and costs nothing.",
  56: "You’ve already rung. You can ring again after the next card.",
}
