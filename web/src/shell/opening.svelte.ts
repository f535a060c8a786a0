/** A button opens a table: one at a time, with a word on what it waits for and on what went wrong. */

import { announce } from '../kit/announce'
import { waitFor } from '../kit/waiting.svelte'

export class Opening {
  /** The button whose table is being opened; null if none is. */
  busy = $state<string | null>(null)
  says = $state<string | null>(null)

  async run(waiting: string, work: () => Promise<unknown>, button = 'only'): Promise<void> {
    if (this.busy) return
    this.busy = button
    this.says = null
    try {
      await waitFor(waiting, work())
    } catch (error) {
      this.says = (error as Error).message
      announce(this.says, true)
    } finally {
      this.busy = null
    }
  }
}
