/** Sounds as data, and how they are synthesised: tones and brushes of noise. */

/** A game's sounds: its bell (a signal for everybody), its cards, its tension, and the rest of the table. */
export const SOUNDS = ['bell', 'slide', 'flip', 'knock', 'set', 'turn', 'win', 'tick', 'tension'] as const
export type Sound = (typeof SOUNDS)[number]

export interface Tone {
  hz: number
  to?: number // glides there
  loud: number
  seconds: number
  delay?: number
  kind?: OscillatorType
}

/** Filtered noise: paper, felt, sand. */
export interface Brush {
  noise: number // the middle of the band in Hz
  to?: number
  width: number // as a filter's Q: larger is narrower
  loud: number
  seconds: number
  delay?: number
}

export type Voice = Record<Sound, (Tone | Brush)[]>

const TRIANGLE = { kind: 'triangle' } as const

/** What a game sounds like unless it says otherwise. All strong partials are below 3 kHz, so nothing is shrill. */
export const house: Voice = {
  bell: [
    { noise: 2200, width: 1.2, loud: 0.2, seconds: 0.02 },
    { hz: 1046.5, loud: 0.3, seconds: 1.5 },
    { hz: 1050.5, loud: 0.22, seconds: 1.3 },
    { hz: 2512, loud: 0.06, seconds: 0.5 },
  ],
  slide: [{ noise: 1300, to: 2200, width: 0.8, loud: 0.3, seconds: 0.16 }],
  flip: [
    { noise: 2000, to: 1200, width: 0.9, loud: 0.42, seconds: 0.07 },
    { hz: 220, to: 140, loud: 0.12, seconds: 0.06 },
  ],
  knock: [
    { hz: 190, to: 120, loud: 0.5, seconds: 0.13, ...TRIANGLE },
    { noise: 700, width: 1.4, loud: 0.35, seconds: 0.05 },
  ],
  set: [
    { hz: 523.25, loud: 0.2, seconds: 0.28, ...TRIANGLE },
    { hz: 659.25, loud: 0.2, seconds: 0.42, delay: 0.11, ...TRIANGLE },
  ],
  turn: [{ hz: 659.25, loud: 0.13, seconds: 0.3, ...TRIANGLE }],
  win: [523.25, 659.25, 783.99, 1046.5].map((hz, place) => ({
    hz,
    loud: 0.18,
    seconds: 0.6,
    delay: place * 0.12,
    ...TRIANGLE,
  })),
  tick: [{ hz: 880, to: 700, loud: 0.12, seconds: 0.05, ...TRIANGLE }],
  tension: [
    { hz: 440, to: 415, loud: 0.17, seconds: 0.18, ...TRIANGLE },
    { hz: 440, to: 415, loud: 0.17, seconds: 0.18, delay: 0.2, ...TRIANGLE },
  ],
}

const hisses = new WeakMap<BaseAudioContext, AudioBuffer>()

function noise(at: BaseAudioContext): AudioBuffer {
  const known = hisses.get(at)
  if (known) return known
  const made = at.createBuffer(1, at.sampleRate / 2, at.sampleRate)
  const data = made.getChannelData(0)
  for (let place = 0; place < data.length; place += 1) data[place] = Math.random() * 2 - 1
  hisses.set(at, made)
  return made
}

/** What all sounds go through: the hiss of noise is taken off, and many sounds at once are held back instead of clipping. */
export function mixer(at: BaseAudioContext): { input: GainNode; output: AudioNode } {
  const input = at.createGain()
  const warm = at.createBiquadFilter()
  warm.type = 'lowpass'
  warm.frequency.value = 3200
  warm.Q.value = -3 // in dB for this kind: no peak at the edge
  const limiter = at.createDynamicsCompressor()
  limiter.threshold.value = -12
  limiter.knee.value = 6
  limiter.ratio.value = 12
  limiter.attack.value = 0.002
  limiter.release.value = 0.12
  const trim = at.createGain()
  trim.gain.value = 0.7 // the limiter makes up for what it takes away
  input.connect(warm).connect(limiter).connect(trim)
  return { input, output: trim }
}

/** Plays a sound now. */
export function sound(at: BaseAudioContext, parts: (Tone | Brush)[], out: AudioNode): void {
  for (const part of parts) {
    const start = at.currentTime + (part.delay ?? 0)
    const gain = at.createGain()
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(part.loud, start + 0.003)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + part.seconds)
    gain.connect(out)
    if ('noise' in part) brush(at, part, start).connect(gain)
    else tone(at, part, start).connect(gain)
  }
}

function tone(at: BaseAudioContext, { hz, to, seconds, kind = 'sine' }: Tone, start: number): AudioNode {
  const voice = at.createOscillator()
  voice.type = kind
  voice.frequency.setValueAtTime(hz, start)
  if (to) voice.frequency.exponentialRampToValueAtTime(to, start + seconds)
  voice.start(start)
  voice.stop(start + seconds)
  return voice
}

function brush(at: BaseAudioContext, { noise: hz, to = hz, width, seconds }: Brush, start: number): AudioNode {
  const source = at.createBufferSource()
  source.buffer = noise(at)
  const filter = at.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.setValueAtTime(hz, start)
  filter.frequency.exponentialRampToValueAtTime(to, start + seconds)
  filter.Q.value = width
  source.start(start, Math.random() * 0.2, seconds)
  return source.connect(filter)
}
