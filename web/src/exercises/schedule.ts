/**
 * When an exercise comes back: Leitner's boxes. What was solved moves up one box and comes back after a longer time; what
 * was not goes back to the first box. After the last box it is learnt, and does not come back.
 */

const DAY_MS = 24 * 3600 * 1000

/** For each box: days until its exercises come back. */
export const DAYS = [1, 3, 7, 21]
/** More than this at once would be a chore. */
export const MOST_A_DAY = 20

/** What is known of an exercise that was tried, or is to be tried. */
export interface Card {
  id: string // of the exercise
  game: string
  own: boolean // one of your own mistakes
  level: number | null // of a shipped exercise
  at: number // when it was last tried, or added: ms since 1970
  tries: number
  solved: number // of these
  first: boolean | null // solved at the first try; null: not tried yet
  box: number | null // null: it does not come back
  due: number | null // the day on which it comes back
}

/** The number of a day, from midnight to midnight in local time. */
export function dayOf(ms: number): number {
  const date = new Date(ms)
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS)
}

/** An exercise that has not been tried: a mistake of yours comes back from the next day on. */
export function newCard(about: Pick<Card, 'id' | 'game' | 'own' | 'level'>, now: number): Card {
  const waits = about.own ? { box: 0, due: dayOf(now) + DAYS[0]! } : { box: null, due: null }
  return { ...about, at: now, tries: 0, solved: 0, first: null, ...waits }
}

/** The card after a try. */
export function tried(card: Card, solved: boolean, now: number): Card {
  const next = {
    ...card,
    at: now,
    tries: card.tries + 1,
    solved: card.solved + Number(solved),
    first: card.first ?? solved,
  }
  if (!solved) return { ...next, box: 0, due: dayOf(now) + DAYS[0]! }
  const box = card.box === null ? DAYS.length : card.box + 1
  return box < DAYS.length ? { ...next, box, due: dayOf(now) + DAYS[box]! } : { ...next, box: null, due: null }
}

/** What comes back today: your own mistakes first, then what has waited longest; no more than is good for a day. */
export function dueToday(cards: readonly Card[], now: number): Card[] {
  const today = dayOf(now)
  const repeated = cards.filter(({ tries, at, own }) => tries > (own ? 0 : 1) && dayOf(at) === today).length
  return cards
    .filter(({ due }) => due !== null && due <= today)
    .sort((a, b) => Number(b.own) - Number(a.own) || a.due! - b.due! || a.at - b.at)
    .slice(0, Math.max(0, MOST_A_DAY - repeated))
}

/** Solved at the first try, of those that were tried. */
export function scoreOf(cards: readonly Card[]): { solved: number; tried: number } {
  const all = cards.filter(({ first }) => first !== null)
  return { solved: all.filter(({ first }) => first).length, tried: all.length }
}
