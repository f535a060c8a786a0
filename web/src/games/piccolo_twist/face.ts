import type { GameFace } from '../module'
import Emblem from './Emblem.svelte'
import { words } from './words'

export const face: GameFace = {
  name: 'piccolo_twist',
  accent: 'var(--accent-piccolo-twist)',
  place: 2,
  get tagline() {
    return words.tagline
  },
  Emblem,
  local: 'race',
  teaches: true,
  drills: true,
}
