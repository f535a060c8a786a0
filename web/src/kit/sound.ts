/** Plays the sounds of the game at the table. All are short, and each comes with something to see. */

import { settings } from './settings.svelte'
import { house, mixer, sound, type Sound, type Voice } from './synth'

export type { Sound } from './synth'

let context: AudioContext | null = null
let out: GainNode | null = null
let waking = false
let voice: Voice = house

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
      output(context) // it takes a frame to set up, so not with the first sound
    } catch {
      context = null // no sound on this device
    }
  }, 0)
}

function output(at: AudioContext): GainNode {
  if (!out) {
    const made = mixer(at)
    made.output.connect(at.destination)
    out = made.input
  }
  out.gain.value = settings.volume ** 2
  return out
}

/** From now on the table sounds like this game. */
export function useVoice(own: Partial<Voice> = {}): void {
  voice = { ...house, ...own }
}

export function play(name: Sound): void {
  if (settings.muted || settings.volume === 0 || context?.state !== 'running') return
  sound(context, voice[name], output(context))
}
