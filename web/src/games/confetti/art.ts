/** Confetti's drawings for pictures made without a browser: the parts of a card, by side, kind and size. */

import { drawing, type Art } from '../art'
import { SPOTS } from './cards'
import Emblem from './Emblem.svelte'
import Mark from './Mark.svelte'
import { LETTERS, SIZES } from './rules.gen'

export const art: Art = { emblem: drawing(Emblem, {}) }

for (const [kind, letter] of [...LETTERS].entries()) {
  for (const size of SIZES) {
    for (const black of [false, true]) {
      art[`${black ? 'black' : 'white'} ${size} ${letter}`] = drawing(Mark, { kind, ...SPOTS[size], black })
    }
  }
}
