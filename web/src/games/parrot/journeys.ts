/** Which cards move when something happens, derived from the event and the views before and after it. */

import type { Event } from '../../net/messages'
import type { Parrot } from '../../net/views'
import { floatFrom, floatTo, isFloat, isPlace, isReveal, placing, revealing } from './moves'
import { Act, DOWN, Phase } from './rules.gen'

/** 'pile', 'discard', 'hand', or a place: "seat.place". These are also their marks for kit/fly. */
export type Spot = string

export const spot = (seat: number, place: number): Spot => `${seat}.${place}`

export interface Journeys {
  /** Cards that go somewhere, in the order they leave. */
  flights: { from: Spot; to: Spot }[]
  /** Cards that were turned up where they lie. */
  turned: Spot[]
  /** A Parrot that flies. */
  bird: { from: Spot; to: Spot } | null
  /** A round was dealt. */
  dealt: boolean
}

const NOTHING: Journeys = { flights: [], turned: [], bird: null, dealt: false }

/** Places that were down and are up now. */
function turnedUp(before: Parrot.View, after: Parrot.View): Spot[] {
  return after.seats.flatMap(({ box }, seat) =>
    box.flatMap((card, place) => (card !== DOWN && before.seats[seat]!.box[place] === DOWN ? [spot(seat, place)] : [])),
  )
}

/** The move made for a player who was too slow or has left (PAR-38), as an action. */
function madeFor(before: Parrot.View, after: Parrot.View): number {
  const seat = before.turn!
  const was = before.seats[seat]!.box
  const is = after.seats[seat]!.box
  const changed = was.findIndex((card, place) => card !== is[place])
  if (before.hand !== null && !before.from_pile) return placing(Math.max(changed, 0))
  return changed < 0 ? Act.PASS : revealing(changed)
}

export function journeys(event: Pick<Event, 'seat' | 'action'>, before: Parrot.View, after: Parrot.View): Journeys {
  if (after.phase === Phase.OPENING) {
    return before.phase === Phase.OPENING ? NOTHING : { ...NOTHING, dealt: true }
  }
  const turned = turnedUp(before, after)
  const seat = before.turn
  if (seat === null) return { ...NOTHING, turned }
  const action = event.action ?? (event.seat == null ? madeFor(before, after) : -1)
  if (action === Act.DRAW) return { ...NOTHING, flights: [{ from: 'pile', to: 'hand' }] }
  if (action === Act.TAKE) return { ...NOTHING, flights: [{ from: 'discard', to: 'hand' }] }
  const held = before.hand === null ? 'pile' : 'hand' // a move made for somebody draws and discards at once
  if (isPlace(action)) {
    const place = spot(seat, action - Act.PLACE)
    const flights = [
      { from: place, to: 'discard' },
      { from: held, to: place },
    ]
    return { ...NOTHING, flights, turned: turned.filter((other) => other !== place) }
  }
  if (isReveal(action) || action === Act.PASS) return { ...NOTHING, flights: [{ from: held, to: 'discard' }], turned }
  if (isFloat(action)) {
    const from = spot(seat, floatFrom(action))
    const to = spot(seat, floatTo(action))
    const flights = [
      { from: to, to: 'discard' },
      { from: held, to: from },
    ]
    return { flights, turned: turned.filter((other) => other !== to), bird: { from, to }, dealt: false }
  }
  return { ...NOTHING, turned }
}
