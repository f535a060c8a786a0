/** Piccolo: a bright counter bell, crisp cards, a woodblock when it gets tense. */

import type { Voice } from '../../kit/synth'

export const voice: Partial<Voice> = {
  bell: [
    { noise: 2600, width: 1.2, loud: 0.2, seconds: 0.02 },
    { hz: 1318.5, loud: 0.29, seconds: 1.4 },
    { hz: 1323, loud: 0.21, seconds: 1.2 },
    { hz: 2637, loud: 0.06, seconds: 0.5 },
  ],
  flip: [
    { noise: 2300, to: 1400, width: 0.9, loud: 0.56, seconds: 0.07 },
    { hz: 240, to: 150, loud: 0.12, seconds: 0.05 },
  ],
  tension: [
    { hz: 740, to: 640, loud: 0.24, seconds: 0.14, kind: 'triangle' },
    { hz: 587, to: 510, loud: 0.24, seconds: 0.2, delay: 0.15, kind: 'triangle' },
  ],
}
