/** Settings of this device. */

import { keep, recall } from './memory'

export interface Chosen {
  name: string
  colour: number
  theme: 'auto' | 'light' | 'dark'
  volume: number // 0 to 1
  muted: boolean
  motion: 'auto' | 'less'
  hand: 'right' | 'left'
  haptics: boolean
  emotes: boolean
  level: string
  tempo: 'calm' | 'normal' | 'fast' // of bots in turn-based games
  forced: boolean // play your move if there is only one
  language: string
}

const usual: Chosen = {
  name: '',
  colour: 0,
  theme: 'auto',
  volume: 0.7,
  muted: false,
  motion: 'auto',
  hand: 'right',
  haptics: true,
  emotes: true,
  level: 'casual',
  tempo: 'normal',
  forced: false,
  language: 'en',
}

export const settings = $state<Chosen>({ ...usual, ...recall<Partial<Chosen>>('settings', {}) })

const dark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
const less = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null

/** Reduced motion: things cross-fade instead of travelling. */
export const calm = (): boolean => settings.motion === 'less' || (less?.matches ?? false)

/** Applies the settings, now and whenever they change. */
export function obeySettings(): void {
  const dress = () => {
    const root = document.documentElement
    root.dataset.theme = settings.theme === 'auto' ? (dark?.matches ? 'dark' : 'light') : settings.theme
    root.dataset.motion = calm() ? 'less' : 'full'
    root.dataset.hand = settings.hand
  }
  $effect.root(() => {
    $effect(() => {
      dress()
      keep('settings', { ...settings })
    })
  })
  dress()
  dark?.addEventListener('change', dress)
  less?.addEventListener('change', dress)
}
