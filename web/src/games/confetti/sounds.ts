/** Confetti: rustling paper, little pops, a soft gong when time is up. */

import type { Voice } from '../../kit/synth'

export const voice: Partial<Voice> = {
  bell: [
    { noise: 900, width: 0.9, loud: 0.2, seconds: 0.05 },
    { hz: 392, loud: 0.32, seconds: 1.5 },
    { hz: 395, loud: 0.22, seconds: 1.4 },
    { hz: 784, loud: 0.1, seconds: 0.8 },
    { hz: 1080, loud: 0.04, seconds: 0.5 },
  ],
  slide: [
    { noise: 1700, to: 2600, width: 0.7, loud: 0.25, seconds: 0.12 },
    { hz: 520, to: 760, loud: 0.06, seconds: 0.05 },
  ],
  flip: [{ noise: 2000, to: 1300, width: 0.7, loud: 0.52, seconds: 0.11 }],
  set: [
    { hz: 587.33, loud: 0.17, seconds: 0.2, kind: 'triangle' },
    { hz: 739.99, loud: 0.17, seconds: 0.24, delay: 0.08, kind: 'triangle' },
    { hz: 880, loud: 0.17, seconds: 0.4, delay: 0.16, kind: 'triangle' },
  ],
  tension: [
    { hz: 500, to: 440, loud: 0.26, seconds: 0.15, kind: 'triangle' },
    { noise: 1400, width: 1.5, loud: 0.22, seconds: 0.03 },
  ],
}
