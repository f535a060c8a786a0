/** The four colours as they are printed; each has its own pattern too (Pattern.svelte). */

import type { Colour } from './rules.gen'

export interface Ink {
  main: string
  deep: string
  light: string
  tint: string // of the card's ground
}

const inks: Record<Colour | 'plain', Ink> = {
  red: { main: '#d2462c', deep: '#94281a', light: '#f39a80', tint: '#fae0d4' },
  yellow: { main: '#f0c230', deep: '#a87b06', light: '#fbe79c', tint: '#fcf2cb' },
  green: { main: '#2a9a70', deep: '#0f5b43', light: '#7fd0b0', tint: '#dcefe2' },
  blue: { main: '#2f76bd', deep: '#194a7d', light: '#8dbfea', tint: '#dbe8f4' },
  // for a type in whatever colour
  plain: { main: '#a99c8a', deep: '#6e6252', light: '#d8cfc0', tint: '#efe8dc' },
}

export const INKS: Record<string, Ink> = inks
