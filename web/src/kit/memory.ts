/** What this device remembers between visits, in localStorage; without it (private mode) only until the page closes. */

export interface KeptSeat {
  seat: number
  token: string
}

export interface KeptTable {
  id: string
  game: string
  invite: string | null
  seats: KeptSeat[]
  at: number // ms since 1970
}

export interface PastMatch {
  match: string
  table: string
  game: string
  title: string
  at: number
  names: string[]
  scores: number[]
  winners: number[]
  you: number | null
  own?: number[] // with several players on this device: their seats
  best?: number // the fastest ring, ms
  deal?: string // of a match that can be dealt to others: the same for everybody who plays it
  day?: string // whose deal of the day it was
  practice?: boolean // played on from a position, or with a deal that was played here before: no part of statistics
}

const MOST_TABLES = 20
const MOST_MATCHES = 100
const fallback = new Map<string, string>()

export function recall<T>(key: string, otherwise: T): T {
  let text: string | null | undefined
  try {
    text = localStorage.getItem(`parlour.${key}`)
  } catch {
    text = fallback.get(key)
  }
  if (text == null) return otherwise
  try {
    return JSON.parse(text) as T
  } catch {
    return otherwise
  }
}

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  try {
    localStorage.setItem(`parlour.${key}`, text)
  } catch {
    fallback.set(key, text)
  }
}

export const keptTables = (): KeptTable[] => recall<KeptTable[]>('tables', [])
export const keptTable = (id: string): KeptTable | undefined => keptTables().find((table) => table.id === id)

export function keepTable(table: KeptTable): void {
  const others = keptTables().filter((other) => other.id !== table.id)
  keep('tables', [table, ...others].slice(0, MOST_TABLES))
}

export function keepSeat(id: string, game: string, invite: string | null, seat: KeptSeat): void {
  const known = keptTable(id)
  const others = known?.seats.filter((other) => other.seat !== seat.seat) ?? []
  keepTable({
    id,
    game: game || (known?.game ?? ''),
    invite: invite ?? known?.invite ?? null,
    seats: [...others, seat],
    at: Date.now(),
  })
}

/** `running`: a match is running at that table, so that it can be continued. */
export function markTable(id: string, game: string, running: boolean): void {
  const known = keptTable(id)
  if (known) keepTable({ ...known, game, at: running ? Date.now() : 0 })
}

export function forgetTable(id: string): void {
  keep(
    'tables',
    keptTables().filter((table) => table.id !== id),
  )
}

export const pastMatches = (): PastMatch[] => recall<PastMatch[]>('matches', [])

export function keepMatch(match: PastMatch): void {
  const others = pastMatches().filter((other) => other.match !== match.match)
  keep('matches', [match, ...others].slice(0, MOST_MATCHES))
}

export const forgetMatches = (): void => keep('matches', [])
