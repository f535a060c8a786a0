import { pickWords } from '../../words'
import type { GameFace } from '../module'
import Emblem from './Emblem.svelte'

const taglines = { en: 'Tricks and false tricks: keep the balance' }

export const face: GameFace = {
  name: 'tricky_twist',
  accent: 'var(--accent-tricky-twist)',
  place: 3,
  get tagline() {
    return pickWords(taglines)
  },
  Emblem,
  local: 'pass',
  teaches: true,
}
