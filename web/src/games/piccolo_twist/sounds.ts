/** Piccolo Twist: a deeper, magical bell that shimmers, soft cards, a heartbeat when it gets tense. */

import type { Voice } from '../../kit/synth'

export const voice: Partial<Voice> = {
  bell: [
    { noise: 1800, width: 1.2, loud: 0.18, seconds: 0.02 },
    { hz: 880, loud: 0.28, seconds: 1.7 },
    { hz: 886, loud: 0.22, seconds: 1.6 },
    { hz: 1318.5, loud: 0.09, seconds: 0.9 },
    { hz: 2217, loud: 0.04, seconds: 0.4 },
  ],
  flip: [
    { noise: 1500, to: 900, width: 0.8, loud: 0.44, seconds: 0.08 },
    { hz: 196, to: 130, loud: 0.12, seconds: 0.07 },
  ],
  set: [
    { hz: 440, loud: 0.2, seconds: 0.28, kind: 'triangle' },
    { hz: 659.25, loud: 0.2, seconds: 0.45, delay: 0.11, kind: 'triangle' },
  ],
  tension: [
    { hz: 165, to: 110, loud: 0.28, seconds: 0.14 },
    { hz: 165, to: 110, loud: 0.25, seconds: 0.18, delay: 0.22 },
    { hz: 330, to: 260, loud: 0.1, seconds: 0.12 },
  ],
}
