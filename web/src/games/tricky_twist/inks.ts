/** Each suit's colours. The shape carries the same information. */

import type { Suit } from './rules.gen'

export interface Ink {
  base: string
  deep: string
  light: string
  wash: string // the ground of its cards
}

export const inks: Record<Suit, Ink> = {
  Moon: { base: '#2b70b4', deep: '#17437a', light: '#86bbe8', wash: '#dfeaf3' },
  Sun: { base: '#f0aa24', deep: '#8a4c05', light: '#fbd774', wash: '#fcefcb' },
  Square: { base: '#1d8a68', deep: '#0c5440', light: '#6cc7a5', wash: '#dcefe2' },
  Circle: { base: '#cf4530', deep: '#8f2417', light: '#f39478', wash: '#fae2d5' },
}

export const BOLT = '#f5c52f'
export const BOLT_DEEP = '#9a6a06'
export const STAR = 'M0 -10L2.9 -3.6 9.5 -3.1 4.6 1.4 6 8.1 0 4.6 -6 8.1 -4.6 1.4 -9.5 -3.1 -2.900 -3.6z'
export const FLASH = 'M4 -15L-9 3H-1.500L-4.500 15 9.500 -4.500H1.500z'
