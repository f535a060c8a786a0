import { words } from '../../words'
import type { GameFace } from '../module'
import Emblem from './Emblem.svelte'

export const face: GameFace = {
  name: 'generic',
  accent: 'var(--accent-plain)',
  place: Infinity,
  get tagline() {
    return words.generic.tagline
  },
  Emblem,
  local: null,
}
