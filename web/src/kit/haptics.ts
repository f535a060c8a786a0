/** Vibration, on devices that have it. */

import { settings } from './settings.svelte'

const patterns = { tap: 12, ring: 30, good: [20, 60, 30], bad: [60, 40, 60] }

/** This device can vibrate. */
export const canBuzz = typeof navigator !== 'undefined' && typeof navigator.vibrate === 'function'

export function buzz(kind: keyof typeof patterns): void {
  if (settings.haptics && canBuzz) navigator.vibrate(patterns[kind])
}
