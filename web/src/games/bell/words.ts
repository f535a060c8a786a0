/** The words of the bell games. */

import { pickWords } from '../../words'

const ms = (number: number): string => `${Math.round(number)} ms`
const cards = (number: number): string => (number === 1 ? 'one card' : `${number} cards`)

export const en = {
  ring: 'Ring the bell',
  flip: 'Flip your card',
  flipFor: (name: string): string => `Flip ${name}’s card`,
  bell: 'The bell',
  yourTurn: 'Your turn: flip',
  turnOf: (name: string): string => `${name} flips`,
  itself: 'Cards turn by themselves',
  locked: 'Locked until the next card',
  barred: 'You may not ring in this round',
  youAreOut: 'You are out. Enjoy the show.',
  showing: 'Wait for it …',
  piles: (name: string, top: string | null, stack: number, bank: number): string =>
    `${name}: ${top ?? 'no open card'}${stack > 1 ? `, ${stack} cards open` : ''}, ${bank} to flip`,
  seat: {
    out: 'out',
    locked: 'bell locked',
    barred: 'may not ring',
    lastChance: 'last chance!',
    stop: 'would stop',
    handicap: (number: number): string => `rings +${number} ms`,
  },
  ms,
  later: (number: number): string => `+${Math.round(number)} ms`,
  noTime: 'untimed',
  corrected: (claimed: number): string => `the device said ${ms(claimed)}`,
  verdict: {
    first: (name: string, you: boolean): string => (you ? 'Yours!' : `${name}!`),
    wrong: (name: string, you: boolean): string => (you ? 'That was no five' : `${name}: no five`),
    heap: (number: number): string => `takes ${cards(number)}`,
    yourHeap: (number: number): string => `you take ${cards(number)}`,
    pays: (number: number, you: boolean): string => (number === 0 ? 'nothing to pay with' : `${you ? 'you pay' : 'pays'} ${cards(number)}`),
    loses: (name: string, number: number): string => `${name} ${name === 'You' ? 'take' : 'takes'} ${cards(number)}`,
    late: (number: number): string => `Too late by ${Math.max(1, Math.round(number))} ms`,
    grace: 'The five before this card still counted.',
    best: 'Your quickest tonight!',
    nothing: 'No card was in view.',
  },
  notice: {
    'next-is-last': 'The next round is the last',
    last: 'The last round',
    'long-enough': 'The next right ring ends it',
  },
  vote: {
    ask: 'Stop here?',
    asked: 'You would stop here.',
    askLong: 'Ask everybody to stop and count the cards',
    wants: (names: string): string => `${names} would like to stop and count.`,
    agree: 'Agree',
    on: 'Play on',
  },
  evening: {
    title: 'Your evening',
    best: 'quickest',
    usual: 'usual',
    won: (won: number, rings: number): string => `${won} of ${rings} bells yours`,
    none: 'Your reaction times will gather here.',
    chart: (number: number, best: string, usual: string): string => `${number} rings tonight, the quickest ${best}, usually ${usual}`,
    wrong: (number: number): string => (number === 1 ? 'one wrong ring' : `${number} wrong rings`),
  },
  end: {
    cards: 'How the cards went round',
    chart: (names: string): string => `Cards over the match: ${names}`,
    had: (name: string, number: number): string => `${name} ${number}`,
    quickest: (name: string, time: string): string => `Quickest hand: ${name}, ${time}`,
    largest: (name: string, number: number, says: string): string => `Largest heap: ${name}, ${number} cards for ${says}`,
    most: (name: string, number: number): string => `Most bells: ${name}, ${number}`,
    wrong: (names: string): string => `Hands too quick: ${names}`,
    times: (name: string, number: number): string => (number === 1 ? name : `${name} (${number})`),
    last: (name: string, says: string): string => `The last bell was ${name === 'You' ? 'yours' : `${name}’s`}, for ${says}.`,
    flips: 'cards flipped',
  },
  say: {
    flipped: (name: string, card: string): string => `${name}: ${card}.`,
    right: (name: string, says: string): string => `${name === 'You' ? 'You win' : `${name} wins`} the bell: ${says}.`,
    wrong: (name: string): string => `${name} rang wrongly.`,
    takes: (name: string, number: number): string => `${name} ${name === 'You' ? 'take' : 'takes'} ${cards(number)}.`,
    pays: (name: string, number: number): string => `${name} ${name === 'You' ? 'pay' : 'pays'} ${cards(number)}.`,
    out: (name: string): string => `${name} ${name === 'You' ? 'are' : 'is'} out.`,
    lastChance: (name: string): string => `${name} ${name === 'You' ? 'have' : 'has'} a last chance.`,
    turn: 'Your turn to flip.',
  },
  lesson: {
    welcome: (title: string): string => `This is ${title}. Everybody has a pile of cards; the bell stands in the middle. Sharp eyes and a quick hand win.`,
    bank: 'These are your cards, face down. Nobody has seen them, not even you.',
    flip: 'Your turn: flip a card. Tap your pile, or press Enter.',
    wait: 'Cards are flipped in turn, one by one. Wait until it is yours.',
    look: 'Only the topmost open card of each player counts.',
    now: (seen: string): string => `Now: ${seen}! Ring! Hit the bell, or the space bar.`,
    notYet: (seen: string, turn: boolean): string =>
      `${seen ? `In view: ${seen}. ` : ''}No five yet, so hands off the bell. ${turn ? 'Flip your card.' : 'Watch the cards.'}`,
    yours: 'Yours! All the open cards go under your pile, and you flip first.',
    after: 'The first hand on a five takes all the open cards and flips first.',
    wrong: 'Ring when there is no five and you pay a card to everybody. With only two players left, the other takes all the open cards.',
    fair: 'After each bell you see everybody’s milliseconds. A slow line is made up for: only your own reaction counts.',
  },
}

export const words = pickWords({ en })
