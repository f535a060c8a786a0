/** Confetti's own words. Another language is another key beside `en`. */

import { pickWords } from '../../words'
import type { Size } from './rules.gen'

const colours = ['red', 'orange', 'yellow', 'green', 'blue', 'purple']
const shapes = ['triangle', 'square', 'pentagon', 'star', 'cross', 'ring']
const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`
const points = (number: number): string => count(number, 'point', 'points')
const cards = (number: number): string => count(number, 'card', 'cards')
const sets = (number: number): string => (number === 0 ? 'no set' : count(number, 'set', 'sets'))
const does = (name: string, one: string, you: string): string => `${name} ${name === 'You' ? you : one}`
const signed = (number: number): string => (number > 0 ? `+${number}` : String(number).replace('-', '−'))
const kind = (number: number, black: boolean): string => (black ? shapes : colours)[number] ?? ''
const face = (kinds: number[], black: boolean): string => {
  const [small, medium, big] = kinds.map((each) => kind(each, black))
  return `small ${small}, medium ${medium}, big ${big}`
}

const en = {
  kind,
  face,
  points,
  sets,
  signed,
  card: (kinds: number[], black: boolean, where: string): string => `${face(kinds, black)}; ${where}`,
  where: {
    middle: 'in the middle',
    yoursLoose: (place: number): string => `yours, loose, place ${place}`,
    yoursHeld: (place: number): string => `yours, held, place ${place}`,
    loose: (name: string): string => `loose before ${name}`,
    held: (name: string): string => `held by ${name}`,
    reaching: (name: string): string => `${does(name, 'reaches', 'reach')} for it`,
    tug: 'in a tug',
  },
  table: 'The cards. Arrow keys lead from one to the next, Enter takes. Letters find a card by its colours from small to big.',
  round: (number: number, of: number): string => `Round ${number} of ${of}`,
  seconds: (number: number): string => `${number} seconds left`,
  hold: 'Hold',
  holdLong: 'Hold all your loose cards',
  letGo: 'Let go',
  letGoLong: (name: string): string => `Let go of ${name}`,
  tug: (names: string): string => `Tug of war with ${names}!`,
  tugSays: 'If nobody lets go, the card is out.',
  giveBack: 'Tap again to give it back',
  stolen: (name: string): string => `${name} took it!`,
  out: 'Out of the game',
  waits: 'The next round is about to begin.',
  view: { grid: 'Tidy rows', heap: 'As it fell', nearer: 'Nearer', farther: 'All of it' },
  inAll: 'points in all',
  result: {
    title: (round: number, rounds: number): string => `Round ${round} of ${rounds}: the sand has run`,
    none: 'no cards',
    sum: (found: number, lost: number): string => (lost === 0 ? sets(found) : `${sets(found)} − ${lost}`),
    hand: (name: string, found: number, spare: number, result: number): string =>
      `${name}: ${sets(found)}${spare ? `, ${cards(spare)} to spare` : ''}, ${signed(result)} ${Math.abs(result) === 1 ? 'point' : 'points'}.`,
    keep: (number: number): string => (number === 1 ? 'Choose one more card to keep as a point.' : `Choose ${number} cards to keep as points.`),
    keepCard: (what: string): string => `Keep ${what}`,
    kept: (what: string): string => `${what}; kept as a point`,
    any: 'Any will do',
    giveUp: (number: number): string => (number === 1 ? 'Choose one point card to give up.' : `Choose ${number} point cards to give up.`),
    giveUpCard: (what: string): string => `Give up ${what}`,
    waiting: (names: string): string => `${names} still ${names.includes(' and ') ? 'choose' : 'chooses'}.`,
  },
  keys: {
    move: 'From card to card',
    hold: 'Hold all loose cards',
    letGo: 'Let go in a tug',
    back: (place: number): string => `Give back your card ${place}, or keep it as a point`,
    backFocused: 'Give back the card with the frame',
    grid: 'Tidy rows, or as it fell',
    nearer: 'Nearer',
    farther: 'Farther',
  },
  say: {
    round: (number: number, of: number, middle: number, limit: number): string =>
      `Round ${number} of ${of}. ${cards(middle)} in the middle, at most ${limit} for you. Go!`,
    took: (what: string, number: number): string => `Yours: ${what}. ${cards(number)}, loose.`,
    tookHeld: (what: string, number: number): string => `Yours: ${what}. ${cards(number)}.`,
    held: 'Held.',
    back: (what: string): string => `Given back: ${what}.`,
    lost: (name: string, what: string): string => `${does(name, 'takes', 'take')} your loose card: ${what}.`,
    tug: (names: string, what: string): string => `Tug of war with ${names} for ${what}. L lets go.`,
    gone: 'Nobody let go: the card is out of the game.',
    set: (found: number): string => `${sets(found)}.`,
    over: 'The sand has run.',
    left: (name: string): string => `${does(name, 'has', 'have')} left.`,
  },
  end: {
    rounds: 'Round by round',
    total: 'In all',
    lastHands: 'The last hands',
    best: (name: string, result: number, round: number): string => `The best haul: ${name}, ${points(result)} in round ${round}.`,
    perfect: (name: string, round: number): string => `${does(name, 'left', 'left')} no circle unused in round ${round}.`,
    out: (number: number): string => `${cards(number)} went out in tugs of war.`,
    stolen: (name: string, times: number): string => `${does(name, 'snatched', 'snatched')} ${count(times, 'loose card', 'loose cards')} from others.`,
    close: (margin: number): string => (margin === 0 ? 'It could not have been closer.' : `Only ${points(margin)} between first and second.`),
    solo: (total: number): string => `${points(total)} of 30 that could be.`,
  },
  lesson: {
    cards: 'Every card has three circles: a small, a medium and a big one, in three colours. A set is small, medium and big of one colour, and is worth a point. Everybody grabs at the same time.',
    take: 'The sand runs! Tap a card, or drag it to your edge of the table.',
    hold: 'It is yours, but it trembles: a loose card can be snatched by anybody. Put your hand on it: tap it, press “Hold” or the space bar.',
    held: 'Held cards are safe. You may have six cards; the frames at your edge show how many.',
    begun: (has: string, wants: string, what: string): string => `You have ${has} ${what}. For a set you still need ${wants} ${what}. Take it, and do not forget to hold!`,
    more: 'Take some more cards until three of them make a set.',
    each: 'A set! Each circle serves once, but one card can serve in three sets. Three cards can make three sets, six cards six.',
    back: 'A card that serves in no set costs a point. Flick one back into the middle, or tap a held card twice.',
    others: 'Two hands on one card within a quarter of a second: a tug of war. Let go, and the other has it. If nobody does for two seconds, it is out for good.',
    go: (found: number): string => (found === 0 ? 'Now go on until the sand has run. Find a set!' : `Now go on until the sand has run. You have ${sets(found)}.`),
    keep: (number: number): string => `${number > 0 ? `${points(number)} for you` : 'No point this time'}. ${number > 0 ? `Tap ${number === 1 ? 'the card' : `${number} cards`} that you keep as points; the rest goes back.` : ''}`,
    scored: 'Lines show the sets. Grey cards were spare, each a point less. Nobody falls below zero.',
    end: 'There are three rounds: one half of the cards, the other half, then all that is left, with nine cards for everyone. The most points win.',
    and: (list: Size[]): string => (list.length === 1 ? `a ${list[0]}` : `a ${list[0]} and a ${list[1]}`),
  },
}

export const words = pickWords({ en })
