/** Tricky Twist: cards on felt, a small brass gong for the end of a round, stars that ring upwards. */

import type { Voice } from '../../kit/synth'

export const voice: Partial<Voice> = {
  bell: [
    { noise: 1200, width: 1, loud: 0.18, seconds: 0.03 },
    { hz: 659.25, loud: 0.3, seconds: 1.5 },
    { hz: 663, loud: 0.2, seconds: 1.3 },
    { hz: 987.77, loud: 0.1, seconds: 0.9 },
    { hz: 1760, loud: 0.04, seconds: 0.4 },
  ],
  slide: [{ noise: 900, to: 1500, width: 0.7, loud: 0.36, seconds: 0.18 }],
  flip: [
    { noise: 1200, to: 700, width: 0.8, loud: 0.42, seconds: 0.08 },
    { hz: 160, to: 110, loud: 0.14, seconds: 0.07 },
  ],
  set: [
    { hz: 783.99, loud: 0.18, seconds: 0.22, kind: 'triangle' },
    { hz: 1174.66, loud: 0.16, seconds: 0.45, delay: 0.09, kind: 'triangle' },
  ],
  turn: [{ hz: 587.33, loud: 0.13, seconds: 0.32, kind: 'triangle' }],
  tension: [
    { hz: 294, to: 277, loud: 0.24, seconds: 0.2, kind: 'triangle' },
    { hz: 311, to: 294, loud: 0.24, seconds: 0.28, delay: 0.22, kind: 'triangle' },
  ],
}
