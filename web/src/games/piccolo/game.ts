/** Piccolo, as the bell's table reads it. */

import type { Piccolo } from '../../net/views'
import type { BellCard, BellGame } from '../bell/common'
import Face from './Face.svelte'
import { Act } from './rules.gen'
import Sign from './Sign.svelte'
import { words } from './words'

type Card = BellCard & Piccolo.Card

export const piccolo: BellGame = {
  name: 'piccolo',
  act: Act,
  read(view: Piccolo.View) {
    return {
      turn: view.turn,
      seats: view.seats.map((seat, number) => ({
        playing: seat.playing,
        bank: seat.draw_pile,
        stack: seat.discard_pile,
        top: seat.top,
        locked: seat.locked,
        barred: false,
        lastChance: false,
        votes: seat.votes_to_stop,
        handicap: view.pace.handicap_ms[number] ?? 0,
        score: seat.score,
      })),
      pace: view.pace,
      result: view.result,
      notice: view.cap_at !== null && view.pace.clock >= view.cap_at && view.ending === null ? 'long-enough' : null,
      ending: view.ending,
    }
  },
  kinds: (card) => [(card as Card).fruit],
  counted: (kind, amount) => words.fruits(kind, amount),
  called: (card) => words.fruits((card as Card).fruit, card.amount),
  Face,
  Sign,
  back: ['#b23a24', '#e9a58f'],
  vote: { stop: Act.VOTE_STOP, on: Act.VOTE_ON },
}
