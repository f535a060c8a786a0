/** Piccolo Twist's drawings for pictures made without a browser. */

import { drawing, type Art } from '../art'
import Back from '../bell/Back.svelte'
import BellDrawing from '../bell/BellDrawing.svelte'
import { PIPS } from '../bell/pips'
import Emblem from './Emblem.svelte'
import Face from './Face.svelte'
import { piccoloTwist } from './game'
import { COLOURS, TYPES } from './rules.gen'

export const art: Art = {
  back: drawing(Back, { colours: piccoloTwist.back }),
  bell: drawing(BellDrawing, {}),
  emblem: drawing(Emblem, {}),
}
for (const type of TYPES) {
  for (const colour of COLOURS) {
    for (const amount of Object.keys(PIPS).map(Number)) {
      const card = { type, colour, amount }
      art[`${colour} ${type} ${amount}`] = drawing(Face, { card })
    }
  }
}
