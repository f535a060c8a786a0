/** Tricky Twist's own words. Another language is another key next to `en`. */

import { pickWords } from '../../words'
import type { Choice } from './cards'

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`
const owned = (name: string): string => (name === 'You' ? 'Your' : `${name}’s`)
const does = (name: string, one: string, you: string): string => `${name} ${name === 'You' ? you : one}`
const stars = (number: number): string => count(number, 'star', 'stars')
const list = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`

const kinds: Record<string, { name: string; says: string; one: string; many: string }> = {
  SEQ: {
    name: 'Longest run',
    says: 'The longest run of consecutive values among your false tricks, in any suits.',
    one: 'in a row',
    many: 'in a row',
  },
  'SUIT2-A': {
    name: 'One of two suits',
    says: 'Your false tricks in one of the two suits, whichever you have more of.',
    one: 'of the suit',
    many: 'of the suit',
  },
  'SUIT2-B': {
    name: 'One of two suits',
    says: 'Your false tricks in one of the two suits, whichever you have more of.',
    one: 'of the suit',
    many: 'of the suit',
  },
  BEST: {
    name: 'Strongest suit',
    says: 'Your false tricks in the suit you have most of.',
    one: 'of the suit',
    many: 'of the suit',
  },
  SUITS: {
    name: 'Many suits',
    says: 'The number of different suits among your false tricks.',
    one: 'suit',
    many: 'suits',
  },
  FEW: {
    name: 'Fewest',
    says: 'The player with the fewest false tricks, but at least one, is first.',
    one: 'place',
    many: 'place',
  },
  MANY: { name: 'Most', says: 'The player with the most false tricks is first.', one: 'place', many: 'place' },
  EVEN: { name: 'Even values', says: 'Your false tricks with an even value.', one: 'even', many: 'even' },
  ODD: { name: 'Odd values', says: 'Your false tricks with an odd value.', one: 'odd', many: 'odd' },
}
const kind = (name: string) => kinds[name] ?? { name, says: '', one: '', many: '' }
const places = ['', '1st', '2nd', '3rd', '4th']

const bonuses: Record<string, [name: string, says: string]> = {
  'Take-back': [
    'Take-back',
    'Right away: one of your false tricks comes back to your hand. Then this card is used up.',
  ],
  Flip: ['Flip', 'At the end of the round, one of your tricks becomes a false trick, or the other way round.'],
  Joker: ['Joker', 'At the end of the round, counts as a trick or as a false trick.'],
  Star: ['Star', 'At the end of the round, one star for each of your tricks.'],
}
const sides: Record<string, [suits: string, values: string, says: string]> = {
  V1: ['Moon or Sun', 'Odd', 'At the end of the round, a false trick with an odd value.'],
  V2: ['Sun or Square', 'Even', 'At the end of the round, a false trick with an even value.'],
  V3: ['Square or Circle', 'Any value', 'At the end of the round, a false trick with any value.'],
  V4: [
    'Circle or Moon',
    'Plus or minus 1',
    'At the end of the round, the value of one of your false tricks goes up or down by one.',
  ],
}
const bonusName = (name: string, valueSide: boolean): string =>
  bonuses[name]?.[0] ?? sides[name]?.[valueSide ? 1 : 0] ?? name

