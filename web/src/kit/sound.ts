/** Synthesised sounds. All are short, and each comes with something to see. */

import { settings } from './settings.svelte'

export type Sound = 'bell' | 'slide' | 'flip' | 'knock' | 'set' | 'turn' | 'win' | 'tick'

let context: AudioContext | null = null
let out: GainNode | null = null
let hiss: AudioBuffer | null = null
let waking = false

/**
 * Browsers let a page play sound only after a user gesture, so this is called at every press (main.ts). Creating the
 * first context can take a quarter of a second, so it is deferred; the browser's permission lasts for a few seconds.
 */
export function wakeSound(): void {
  if (waking || context?.state === 'running') return
  waking = true
  setTimeout(() => {
    waking = false
    try {
      context ??= new AudioContext({ latencyHint: 'interactive' })
      if (context.state === 'suspended') void context.resume()
    } catch {
      context = null // no sound on this device
    }
  }, 0)
}

function output(at: AudioContext): GainNode {
  if (!out) {
    out = at.createGain()
    out.connect(at.destination)
  }
  out.gain.value = settings.volume ** 2
  return out
}

function noise(at: AudioContext): AudioBuffer {
  if (!hiss) {
    hiss = at.createBuffer(1, at.sampleRate / 2, at.sampleRate)
    const data = hiss.getChannelData(0)
    for (let place = 0; place < data.length; place += 1) data[place] = Math.random() * 2 - 1
  }
  return hiss
}

interface Tone {
  hz: number
  to?: number // glides there
  loud: number
  seconds: number
  delay?: number
  kind?: OscillatorType
}

function tone(at: AudioContext, { hz, to, loud, seconds, delay = 0, kind = 'sine' }: Tone): void {
  const start = at.currentTime + delay
  const voice = at.createOscillator()
  const gain = at.createGain()
  voice.type = kind
  voice.frequency.setValueAtTime(hz, start)
  if (to) voice.frequency.exponentialRampToValueAtTime(to, start + seconds)
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(loud, start + 0.003)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  voice.connect(gain).connect(output(at))
  voice.start(start)
  voice.stop(start + seconds)
}

function brush(at: AudioContext, hz: number, width: number, loud: number, seconds: number, to = hz): void {
  const start = at.currentTime
  const source = at.createBufferSource()
  source.buffer = noise(at)
  const filter = at.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.setValueAtTime(hz, start)
  filter.frequency.exponentialRampToValueAtTime(to, start + seconds)
  filter.Q.value = width
  const gain = at.createGain()
  gain.gain.setValueAtTime(loud, start)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  source.connect(filter).connect(gain).connect(output(at))
  source.start(start, Math.random() * 0.2, seconds)
}

const players: Record<Sound, (at: AudioContext) => void> = {
  bell(at) {
    brush(at, 6200, 1.2, 0.5, 0.03)
    tone(at, { hz: 2093, loud: 0.34, seconds: 1.7 })
    tone(at, { hz: 2101, loud: 0.26, seconds: 1.5 })
    tone(at, { hz: 5218, loud: 0.12, seconds: 0.6 })
    tone(at, { hz: 8370, loud: 0.05, seconds: 0.25 })
  },
  slide: (at) => brush(at, 1800, 0.8, 0.22, 0.16, 3600),
  flip(at) {
    brush(at, 3200, 0.9, 0.3, 0.07, 1800)
    tone(at, { hz: 220, to: 140, loud: 0.1, seconds: 0.06 })
  },
  knock(at) {
    tone(at, { hz: 190, to: 120, loud: 0.55, seconds: 0.13, kind: 'triangle' })
    brush(at, 700, 1.4, 0.35, 0.05)
  },
  set(at) {
    tone(at, { hz: 523.25, loud: 0.2, seconds: 0.28, kind: 'triangle' })
    tone(at, { hz: 659.25, loud: 0.2, seconds: 0.42, delay: 0.11, kind: 'triangle' })
  },
  turn: (at) => tone(at, { hz: 659.25, loud: 0.12, seconds: 0.3, kind: 'triangle' }),
  win(at) {
    for (const [place, hz] of [523.25, 659.25, 783.99, 1046.5].entries()) {
      tone(at, { hz, loud: 0.18, seconds: 0.6, delay: place * 0.12, kind: 'triangle' })
    }
  },
  tick: (at) => tone(at, { hz: 980, to: 760, loud: 0.09, seconds: 0.05, kind: 'triangle' }),
}

export function play(sound: Sound): void {
  if (settings.muted || settings.volume === 0 || context?.state !== 'running') return
  players[sound](context)
}
