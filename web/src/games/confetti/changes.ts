/** Changes between two views of a round to which the page reacts with more than moving cards. */

import type { Confetti } from '../../net/views'
import { isTug, setsIn } from './cards'
import { CardState } from './rules.gen'

const looseAt = (view: Confetti.View, card: number): number | undefined =>
  view.players.find((player) => player.cards.some((other) => other.number === card && other.state === CardState.LOOSE))
    ?.seat

/** Of the cards grabbed on this device, those whose outcome is known now. */
export function settled(grabbed: readonly number[], before: Confetti.View, after: Confetti.View): number[] {
  return grabbed.filter((card) => {
    if (after.tugs.some((tug) => tug.card.number === card)) return true
    return !after.middle.some((other) => other.number === card) && looseAt(after, card) !== looseAt(before, card)
  })
}

/** True if a tug with this player has just begun. */
export const tugBegan = (before: Confetti.View, after: Confetti.View, seat: number): boolean =>
  after.tugs.some(
    (tug) =>
      isTug(tug) &&
      tug.pullers.includes(seat) &&
      !before.tugs.some((old) => old.card.number === tug.card.number && isTug(old)),
  )

/** The card that has just left the game, by name. */
export const removedNow = (before: Confetti.View, after: Confetti.View): string | undefined =>
  after.removed.length > before.removed.length
    ? after.removed.find((name) => !before.removed.includes(name))
    : undefined

const setsOf = (view: Confetti.View, seat: number) => setsIn(view.players[seat]?.cards.map((card) => card.name) ?? [])

/** The cards of a player's new sets, by number; null if there are not more sets than before. */
export function newSets(before: Confetti.View, after: Confetti.View, seat: number): number[] | null {
  const [old, now] = [setsOf(before, seat), setsOf(after, seat)]
  if (now.length <= old.length) return null
  const names = now
    .filter((set) => !old.some((other) => other.kind === set.kind && other.cards.join() === set.cards.join()))
    .flatMap((set) => set.cards)
  return after.players[seat]!.cards.filter((card) => names.includes(card.name)).map((card) => card.number)
}
