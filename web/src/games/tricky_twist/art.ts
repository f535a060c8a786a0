/** Tricky Twist's drawings for pictures made without a browser. */

import { drawing, type Art } from '../art'
import { cardNamed } from './cards'
import Emblem from './Emblem.svelte'
import Face from './Face.svelte'
import Poster from './Poster.svelte'
import { BONUS, CARDS, KINDS, SUITS } from './rules.gen'
import Star from './Star.svelte'
import Ticket from './Ticket.svelte'

export const art: Art = {
  emblem: drawing(Emblem, {}),
  back: drawing(Face, { card: null }),
  star: drawing(Star, { paid: true }),
  'no star': drawing(Star, { paid: false }),
}
for (let number = 0; number < CARDS; number += 1) {
  const card = cardNamed(number)
  art[card] = drawing(Face, { card })
  art[`mini ${card}`] = drawing(Face, { card, mini: true })
}
for (const name of BONUS) {
  art[name] = drawing(Ticket, { name, valueSide: true })
  if (/^V\d$/.test(name)) art[`${name} symbol`] = drawing(Ticket, { name, valueSide: false })
}
// Scoring cards without their stars, which are an option.
const poster = (name: string, suits: string[]) => drawing(Poster, { card: { name, says: '', suits, stars: [] } })
for (const kind of KINDS.filter((each) => !each.startsWith('SUIT2'))) art[kind] = poster(kind, [])
for (const first of SUITS) {
  for (const second of SUITS.filter((suit) => suit !== first)) {
    art[`${first} or ${second}`] = poster('SUIT2-A', [first, second])
  }
}
