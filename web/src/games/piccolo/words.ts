/** Piccolo’s own words. Another language is another key next to `en`. */

import { pickWords } from '../../words'
import type { Fruit } from './rules.gen'

const many: Record<Fruit, string> = { banana: 'bananas', strawberry: 'strawberries', lime: 'limes', plum: 'plums' }

export const en = {
  tagline: 'Five of a fruit? Hit the bell!',
  fruits: (fruit: string, amount: number): string =>
    `${amount} ${amount === 1 ? fruit : (many[fruit as Fruit] ?? fruit)}`,
  ends: 'If it’s your turn and you have no cards, you’re out. The last player with cards wins.',
  five: 'A five is exactly five of one fruit, on one card or several. Four is too few, six is too many.',
  title: 'Piccolo',
}

export const words = pickWords({ en })
