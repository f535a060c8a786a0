/** Which screen is shown once a match is over. */

import { browserTimers, type Timers } from '../net/clock'
import type { TableNow } from '../net/messages'

export const LINGER_MS = 2000 // how long the last cards stay before the result is shown

/** The last cards, the result, the final table on request, or the set-up of the next match. */
export type AfterMatchScreen = 'last cards' | 'end' | 'table' | 'setup'

export class AfterMatch {
  screen = $state<AfterMatchScreen>('end') // for those who join after the end
  private cancel: (() => void) | null = null

  constructor(private timers: Timers = browserTimers) {}

  statusChanged(status: TableNow['status']): void {
    this.cancel?.()
    this.cancel = null
    if (status === 'playing' || status === 'paused') this.screen = 'last cards'
    else if (this.screen !== 'last cards') return
    else if (status === 'over') this.cancel = this.timers.later(LINGER_MS, () => (this.screen = 'end'))
    else this.screen = 'end' // a stopped match has no last cards
  }
}
