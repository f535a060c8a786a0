/** What has changed about the people at a table, for those who are there. */

import type { SeatNow, TableNow } from '../net/messages'

export type Notice =
  | { kind: 'joined' | 'left' | 'away' | 'back' | 'offline' | 'host'; seat: number; name: string }
  | { kind: 'took over'; seat: number; name: string; from: string | null } // from whom, unless it was a bot of its own

/** The notices between two states of a table, about all seats but one's own. */
export function notices(before: TableNow | null, after: TableNow | null, own: number[]): Notice[] {
  if (!before || !after || before.seats.length !== after.seats.length) return []
  const found: Notice[] = []
  const hosted = before.seats.some((seat) => seat.host)
  after.seats.forEach((now, seat) => {
    const was = before.seats[seat]!
    if (!own.includes(seat)) found.push(...changed(was, now, seat))
    if (hosted && now.host && !was.host && now.name) found.push({ kind: 'host', seat, name: now.name })
  })
  return found
}

function changed(was: SeatNow, now: SeatNow, seat: number): Notice[] {
  const found: Notice[] = []
  if (was.name && was.name !== now.name) found.push({ kind: 'left', seat, name: was.name })
  const { name } = now
  if (!name) return found
  if (name !== was.name) {
    if (was.bot && !was.name) found.push({ kind: 'took over', seat, name, from: was.was ?? null })
    else found.push({ kind: 'joined', seat, name })
  } else if (now.bot && !was.bot) found.push({ kind: 'away', seat, name })
  else if (was.bot && !now.bot) found.push({ kind: 'back', seat, name })
  else if (was.here && !now.here) found.push({ kind: 'offline', seat, name })
  else if (!was.here && now.here) found.push({ kind: 'back', seat, name })
  return found
}
