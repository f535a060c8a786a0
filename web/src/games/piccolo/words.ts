/** The words of Piccolo. */

import { pickWords } from '../../words'

const many: Record<string, string> = { banana: 'bananas', strawberry: 'strawberries', lime: 'limes', plum: 'plums' }

export const en = {
  tagline: 'Five of a fruit? Hit the bell!',
  fruits: (fruit: string, amount: number): string => `${amount} ${amount === 1 ? fruit : (many[fruit] ?? fruit)}`,
  ends: 'Who has run out of cards when it is their turn is out. Whoever gathers all the cards wins.',
  five: 'A five is exactly five of one fruit, on one card or on several. Four is too few, six is too many.',
  title: 'Piccolo',
}

export const words = pickWords({ en })
