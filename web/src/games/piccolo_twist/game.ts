/** Piccolo Twist, as the bell's table reads it. */

import type { PiccoloTwist } from '../../net/views'
import type { BellCard, BellGame, BellView } from '../bell/common'
import Face from './Face.svelte'
import { Act, LastRound, Status } from './rules.gen'
import Sign from './Sign.svelte'
import { words } from './words'

type Card = BellCard & PiccoloTwist.Card

const NOTICES: Record<string, BellView['notice']> = { [LastRound.NEXT]: 'next-is-last', [LastRound.NOW]: 'last' }

export const piccoloTwist: BellGame = {
  name: 'piccolo_twist',
  act: Act,
  read(view: PiccoloTwist.View) {
    return {
      turn: view.turn,
      seats: view.seats.map((seat) => ({
        playing: seat.status !== Status.OUT,
        bank: seat.bank,
        stack: seat.stack,
        top: seat.top,
        locked: seat.locked,
        barred: seat.barred,
        lastChance: seat.status === Status.LAST_CHANCE,
        votes: false,
        handicap: seat.handicap_ms,
        score: seat.score,
      })),
      pace: view.pace,
      result: view.result,
      notice: view.ending === null ? (NOTICES[view.last_round] ?? null) : null,
      ending: view.ending,
    }
  },
  kinds: (card) => [`colour ${(card as Card).colour}`, `type ${(card as Card).type}`],
  counted(kind, amount) {
    const name = kind.slice(kind.indexOf(' ') + 1)
    return kind.startsWith('colour ') ? words.coloured(name, amount) : words.things(name, amount)
  },
  called: (card) => words.card((card as Card).colour, (card as Card).type, card.amount),
  Face,
  Sign,
  back: ['#6d3f87', '#c3a0d6'],
}
