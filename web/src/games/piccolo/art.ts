/** Piccolo's drawings for pictures made without a browser. */

import { drawing, type Art } from '../art'
import Back from '../bell/Back.svelte'
import BellDrawing from '../bell/BellDrawing.svelte'
import { PIPS } from '../bell/pips'
import Emblem from './Emblem.svelte'
import Face from './Face.svelte'
import { piccolo } from './game'
import { FRUITS } from './rules.gen'

export const art: Art = {
  back: drawing(Back, { colours: piccolo.back }),
  bell: drawing(BellDrawing, {}),
  emblem: drawing(Emblem, {}),
}
for (const fruit of FRUITS) {
  for (const amount of Object.keys(PIPS).map(Number)) {
    const card = { fruit, amount }
    art[`${fruit} ${amount}`] = drawing(Face, { card })
  }
}
