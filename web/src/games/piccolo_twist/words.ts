/** Piccolo Twist’s own words. Another language is another key next to `en`. */

import { pickWords } from '../../words'
import type { Colour, Type } from './rules.gen'

const many: Record<Type, string> = { hat: 'hats', potion: 'potions', chameleon: 'chameleons', candle: 'candles' }

export const en = {
  tagline: 'Five of a colour or five of a kind',
  letters: { red: 'R', yellow: 'Y', green: 'G', blue: 'B' } satisfies Record<Colour, string> as Record<string, string>,
  things: (type: string, amount: number): string => `${amount} ${amount === 1 ? type : (many[type as Type] ?? type)}`,
  coloured: (colour: string, amount: number): string => `${amount} ${colour}`,
  card: (colour: string, type: string, amount: number): string =>
    `${amount} ${colour} ${amount === 1 ? type : (many[type as Type] ?? type)}`,
  ends: 'If you have no card left to flip, you get a last chance: win this round or you’re out. Then comes one last round, and whoever has the most cards wins.',
  five: 'A five is exactly five things of one colour, or five of one thing in any colours.',
  title: 'Piccolo Twist',
}

export const words = pickWords({ en })
