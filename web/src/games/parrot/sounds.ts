/** Parrot: wooden cards, a marimba, and a whistle when somebody has finished. */

import type { Voice } from '../../kit/synth'

export const voice: Partial<Voice> = {
  bell: [
    { hz: 587.33, loud: 0.34, seconds: 0.5 },
    { hz: 880, loud: 0.3, seconds: 0.6, delay: 0.12 },
    { hz: 1760, loud: 0.05, seconds: 0.3, delay: 0.12 },
  ],
  flip: [
    { noise: 1600, to: 1000, width: 1, loud: 0.36, seconds: 0.06 },
    { hz: 330, to: 250, loud: 0.2, seconds: 0.06, kind: 'triangle' },
  ],
  set: [
    { hz: 392, loud: 0.24, seconds: 0.22 },
    { hz: 523.25, loud: 0.24, seconds: 0.24, delay: 0.1 },
    { hz: 659.25, loud: 0.22, seconds: 0.4, delay: 0.2 },
  ],
  turn: [{ hz: 523.25, loud: 0.16, seconds: 0.3 }],
  tension: [
    { hz: 900, to: 1250, loud: 0.17, seconds: 0.18 },
    { hz: 1250, to: 980, loud: 0.17, seconds: 0.26, delay: 0.2 },
  ],
}
