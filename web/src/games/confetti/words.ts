/** Confetti's own words. Another language is another key next to `en`. */

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
    loose: (name: string): string => `loose in front of ${name}`,
    held: (name: string): string => `held by ${name}`,
    reaching: (name: string): string => `${does(name, 'is', 'are')} reaching for it`,
    tug: 'in a tug of war',
  },
  table:
    'The cards. Move between them with the arrow keys, and take one with Enter. Type letters to find a card by its colours, from small to big.',
  round: (number: number, of: number): string => `Round ${number} of ${of}`,
  seconds: (number: number): string => `${number} seconds left`,
  hold: 'Hold',
  holdLong: 'Hold all your loose cards',
  letGo: 'Let go',
  letGoLong: (name: string): string => `Let go of ${name}`,
  tug: (names: string): string => `Tug of war with ${names}!`,
  tugSays: 'If nobody lets go, the card is out of the game.',
  giveBack: 'Tap again to give it back',
  stolen: (name: string): string => `${name} took it!`,
  out: 'Out of the game!',
  waits: 'The next round is about to start.',
  view: { grid: 'Tidy rows', heap: 'Messy heap', nearer: 'Zoom in', farther: 'Show everything' },
  inAll: 'points in total',
  result: {
    title: (round: number, rounds: number): string => `Round ${round} of ${rounds}: time’s up!`,
    none: 'no cards',
    sum: (found: number, lost: number): string => (lost === 0 ? sets(found) : `${sets(found)} − ${lost}`),
    hand: (name: string, found: number, spare: number, result: number): string =>
      `${name}: ${sets(found)}${spare ? `, ${count(spare, 'spare card', 'spare cards')}` : ''}, ${signed(result)} ${Math.abs(result) === 1 ? 'point' : 'points'}.`,
    keep: (number: number): string =>
      number === 1 ? 'Choose one more card to keep as a point.' : `Choose ${number} cards to keep as points.`,
    keepCard: (what: string): string => `Keep ${what}`,
    kept: (what: string): string => `${what}; kept as a point`,
    any: 'Choose for me',
    giveUp: (number: number): string =>
      number === 1 ? 'Choose one point card to give up.' : `Choose ${number} point cards to give up.`,
    giveUpCard: (what: string): string => `Give up ${what}`,
  },
  keys: {
    move: 'Move from card to card',
    hold: 'Hold all loose cards',
    letGo: 'Let go in a tug of war',
    back: (place: number): string => `Give back card ${place}, or keep it as a point`,
    grid: 'Tidy rows, or a messy heap',
    nearer: 'Zoom in',
    farther: 'Zoom out',
  },
  say: {
    round: (number: number, of: number, middle: number, limit: number): string =>
      `Round ${number} of ${of}. ${cards(middle)} in the middle; you can have up to ${limit}. Go!`,
    took: (what: string, number: number): string => `You took ${what}. It is loose. You have ${cards(number)}.`,
    tookHeld: (what: string, number: number): string => `You took ${what}. You have ${cards(number)}.`,
    held: 'Held.',
    back: (what: string): string => `Given back: ${what}.`,
    lost: (name: string, what: string): string => `${does(name, 'takes', 'take')} your loose card: ${what}.`,
    tug: (names: string, what: string): string => `Tug of war with ${names} for ${what}. Press L to let go.`,
    gone: 'Nobody let go: the card is out of the game.',
    set: (found: number): string => `You have ${sets(found)}.`,
    over: 'Time’s up!',
    left: (name: string): string => `${does(name, 'has', 'have')} left.`,
  },
  end: {
    rounds: 'Round by round',
    total: 'Total',
    lastHands: 'Final hands',
    best: (name: string, result: number, round: number): string =>
      `Best round: ${name}, ${points(result)} in round ${round}.`,
    perfect: (name: string, round: number): string => `${name} left no circle unused in round ${round}.`,
    out: (number: number): string => `${cards(number)} ${number === 1 ? 'was' : 'were'} lost in tugs of war.`,
    stolen: (name: string, times: number): string =>
      `${name} snatched ${count(times, 'loose card', 'loose cards')} from others.`,
    close: (margin: number): string =>
      margin === 0 ? 'It couldn’t have been closer.' : `Only ${points(margin)} between first and second.`,
    solo: (total: number): string => `${points(total)} out of a possible 30.`,
  },
  review: {
    about:
      'A hand is within reach if the player could still form it alone, at the fastest pace the rules allow: with the cards already taken, those in the middle, and loose cards of others. Idle time counts from four seconds after the last move.',
    round: (number: number): string => `Round ${number}`,
    at: (ms: number): string => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`,
    reached: (result: number, best: number): string =>
      `${points(result)}; ${points(best)} ${best === 1 ? 'was' : 'were'} within reach`,
    bestReached: (result: number): string => `${points(result)}, the best within reach`,
    left: (at: string, best: number): string => `Left at ${at}, with ${points(best)} within reach`,
    hand: (name: string | null): string => (name === null ? 'Your hand' : `${name}’s hand`),
    bestHand: (at: string, takes: number): string =>
      `The best hand: at ${at}, ${count(takes, 'card was', 'cards were')} missing (+)`,
    bestHad: (at: string): string => `The best hand: complete at ${at}`,
    cardOfHand: (what: string, spare: boolean, wanted: boolean): string =>
      `${what}${spare ? '; in no set' : ''}${wanted ? '; still to be taken' : ''}`,
    costly: (at: string, before: number, after: number): string =>
      `Taken at ${at}: the most that could be reached without giving a card back fell from ${before} to ${points(after)}.`,
    spare: (number: number): string =>
      number === 1 ? 'In no set at the end: it cost a point.' : 'In no set at the end: each cost a point.',
    tugLost: (at: string, removed: boolean): string =>
      removed
        ? `Lost in a tug of war at ${at}: nobody let go, so the card is out of the game.`
        : `Lost in a tug of war at ${at}.`,
    tugsWon: (name: string | null, number: number): string =>
      `${name ?? 'You'} won ${count(number, 'tug of war', 'tugs of war')}.`,
    idle: (seconds: number): string =>
      `Idle for ${count(seconds, 'second', 'seconds')}, although a better hand was within reach.`,
    legend: {
      best: 'Best hand within reach',
      points: (name: string | null): string => (name === null ? 'Your points' : `${name}’s points`),
      idle: 'Idle',
    },
    curve: (moments: string[]): string => `Points, and the best hand within reach. ${moments.join(' ')}`,
    moment: (at: string, now: number, best: number): string => `At ${at}: ${String(now).replace('-', '−')} of ${best}.`,
  },
  lesson: {
    cards: 'Every card has a small, a medium and a big circle, in three colours.',
    sets: 'A set is a small, a medium and a big circle of one colour. Each set is worth a point.',
    take: 'Everyone grabs cards at the same time. Tap a card, or drag it to your edge of the table.',
    full: 'All your slots are full, but there is no set yet. Give a card back: tap a held card twice.',
    hold: 'It’s yours, but still loose: anyone can snatch it. Tap it to hold it, or press “Hold” or the space bar.',
    held: 'Held cards are safe. You can have up to six cards, one for each slot at your edge.',
    begun: (has: string, wants: string, what: string): string =>
      `You have ${has} ${what}. For a set you still need ${wants} ${what}. Don’t forget to hold your cards!`,
    mark: (kind: string, black: boolean): string => (black ? kind : `${kind} circle`),
    more: 'Take more cards until three of them make a set.',
    each: 'A set! Each circle counts once, but one card can be part of three sets. Three cards can make three sets, six cards six.',
    back: 'A card that is in no set costs a point. Flick one back into the middle, or tap a held card twice.',
    others:
      'When two players grab a card within a quarter of a second, they have a tug of war. If you let go, the other player gets it. If nobody lets go within two seconds, it’s out for good.',
    go: (found: number): string =>
      found === 0
        ? 'Look for a set as long as you like. In a real round, you have a minute.'
        : `You have ${sets(found)}. Look for more as long as you like. In a real round, you have a minute.`,
    timesUp: 'Let time run out',
    keep: (number: number): string =>
      number > 0
        ? `${points(number)} for you. Tap ${number === 1 ? 'the card' : `the ${number} cards`} you want to keep as points; the rest go back.`
        : 'No points this time.',
    scored: 'The lines show the sets. Grey cards were spare and cost a point each. Nobody drops below zero.',
    end: 'There are three rounds: first one half of the cards, then the other half, then all that are left, with up to nine cards each. Whoever has the most points wins.',
    and: (list: Size[]): string => (list.length === 1 ? `a ${list[0]}` : `a ${list[0]} and a ${list[1]}`),
  },
}

export const words = pickWords({ en })
