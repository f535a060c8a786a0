import { pickWords } from '../../words'
import type { GameFace } from '../module'
import Emblem from './Emblem.svelte'

const taglines = { en: 'Pairs count nothing, and the Parrot copies' }

export const face: GameFace = {
  name: 'parrot',
  accent: 'var(--accent-parrot)',
  place: 5,
  get tagline() {
    return pickWords(taglines)
  },
  Emblem,
  local: 'share',
  teaches: true,
}
