/** Parrot's own words. Another language is another key next to `en`. */

import { pickWords } from '../../words'
import { DOWN, PARROT } from './rules.gen'

const card = (face: string): string => (face === PARROT ? 'Parrot' : face)
const aCard = (face: string): string =>
  face === PARROT ? 'a Parrot' : face === '8' || face === '11' ? `an ${face}` : `a ${face}`
const lain = (face: string): string => (face === PARROT ? 'a Parrot' : face === DOWN ? 'face down' : face)
const number = (value: number): string => String(value).replace('-', '−')
const points = (value: number): string => `${number(value)} ${Math.abs(value) === 1 ? 'point' : 'points'}`
const owned = (name: string): string => (name === 'You' ? 'Your' : `${name}’s`)
const does = (name: string, one: string, you: string): string => `${name} ${name === 'You' ? you : one}`

const en = {
  card,
  pile: (left: number): string => `Draw pile, ${left} cards`,
  discard: (top: string | null): string =>
    top === null ? 'Discard pile, empty' : `Discard pile, ${aCard(top)} on top`,
  hand: (face: string): string => (face === DOWN ? 'A drawn card' : `In your hand: ${aCard(face)}`),
  place: (number: number, face: string, copies: string | null): string =>
    `Place ${number}: ${lain(face)}${copies === null ? '' : copies === DOWN ? ', the card it would copy is face down' : copies === '…' ? ', in a column with a Parrot' : `, copies ${copies}`}`,
  boxOf: (name: string, cards: string[]): string =>
    `${owned(name)} Box. Top: ${cards.slice(0, 4).map(lain).join(', ')}. Bottom: ${cards.slice(4).map(lain).join(', ')}`,
  yourBox: 'Your Box',
  round: (number: number, of: number): string => `Round ${number} of ${of}`,
  number,
  points,
  inAll: 'points in total',
  sets: ['', '', 'Quartet', 'Sextet', 'Octet'] as readonly string[],
  set: (pairs: number, number: number): string => `${['', '', 'Quartet', 'Sextet', 'Octet'][pairs]} of ${number}`,
  pair: 'Pair',
  soFar: 'so far',
  total: 'in this round',
  notes: {
    ready: 'ready',
    choosing: 'choosing two',
    down: (number: number): string => (number === 1 ? 'last card!' : `${number} down`),
    finished: 'finished',
    lastTurn: 'one more turn',
    done: 'done',
    left: 'left',
  },
  prompt: {
    openTwo: 'Turn up two of your cards.',
    openOne: 'One more.',
    yours: (top: string | null): string =>
      top === null ? 'Your turn: draw a card.' : `Your turn: draw, or take the ${card(top)}.`,
    yourLast: (top: string | null): string =>
      top === null ? 'Your last turn: draw a card.' : `Your last turn: draw, or take the ${card(top)}.`,
    put: (face: string): string => `Put the ${card(face)} on any card, or discard it.`,
    mustPut: (face: string): string => `Put the ${card(face)} on any card.`,
    away: 'Now turn up one of your face-down cards.',
    awayLast: 'Turn up your last card, or pass.',
    land: 'Where should the Parrot land?',
    which: 'Which Parrot should fly?',
    other: (name: string): string => `${name}’s turn.`,
    otherHolds: (name: string): string => `${name} drew a card.`,
    otherTook: (name: string, face: string): string => `${name} took the ${card(face)}.`,
    counted: (number: number): string => `Round ${number} is over.`,
    over: 'The match is over.',
  },
  finished: (name: string): string => `${does(name, 'has', 'have')} finished: everyone else gets one more turn.`,
  lastTurns: 'Last turns',
  actions: {
    away: 'Discard it',
    back: 'Keep it',
    pass: 'Pass',
    passLong: 'Pass: your last card stays face down',
    float: 'Let it fly',
    floatLong: 'Let it fly: the Parrot moves to a face-down card',
    stay: 'Stay',
  },
  keys: {
    draw: 'Draw from the pile',
    take: 'Take the top card of the discard pile',
    place: (number: number): string => `Place ${number}`,
    away: 'Discard the card in hand, or keep it',
    pass: 'Discard it and pass',
    float: 'Let the Parrot fly',
    back: 'Back',
  },
  say: {
    dealt: (number: number): string => `Round ${number}. Turn up two of your cards.`,
    opened: (name: string, cards: string[]): string =>
      `${does(name, 'turns', 'turn')} up ${cards.map(lain).join(' and ')}.`,
    draws: (name: string, face: string): string =>
      face === DOWN ? `${does(name, 'draws', 'draw')} a card.` : `${does(name, 'draws', 'draw')} ${aCard(face)}.`,
    takes: (name: string, face: string): string => `${does(name, 'takes', 'take')} the ${card(face)}.`,
    puts: (name: string, face: string, place: number, out: string): string =>
      `${does(name, 'puts', 'put')} ${aCard(face)} on place ${place}; ${aCard(out)} goes to the discard pile.`,
    discards: (name: string, face: string): string => `${does(name, 'discards', 'discard')} ${aCard(face)}.`,
    passes: (name: string, face: string): string =>
      `${does(name, 'discards', 'discard')} ${aCard(face)} and ${name === 'You' ? 'pass' : 'passes'}.`,
    turns: (cards: string): string => `Turned up: ${cards}.`,
    at: (face: string, place: number): string => `${aCard(face)} on place ${place}`,
    floats: (name: string, place: number, copies: string, out: string): string =>
      `${owned(name)} Parrot flies to place ${place}${copies === DOWN || copies === '…' ? '' : ` and copies ${copies}`}; ${aCard(out)} goes to the discard pile.`,
    lastCard: (name: string): string => `${does(name, 'has', 'have')} one face-down card left.`,
    counted: (name: string, number: number, total: number): string => `${name}: ${points(number)}, ${total} in total.`,
  },
  end: {
    rounds: 'Round by round',
    round: (number: number): string => `${number}`,
    total: 'Total',
    lastBoxes: 'Final Boxes',
    best: (name: string, number: number, round: number): string =>
      `Best round: ${name}, ${points(number)} in round ${round}.`,
    lead: (name: string, round: number): string => `${name} took the lead in round ${round} and kept it.`,
    always: (name: string): string => `${name} led from the first round to the last.`,
    close: (margin: number): string =>
      margin === 0 ? 'It couldn’t have been closer.' : `Only ${points(margin)} between first and second.`,
    flew: (times: number): string => (times === 1 ? 'A Parrot flew once.' : `Parrots flew ${times} times.`),
  },
  lesson: {
    box: 'This is your Box: eight cards that nobody has seen yet. At the end of the round they are all turned up and counted. Whoever has the fewest points wins.',
    open: 'To start, everyone turns up two cards. Tap any two of yours.',
    first: 'The player whose two cards add up to more starts. Wait for your turn.',
    gain: (top: string | null): string =>
      top === null
        ? 'Your turn. Tap the draw pile.'
        : `Your turn. Take the ${card(top)} from the discard pile, or draw an unknown card from the draw pile.`,
    useDrawn: (face: string): string =>
      `You drew ${aCard(face)}. Tap a card in your Box to replace it, or tap “Discard it” and turn up a face-down card instead.`,
    useTaken: (face: string): string =>
      `You took the ${card(face)}, so it must go into your Box. Tap the card it should replace.`,
    pairs:
      'The number below each column is what it counts. Two equal cards in a column are a Pair and count 0. Side by side, they are not.',
    sets: 'Two Pairs of the same number are a Quartet: 10 points less. Three Pairs take off 15, four take off 20.',
    other: 'Now it’s the other player’s turn. Watch the discard pile: there may be something for you.',
    again: 'Your turn again. Look for a low card, or for one that makes a Pair.',
    parrot:
      'A Parrot copies the other card in its column, so it always makes a Pair. When you get a card with the number it copies, it may fly to a face-down card, and your new card takes its place.',
    last: 'With only one card left face down, you may pass, or keep improving your Box. Once you turn it up, everyone else gets one more turn.',
    finish: 'Play to the end of the round.',
    finishLast: 'One card left: turn it up when your Box looks better than the other one.',
    rounds: 'After the last round, whoever has the fewest points wins.',
    counted: (number: number): string => `You have ${points(number)}. Pairs counted nothing, other columns their sum.`,
  },
}

export const words = pickWords({ en })
