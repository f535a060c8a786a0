/** The words of Piccolo Twist. */

import { pickWords } from '../../words'

const many: Record<string, string> = { hat: 'hats', potion: 'potions', chameleon: 'chameleons', candle: 'candles' }

export const en = {
  tagline: 'Five by colour or by thing',
  letters: { red: 'R', yellow: 'Y', green: 'G', blue: 'B' } as Record<string, string>,
  things: (type: string, amount: number): string => `${amount} ${amount === 1 ? type : (many[type] ?? type)}`,
  coloured: (colour: string, amount: number): string => `${amount} in ${colour}`,
  card: (colour: string, type: string, amount: number): string => `${amount} ${colour} ${amount === 1 ? type : (many[type] ?? type)}`,
  ends: 'Who has no card left to flip has a last chance: win this round or be out. Then one last round is played, and the most cards win.',
  five: 'A five is exactly five of one colour, whatever the things, or five of one thing, whatever the colours.',
  title: 'Piccolo Twist',
}

export const words = pickWords({ en })
