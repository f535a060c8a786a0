/** Plays a log again, and records what a spectator would have been sent, as a server stores it for replays. */

import { Engine } from '../engine/engine'
import { Match, Refusal } from '../engine/match'
import type { SavedMatch } from '../net/http'
import type { Event, Race, Ring } from '../net/messages'
import { SPECTATOR } from '../engine/engine'
import { hushedWords, isRaced, type GameParts } from './game'
import { BadLog, type Entry, type Log } from './log'
import { Reveals } from './races'
import type { Note } from './stamps'
import { ShownViews } from './views'

/** The messages of one replayed match. */
class Recorder {
  readonly events: (Event | Race)[] = []
  private views: ShownViews
  private reveals: Reveals
  private rings: Ring[] = [] // of the race that is not judged yet
  private number = 0

  constructor(
    private match: Match,
    private parts: GameParts,
  ) {
    this.views = new ShownViews(match, parts)
    this.reveals = new Reveals(match, parts)
    this.add(0)
  }

  private add(ms: number, seat: number | null = null, action: number | null = null): void {
    const { description } = this.parts.code
    const hushed = action === null ? null : hushedWords(description, action)
    const told = hushed === null ? action : null
    const words = told === null ? hushed : this.parts.views.describe(this.match.seenRecord(null), told)
    const reveal = this.reveals.anyNew()
    this.number += 1
    const change = this.views.changes([]).get(SPECTATOR)!
    this.events.push({ t: 'event', n: this.number, ms, at: 0, change, seat, action: told, words, reveal })
    const isRing = description.oneVerdict && isRaced(description, action)
    if (!isRing && this.rings.length) {
      this.events.push({ t: 'race', n: this.number, reveal: this.reveals.last, rings: this.rings })
      this.rings = []
    }
    if (reveal) this.reveals.last = this.number
  }

  /** Whatever is due by then happens. */
  pass(until: number): void {
    const { match } = this
    while (!match.over && match.due !== null && match.due <= until) {
      match.wait()
      this.add(match.clock)
    }
  }

  act([ms, seat, action, note]: Entry): void {
    const { description } = this.parts.code
    this.pass(ms)
    const at = this.match.play(seat, action, ms)
    if (description.oneVerdict && isRaced(description, action)) this.rings.push(ringOf(seat, note))
    this.add(at, seat, action)
  }
}

const ringOf = (seat: number, note: Note | undefined): Ring => ({
  seat,
  ms: note?.reaction ?? null,
  claimed: note?.claimed ?? null,
  corrected: note?.clamped ?? false,
})

/** The match of a log before the first action. A BadLog says why this engine cannot play it. */
export function dealt({ header }: Log, engine: Engine): Match {
  const { title, version } = engine.description
  if (header.rules !== version)
    throw new BadLog(
      `This match was played by version ${header.rules} of the rules of ${title}, and here is version ${version}.`,
    )
  return new Match(engine, header)
}

/** Plays something that a log says; a BadLog says that the rules do not allow it. */
export function byTheRules<T>(play: () => T): T {
  try {
    return play()
  } catch (error) {
    if (error instanceof Refusal) throw new BadLog(`This log does not follow the rules: ${error.message}.`)
    throw error
  }
}

/** The match of a log, with everything that a spectator saw of it. A BadLog says what is wrong with the log. */
export async function replayOf(log: Log, parts: GameParts): Promise<Omit<SavedMatch, 'match' | 'started' | 'ended'>> {
  const { description } = parts.code
  const { header, entries } = log
  const match = dealt(log, await Engine.start(parts.code))
  const recorder = new Recorder(match, parts)
  byTheRules(() => {
    for (const entry of entries) recorder.act(entry)
  })
  recorder.pass(header.clock)
  const { scores, winners } = match
  return {
    game: header.game,
    title: description.title,
    rules: String(header.rules),
    seats: header.seats,
    result: { scores, winners },
    events: recorder.events,
  }
}
