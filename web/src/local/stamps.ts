/**
 * Dates the presses of a race. On one device there is one clock and no network, so a press counts at its own time stamp:
 * the reaction time that the page measured, added to the instant at which the card was turned up.
 */

const REVEALS = 64 // a press may name one of this many of the latest reveals

/** When a press happened, and how that was determined. */
export interface Stamp {
  at: number // the instant that counts
  arrival: number
  since: number | null // the instant of the reveal that it answers, if known
  claimed: number | null // the reaction time that the page measured
  corrected: boolean
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10

export const reactionOf = (stamp: Stamp): number | null => (stamp.since === null ? null : stamp.at - stamp.since)

/** What the match log keeps of a press, in the form of src/parlour/live/fair.py. */
export interface Note {
  reveal: number | null
  estimate: number
  reaction?: number
  claimed?: number
  clamped?: true
}

export function noteOf(stamp: Stamp, reveal: number | null): Note {
  const reaction = reactionOf(stamp)
  return {
    reveal: stamp.since === null ? null : reveal,
    estimate: tenths(stamp.arrival - (stamp.since ?? stamp.at)),
    ...(reaction === null ? {} : { reaction: tenths(reaction) }),
    ...(stamp.claimed === null ? {} : { claimed: tenths(stamp.claimed) }),
    ...(stamp.corrected ? { clamped: true as const } : {}),
  }
}

export class Stamps {
  private instants = new Map<number, number>()

  /** Event `number` is on the screen at `instant`. */
  revealed(number: number, instant: number): void {
    this.instants.set(number, instant)
    if (this.instants.size > REVEALS) this.instants.delete(this.instants.keys().next().value!)
  }

  /** All reveals were this much later: the match stood still meanwhile. */
  postpone(ms: number): void {
    for (const [number, instant] of this.instants) this.instants.set(number, instant + ms)
  }

  /** A bot's press. */
  exact(at: number, reveal: number | null): Stamp {
    return { at, arrival: at, since: this.since(reveal, at), claimed: null, corrected: false }
  }

  /** A person's press: never before the reveal that it names, and never after it was handled. */
  settle(arrival: number, reveal: number | null, claimed: number | null): Stamp {
    const since = this.since(reveal, arrival)
    if (since === null || claimed === null || Number.isNaN(claimed))
      return { at: arrival, arrival, since, claimed, corrected: false }
    const at = Math.min(Math.max(since + claimed, since), arrival)
    return { at, arrival, since, claimed, corrected: at !== since + claimed }
  }

  /** The instant of a reveal, if it can have been seen by now. */
  private since(reveal: number | null, now: number): number | null {
    const instant = reveal === null ? undefined : this.instants.get(reveal)
    return instant !== undefined && instant <= now ? instant : null
  }
}