const en = {
  stars,
  card: (name: string): string => name,
  back: 'A card, face down',
  kindName: (name: string): string => kind(name).name,
  kindSays: (name: string): string => kind(name).says,
  counted: (name: string, number: number): string =>
    name === 'FEW' || name === 'MANY'
      ? number === 0
        ? 'no place'
        : `${places[number]} place`
      : `${number} ${number === 1 ? kind(name).one : kind(name).many}`,
  poster: (name: string, suits: string[]): string =>
    `Scoring card: ${kind(name).name}${suits.length ? ` (${suits.join(' or ')})` : ''}`,
  pays: (name: string, table: number[]): string =>
    table
      .map(
        (each, place) =>
          `${name === 'FEW' || name === 'MANY' ? places[place + 1] : place + 1}${place + 1 === table.length && name !== 'FEW' && name !== 'MANY' && name !== 'SUITS' ? ' or more' : ''}: ${stars(each)}`,
      )
      .join(', '),
  paysNow: (number: number): string => `pays you ${stars(number)} now`,
  bonusName,
  bonusSays: (name: string, valueSide: boolean): string =>
    bonuses[name]?.[1] ??
    (valueSide ? (sides[name]?.[2] ?? '') : `At the end of the round, a false trick of ${sides[name]?.[0] ?? name}.`),
  bonusDisplay: (left: number): string => `Bonus cards: ${left} available`,
  bonusTitle: 'Bonus cards',
  bonusHow: 'Whoever collects a 7, in a trick or as a false trick, may take one.',
  worth: (number: number): string => (number === 0 ? 'now ±0 ★' : `now ${number > 0 ? '+' : '−'}${Math.abs(number)} ★`),
  round: (number: number, of: number): string => `Round ${number} of ${of}`,
  turn: (number: number): string => `turn ${number}`,
  hand: 'Your hand',
  handOf: (number: number): string => `${number} in hand`,
  reserveOf: (number: number): string => `${number} in reserve`,
  tricksOf: (number: number): string => count(number, 'trick', 'tricks'),
  falseOf: (cards: string[]): string =>
    cards.length ? `${count(cards.length, 'false trick', 'false tricks')}: ${cards.join(', ')}` : 'no false tricks',
  bonusOf: (names: string[]): string => (names.length ? `bonus: ${names.join(', ')}` : ''),
  tricks: 'Tricks',
  falseTricks: 'False tricks',
  reserve: 'Your reserve',
  reserveHow: 'These cards are left. Nobody knows their order.',
  yourReserve: (cards: string[]): string =>
    cards.length ? `Your reserve, in unknown order: ${cards.join(', ')}` : 'Your reserve is empty',
  front: 'In front of you',
  middle: (cards: string[], led: string | null): string =>
    cards.length ? `On the table: ${cards.join(', ')}.${led ? ` ${led} was led.` : ''}` : 'No card is on the table.',
  ofPlayer: (name: string, card: string): string => `${name} ${card}`,
  totalStars: 'stars in total',
  now: 'if the round ended now',
  level: 'Level!',
  balance: (tricks: number, falseTricks: number): string =>
    `${count(tricks, 'trick', 'tricks')} to ${count(falseTricks, 'false trick', 'false tricks')}`,
  notes: {
    choosing: 'choosing a reserve',
    ready: 'ready',
    leads: 'leads',
    left: 'left',
    draws: 'deciding whether to draw',
    plays: 'plays',
    bonus: 'choosing a bonus card',
    declares: 'declaring',
  },
  prompt: {
    reserve: (left: number): string =>
      left === 5
        ? 'Choose five cards for your reserve.'
        : left === 0
          ? 'Lay these five aside?'
          : `${left} more for your reserve.`,
    draw: 'Draw from your reserve?',
    lead: 'You lead: play any card.',
    follow: (suit: string): string => `Your turn: follow with a ${suit}.`,
    free: (suit: string): string => `You have no ${suit}: any card you play is a false trick.`,
    bonus: 'You have a 7! Take a bonus card.',
    takeBack: 'Take one of your false tricks back.',
    declare: 'The round is over. Use your bonus cards.',
    otherDraw: (name: string): string => `${name} is deciding whether to draw.`,
    otherLead: (name: string): string => `${name} leads.`,
    otherPlay: (name: string): string => `${name}’s turn.`,
    otherBonus: (name: string): string => `${name} is choosing a bonus card.`,
    otherTakeBack: (name: string): string => `${name} is taking a false trick back.`,
    otherDeclare: (name: string): string => `${name} is declaring bonus cards.`,
    won: (name: string, cards: number): string =>
      `${does(name, 'wins', 'win')} a trick of ${count(cards, 'card', 'cards')}.`,
    over: 'The match is over.',
  },
  actions: {
    lay: 'Lay them aside',
    draw: 'Draw a card',
    stay: 'Not now',
    decline: 'Take none',
    keepFalse: 'Take none back',
    unused: 'Don’t use it',
    unusedLong: (bonus: string): string => `Don’t use ${bonus}`,
    commit: 'Declare',
    goOnTo: (number: number): string => `Start round ${number}`,
    close: 'Close',
    take: (name: string): string => `Take ${name}`,
  },
  keys: {
    along: 'Move along your hand',
    draw: 'Draw from your reserve',
    stay: 'Not now; take none; don’t use it',
    go: 'Lay the reserve, declare, continue',
    bonus: 'Look at the bonus cards',
    poster: 'Look at the scoring card',
    pick: 'The card or choice of that number',
  },
  declare: {
    title: 'How do you want to use your bonus cards?',
    best: 'best',
    pays: (number: number): string => `${number} ★`,
    paysLong: (number: number): string => `the round would pay you ${stars(number)}`,
    trick: 'A trick',
    falseTrick: 'A false trick',
    flipTrick: 'Your tricks: which card should become a false trick?',
    flipFalse: 'Your false tricks: which one should become a trick?',
    suit: (suit: string): string => `A false trick of ${suit}`,
    value: (value: number): string => `A false trick of value ${value}`,
    change: (thing: string, by: number): string => `${by > 0 ? '+1' : '−1'} on ${thing}`,
    sum: 'Your round pays',
    chosen: (bonus: string, choice: Choice, valueSide: boolean): string => {
      const name = bonusName(bonus, valueSide)
      if (!choice) return `${name}: not used`
      switch (choice.kind) {
        case 'flip':
          return `${name}: ${choice.card}`
        case 'joker':
          return `${name}: ${choice.trick ? 'a trick' : 'a false trick'}`
        case 'suit':
          return `${name}: ${choice.suit}`
        case 'value':
          return `${name}: ${choice.value}`
        case 'change':
          return `${choice.by > 0 ? '+1' : '−1'} on ${/^V/.test(choice.thing) ? bonusName(choice.thing, valueSide) : choice.thing}`
      }
    },
  },
  scored: {
    title: (number: number): string => `Round ${number}`,
    base: (tricks: number, falseTricks: number): string => {
      const pairs = Math.min(tricks, falseTricks)
      if (pairs === 0) return `${count(tricks, 'trick', 'tricks')}, ${falseTricks} false`
      return `${tricks} + ${pairs} × ${tricks === falseTricks ? 5 : 3}`
    },
    baseLong: (tricks: number, falseTricks: number): string =>
      `${count(tricks, 'trick', 'tricks')}, ${count(falseTricks, 'false trick', 'false tricks')}`,
    star: 'Star',
    inAll: (number: number): string => `${number} in total`,
    none: 'nothing',
  },
  say: {
    dealt: (number: number, card: string): string =>
      `Round ${number}. Scoring card: ${card}. Choose five cards for your reserve.`,
    reserves: 'Everyone has chosen a reserve.',
    draws: (name: string): string => `${does(name, 'draws', 'draw')} from the reserve.`,
    drew: (card: string): string => `You draw the ${card}.`,
    plays: (name: string, card: string): string => `${does(name, 'plays', 'play')} ${card}.`,
    wins: (name: string, cards: number): string =>
      `${does(name, 'wins', 'win')} a trick of ${count(cards, 'card', 'cards')}.`,
    falseTrick: (name: string, card: string): string => `${owned(name)} ${card} is a false trick.`,
    takes: (name: string, bonus: string): string => `${does(name, 'takes', 'take')} a bonus card: ${bonus}.`,
    declines: (name: string): string => `${does(name, 'takes', 'take')} no bonus card.`,
    back: (name: string, card: string): string => `${does(name, 'takes', 'take')} the ${card} back.`,
    declared: (name: string, what: string[]): string =>
      `${does(name, 'declares', 'declare')} ${what.length ? what.join('; ') : 'nothing'}.`,
    scored: (name: string, sum: number, total: number): string =>
      `${name}: ${stars(sum)} in this round, ${total} in total.`,
    yourTurn: (says: string, cards: string[]): string => `${says} You can play ${list(cards)}.`,
  },
  end: {
    won: 'Most stars wins.',
    rounds: 'Round by round',
    total: 'Total',
    best: (name: string, number: number, round: number): string =>
      `Best round: ${name}, ${stars(number)} in round ${round}.`,
    level: (name: string, times: number): string =>
      `${does(name, 'was', 'were')} level ${times === 1 ? 'once' : `${times} times`}: five stars a pair.`,
    close: (margin: number): string =>
      margin === 0 ? 'It couldn’t have been closer.' : `Only ${stars(margin)} between first and second.`,
    how: (tricks: number, falseTricks: number): string => `${tricks} : ${falseTricks}`,
    howLong: (tricks: number, falseTricks: number): string =>
      `${count(tricks, 'trick', 'tricks')}, ${count(falseTricks, 'false trick', 'false tricks')}`,
    key: 'Small numbers: tricks : false tricks. Underlined: equally many, so each pair paid five stars.',
    cards: (names: string[]): string => names.map((name, round) => `${round + 1}: ${name}`).join(' · '),
  },
  lesson: {
    hand: 'This is your hand: four suits, each from 1 to 12. You will collect tricks and false tricks, and you want equally many of both.',
    poster: (name: string, says: string): string =>
      `This round’s scoring card is “${name}”. ${says} Its lower edge shows how many stars it pays.`,
    reserve:
      'Lay five cards aside as your reserve; you can draw them back later, in an order nobody knows. Tap five, then “Lay them aside”.',
    reserveHint:
      'If you have no card of a suit, you can’t follow it: that is how you get false tricks. Keep that in mind for the reserve.',
    draw: 'Before each turn you may draw one card from your reserve. Draw, or say “Not now”.',
    play: (table: string): string => `${table} Tap one of the raised cards.`,
    lead: 'You lead: everyone must follow your suit if they can.',
    follow: (suit: string): string =>
      `${suit} was led, so you must play a ${suit}. The highest ${suit} wins all cards of that suit as one trick.`,
    free: (suit: string): string =>
      `${suit} was led and you have none: play any card. It comes back to you, face up, as a false trick.`,
    wait: 'Wait for the others.',
    trick:
      'The winner’s trick lies face down. Cards of other suits lie face up in front of their players: false tricks.',
    balance:
      'Each trick pays 1 star, and each pair of a trick and a false trick pays 3 more. If they’re equal, each pair pays 5. The scales show where you stand.',
    sevens:
      'Sevens carry lightning. If you collect one, even as a false trick, you may take a bonus card. Tap the tickets at any time to read them.',
    goal: 'The round ends when somebody’s hand is empty. Leftover cards are worth nothing. Play on, or see how a bot would finish the round for you.',
    ahead: 'Finish it for me',
    scored: (number: number): string =>
      `The round paid you ${stars(number)}. A match has as many rounds as players, each with a new scoring card.`,
    rounds: 'A match has as many rounds as players, each with a new scoring card.',
  },
}

export const words = pickWords({ en })
