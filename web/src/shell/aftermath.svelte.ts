/** What is seen once a match is over. */

import { browserTimers, type Timers } from '../net/clock'
import type { TableNow } from '../net/messages'

export const LINGER_MS = 2000 // the last cards are seen before the end is told

/** The last cards; how it ended; the table again, because somebody wants another look; the table being changed. */
export type Sight = 'last cards' | 'end' | 'table' | 'setup'

export class Aftermath {
  sight = $state<Sight>('end') // who comes when all is over has seen no last cards
  private cancel: (() => void) | null = null

  constructor(private timers: Timers = browserTimers) {}

  heard(status: TableNow['status']): void {
    this.cancel?.()
    this.cancel = null
    if (status === 'playing' || status === 'paused') this.sight = 'last cards'
    else if (this.sight !== 'last cards') return
    else if (status === 'over') this.cancel = this.timers.later(LINGER_MS, () => (this.sight = 'end'))
    else this.sight = 'end' // nothing was finished: there is nothing to be seen
  }
}
