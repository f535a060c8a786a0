/** The words of both bell games. Another language is another key next to `en`. */

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
  itself: 'Cards flip by themselves',
  locked: 'No ringing until the next card',
  barred: 'You can’t ring in this round',
  youAreOut: 'You’re out. Enjoy the show!',
  piles: (name: string, top: string | null, stack: number, bank: number): string =>
    `${name}: ${top ?? 'no open card'}${stack > 1 ? `, ${stack} cards open` : ''}, ${bank} to flip`,
  seat: {
    out: 'out',
    locked: 'can’t ring yet',
    barred: 'can’t ring',
    lastChance: 'last chance!',
    stop: 'wants to stop',
    handicap: (number: number): string => `rings +${number} ms`,
  },
  ms,
  later: (number: number): string => `+${Math.round(number)} ms`,
  noTime: 'untimed',
  corrected: (claimed: number): string => `corrected from ${ms(claimed)}`,
  verdict: {
    first: (name: string, you: boolean): string => (you ? 'Yours!' : `${name}!`),
    wrong: (name: string, you: boolean): string => (you ? 'Not a five' : `${name}: not a five`),
    heap: (number: number): string => `takes ${cards(number)}`,
    yourHeap: (number: number): string => `you take ${cards(number)}`,
    pays: (number: number, you: boolean): string =>
      number === 0 ? 'no cards to pay' : `${you ? 'you pay' : 'pays'} ${cards(number)}`,
    loses: (name: string, number: number): string => `${name} ${name === 'You' ? 'take' : 'takes'} ${cards(number)}`,
    late: (number: number): string => `Too late by ${Math.max(1, Math.round(number))} ms`,
    grace: 'The five just before this card still counted.',
    best: 'Your fastest so far!',
    nothing: 'No card was open.',
  },
  notice: {
    'next-is-last': 'The next round is the last one',
    last: 'Last round',
    'long-enough': 'The next correct ring ends the match',
  },
  vote: {
    ask: 'Stop here?',
    asked: 'You want to stop here.',
    askLong: 'Ask everyone to stop and count the cards',
    wants: (names: string): string => `${names} would like to stop and count the cards.`,
    agree: 'Agree',
    on: 'Play on',
  },
  reactions: {
    title: 'Your reactions',
    best: 'fastest',
    usual: 'typical',
    won: (won: number, rings: number): string => `You won ${won} of ${rings} rings`,
    none: 'Your reaction times will appear here.',
    chart: (number: number, best: string, usual: string): string =>
      `${number} ${number === 1 ? 'ring' : 'rings'}, fastest ${best}, typically ${usual}`,
    wrong: (number: number): string => (number === 1 ? 'one false ring' : `${number} false rings`),
  },
  end: {
    won: 'The most cards win.',
    cards: 'Cards over time',
    chart: (names: string): string => `Cards at the end: ${names}`,
    had: (name: string, number: number): string => `${name} ${number}`,
    quickest: (name: string, time: string): string => `Fastest ring: ${name}, ${time}`,
    largest: (name: string, number: number, says: string): string =>
      `Biggest win: ${name}, ${number} cards for ${says}`,
    most: (name: string, number: number): string => `Most bells won: ${name}, ${number}`,
    wrong: (names: string): string => `False rings: ${names}`,
    times: (name: string, number: number): string => (number === 1 ? name : `${name} (${number})`),
    last: (name: string, says: string): string => `${name} won the last bell, for ${says}.`,
  },
  say: {
    flipped: (name: string, card: string): string => `${name}: ${card}.`,
    right: (name: string, says: string): string => `${name === 'You' ? 'You win' : `${name} wins`} the bell: ${says}.`,
    wrong: (name: string): string => `${name} rang, but there was no five.`,
    takes: (name: string, number: number): string => `${name} ${name === 'You' ? 'take' : 'takes'} ${cards(number)}.`,
    pays: (name: string, number: number): string => `${name} ${name === 'You' ? 'pay' : 'pays'} ${cards(number)}.`,
    out: (name: string): string => `${name} ${name === 'You' ? 'are' : 'is'} out.`,
    lastChance: (name: string): string => `${name} ${name === 'You' ? 'have' : 'has'} a last chance.`,
    turn: 'Your turn to flip.',
  },
  lesson: {
    welcome: (title: string): string =>
      `This is ${title}. Everyone has a pile of cards, and the bell is in the middle. Sharp eyes and quick hands win.`,
    bank: 'These are your cards, face down. Nobody has seen them, not even you.',
    flip: 'Your turn: flip a card. Tap your pile, or press Enter.',
    wait: 'Players take turns flipping a card. Wait for your turn.',
    look: 'Only the top open card of each player counts.',
    now: (seen: string): string => `${seen}: ring now! Hit the bell, or press the space bar.`,
    notYet: (seen: string, turn: boolean): string =>
      `${seen ? `Open now: ${seen}. ` : ''}No five yet, so don’t ring. ${turn ? 'Flip your card.' : 'Watch the cards.'}`,
    yours: 'Yours! All the open cards go under your pile, and you flip next.',
    after: 'The first to ring on a five takes all the open cards and flips next.',
    wrong:
      'If you ring when there is no five, you pay a card to each of the others. With only two players left, the other one takes all the open cards.',
    fair: 'After each ring you see everyone’s times. A slow connection is compensated for: only your own reaction counts.',
  },
}

export const words = pickWords({ en })
