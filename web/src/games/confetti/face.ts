import { pickWords } from '../../words'
import type { GameFace } from '../module'
import Emblem from './Emblem.svelte'

const taglines = { en: 'Small, medium, big: grab them!' }

export const face: GameFace = {
  name: 'confetti',
  accent: 'var(--accent-confetti)',
  place: 4,
  get tagline() {
    return pickWords(taglines)
  },
  Emblem,
  local: null,
  teaches: true,
}
