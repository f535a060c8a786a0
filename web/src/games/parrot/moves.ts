/** Parrot's actions: their numbers and meanings. */

import { isAct } from '../../kit/actions'
import { Act, OPENINGS, PLACES } from './rules.gen'

/** The opening that turns up these two places. */
export const opening = (one: number, other: number): number =>
  Act.OPEN + OPENINGS.findIndex(([first, second]) => first === Math.min(one, other) && second === Math.max(one, other))

export const placing = (place: number): number => Act.PLACE + place
export const isPlace = (action: number): boolean => isAct(Act, 'PLACE', action)

/** Discard the card in hand and turn up this place. */
export const revealing = (place: number): number => Act.REVEAL + place
export const isReveal = (action: number): boolean => isAct(Act, 'REVEAL', action)

export const floating = (from: number, to: number): number => Act.FLOAT + PLACES * from + to
export const isFloat = (action: number): boolean => isAct(Act, 'FLOAT', action)
export const floatFrom = (action: number): number => Math.floor((action - Act.FLOAT) / PLACES)
export const floatTo = (action: number): number => (action - Act.FLOAT) % PLACES
