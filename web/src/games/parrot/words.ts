/** Parrot's own words. Another language is another key beside `en`. */

import { pickWords } from '../../words'

const card = (face: string): string => (face === 'P' ? 'Parrot' : face)
const aCard = (face: string): string => (face === 'P' ? 'a Parrot' : face === '8' || face === '11' ? `an ${face}` : `a ${face}`)
const lain = (face: string): string => (face === 'P' ? 'a Parrot' : face === '?' ? 'a down card' : face)
const number = (value: number): string => String(value).replace('-', '−')
const points = (value: number): string => `${number(value)} ${Math.abs(value) === 1 ? 'point' : 'points'}`
const owned = (name: string): string => (name === 'You' ? 'Your' : `${name}’s`)
const does = (name: string, one: string, you: string): string => `${name} ${name === 'You' ? you : one}`

const en = {
  card,
  pile: (left: number): string => `Draw pile, ${left} cards`,
  discard: (top: string | null): string => (top === null ? 'Discard pile, empty' : `Discard pile, on top ${aCard(top)}`),
  hand: (face: string): string => (face === '?' ? 'A drawn card' : `In your hand: ${aCard(face)}`),
  place: (number: number, face: string, copies: string | null): string =>
    `Place ${number}: ${lain(face)}${copies === null ? '' : copies === '?' ? ', its mate is down' : copies === '…' ? ', beside a Parrot' : `, copies ${copies}`}`,
  boxOf: (name: string, cards: string[]): string =>
    `${owned(name)} Box. Top: ${cards.slice(0, 4).map(lain).join(', ')}. Bottom: ${cards.slice(4).map(lain).join(', ')}`,
  yourBox: 'Your Box',
  round: (number: number, of: number): string => `Round ${number} of ${of}`,
  number,
  points,
  inAll: 'points in all',
  sets: ['', '', 'Quartet', 'Sextet', 'Octet'] as readonly string[],
  set: (pairs: number, number: number): string => `${['', '', 'Quartet', 'Sextet', 'Octet'][pairs]} of ${number}`,
  pair: 'Pair',
  soFar: 'so far',
  total: 'in this round',
  notes: {
    ready: 'has chosen',
    choosing: 'chooses two',
    down: (number: number): string => (number === 1 ? 'last card!' : `${number} down`),
    finished: 'has finished',
    lastTurn: 'one more turn',
    done: 'is done',
    left: 'has left',
  },
  prompt: {
    openTwo: 'Turn up two of your cards.',
    openOne: 'And one more.',
    waitFor: (names: string): string => `Waiting for ${names}.`,
    yours: (top: string | null): string => (top === null ? 'Your turn: draw a card.' : `Your turn: draw, or take the ${card(top)}.`),
    yourLast: (top: string | null): string => (top === null ? 'Your last turn: draw a card.' : `Your last turn: draw, or take the ${card(top)}.`),
    put: (face: string): string => `Put the ${card(face)} on any card, or discard it.`,
    mustPut: (face: string): string => `Put the ${card(face)} on any card.`,
    away: 'Now turn up one of your down cards.',
    awayLast: 'Turn up your last card, or pass.',
    land: 'Where shall the Parrot land?',
    which: 'Which Parrot flies?',
    other: (name: string): string => `${name}’s turn.`,
    otherHolds: (name: string): string => `${name} has drawn a card.`,
    otherTook: (name: string, face: string): string => `${name} takes the ${card(face)}.`,
    counted: (number: number): string => `Round ${number} is counted.`,
    over: 'The match is over.',
  },
  finished: (name: string): string => `${does(name, 'has', 'have')} finished: one more turn each.`,
  actions: {
    away: 'Discard it',
    back: 'Keep it',
    pass: 'Pass',
    passLong: 'Pass: your last card stays down',
    float: 'Let it fly',
    floatLong: 'Let it fly: the Parrot goes to a down card',
    stay: 'It stays',
  },
  keys: {
    draw: 'Draw from the pile',
    take: 'Take the top discard',
    place: (number: number): string => `Place ${number}`,
    away: 'Discard the card in hand, or keep it',
    pass: 'Discard it and pass',
    float: 'Let the Parrot fly',
    back: 'Back',
  },
  say: {
    dealt: (number: number): string => `Round ${number}. Turn up two of your cards.`,
    opened: (name: string, cards: string[]): string => `${does(name, 'turns', 'turn')} up ${cards.map(lain).join(' and ')}.`,
    draws: (name: string, face: string): string => (face === '?' ? `${does(name, 'draws', 'draw')} a card.` : `${does(name, 'draws', 'draw')} ${aCard(face)}.`),
    takes: (name: string, face: string): string => `${does(name, 'takes', 'take')} the ${card(face)}.`,
    puts: (name: string, face: string, place: number, out: string): string => `${does(name, 'puts', 'put')} ${aCard(face)} on place ${place}; ${aCard(out)} goes to the discard pile.`,
    discards: (name: string, face: string): string => `${does(name, 'discards', 'discard')} ${aCard(face)}.`,
    passes: (name: string, face: string): string => `${does(name, 'discards', 'discard')} ${aCard(face)} and ${name === 'You' ? 'pass' : 'passes'}.`,
    turns: (cards: string): string => `Turned up: ${cards}.`,
    at: (face: string, place: number): string => `${aCard(face)} on place ${place}`,
    floats: (name: string, place: number, copies: string, out: string): string =>
      `${owned(name)} Parrot flies to place ${place}${copies === '?' || copies === '…' ? '' : ` and copies ${copies}`}; ${aCard(out)} goes to the discard pile.`,
    lastCard: (name: string): string => `${does(name, 'has', 'have')} one down card left.`,
    counted: (name: string, number: number, total: number): string => `${name}: ${points(number)}, ${total} in all.`,
  },
  end: {
    rounds: 'Round by round',
    round: (number: number): string => `${number}`,
    total: 'In all',
    lastBoxes: 'The last Boxes',
    best: (name: string, number: number, round: number): string => `The best round: ${name}, ${points(number)} in round ${round}.`,
    lead: (name: string, round: number): string => `${name} took the lead in round ${round} and kept it.`,
    always: (name: string): string => `${name} led from the first round to the last.`,
    close: (margin: number): string => (margin === 0 ? 'It could not have been closer.' : `Only ${points(margin)} between first and second.`),
    flew: (times: number): string => (times === 1 ? 'A Parrot flew once.' : `Parrots flew ${times} times.`),
  },
  lesson: {
    box: 'This is your Box: eight cards, and nobody knows them yet. At the end all are up and are counted. The fewest points win.',
    open: 'Everyone turns up two cards to begin. Tap any two of yours.',
    first: 'The higher two cards begin. Wait for your turn.',
    gain: (top: string | null): string =>
      top === null ? 'Your turn. Tap the draw pile.' : `Your turn. Take the open ${card(top)}, or draw from the pile without knowing what comes.`,
    useDrawn: (face: string): string =>
      `You drew ${aCard(face)}. Tap a card of your Box to put it there, or tap “Discard it” and turn up a down card instead. Hold or hover to see what it would do.`,
    useTaken: (face: string): string => `You took the ${card(face)}, so it must go into your Box. Tap the card it replaces.`,
    pairs: 'Below each column stands what it counts. Two equal cards one above the other are a Pair and count 0. Side by side they are none.',
    sets: 'Two Pairs of one number are a Quartet: 10 points less. Three take off 15, four take off 20.',
    other: 'Now the other player. See what goes to the discard pile: it may be for you.',
    again: 'Once more: a low card, or one that makes a Pair.',
    parrot: 'The Parrot copies the card in its column, so it always makes a Pair. When you gain the number that it copies, it may fly to a down card, and your new card takes its place.',
    last: 'With one card left down you are free: you may pass, or keep improving. Turn it up, and everybody else has one more turn.',
    finish: 'Play the round to its end.',
    finishLast: 'One card left: turn it up when your Box looks better than theirs.',
    counted: (number: number): string => `You have ${points(number)}. Equal columns counted nothing, the others their sum.`,
  },
}

export const words = pickWords({ en })
