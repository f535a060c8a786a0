import type { GameFace } from '../module'
import Emblem from './Emblem.svelte'
import { words } from './words'

export const face: GameFace = {
  name: 'piccolo',
  accent: 'var(--accent-piccolo)',
  place: 1,
  get tagline() {
    return words.tagline
  },
  Emblem,
  local: 'race',
  teaches: true,
  drills: true,
}
