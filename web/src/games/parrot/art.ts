/** Parrot's drawings for pictures made without a browser. */

import { drawing, type Art } from '../art'
import Emblem from './Emblem.svelte'
import Face from './Face.svelte'
import { DOWN, PARROT } from './rules.gen'
import Tag from './Tag.svelte'

const numbers = Array.from({ length: 13 }, (_, number) => String(number))

export const art: Art = {
  emblem: drawing(Emblem, {}),
  [DOWN]: drawing(Face, { card: DOWN }),
  [PARROT]: drawing(Face, { card: PARROT }),
  [`${PARROT} up`]: drawing(Face, { card: PARROT, looks: 'up' }),
  [`${PARROT} down`]: drawing(Face, { card: PARROT, looks: 'down' }),
}
for (const card of numbers) art[card] = drawing(Face, { card })
for (const says of [...numbers, DOWN, '…']) art[`says ${says}`] = drawing(Tag, { says })
