// Made by tools/page_views.py (make docs) from src/parlour/games/confetti; change it there.

import type { Confetti } from '../../net/views'
import * as py from '../../engine/python'

const UNKNOWN = -1
const SPECTATOR = -1
const PHASES: any = ['play', 'choose', 'break', 'over']
const CELL = 100
const COLUMNS = 12
const ROWS = 7
const CARD_SIDE = 84
const WORDS = new Map<any, any>([
  [0, 'take {}'],
  [84, 'hold {}'],
  [169, 'give back {}'],
  [253, 'let go of {}'],
  [337, 'keep {} as a point card'],
  [421, 'give up the point card {}'],
])
const CARDS = 84
const STATES: any = ['aside', 'middle', 'tug', 'loose', 'held', 'point', 'removed']
const NOBODY = -1
const LETTERS = 'ROYGBP'
const SHAPES: any = ['triangle', 'square', 'pentagon', 'star', 'cross', 'ring']
const COLOURS: any = ['red', 'orange', 'yellow', 'green', 'blue', 'purple']
const WINDOW_MS = 250

export function view(seen: any, seat: number): Confetti.View {
  let acting: any
  const unseen = py.count(seen.fresh_in, UNKNOWN)
  const players: any = py.range(seen.seats).map((other: any) => viewPlayer(seen, other))
  if (seen.phase === /* Phase.PLAY */ 0) {
    acting = players.filter((player: any) => player.here).map((player: any) => player.seat)
  } else {
    acting = players
      .filter((player: any) => player.to_keep || player.to_give_up)
      .map((player: any) => player.seat)
  }
  return {
    seat: seat === SPECTATOR ? null : seat,
    phase: PHASES.at(seen.phase),
    round: seen.round_now,
    rounds: rounds(seen),
    clock: seen.clock,
    phase_ends: seen.phase === /* Phase.OVER */ 3 ? null : seen.phase_ends,
    acting,
    side: seen.side === /* Side.BLACK */ 1 ? 'black' : 'white',
    limit: cardLimit(seen),
    width: CELL * COLUMNS,
    height: CELL * ROWS,
    card_side: CARD_SIDE,
    middle: cardsIn(seen, /* Place.MIDDLE */ 1).map((card: any) => viewCard(seen, card)),
    tugs: py.range(seen.pulls).map((number: any) => viewTug(seen, number)),
    players,
    removed: cardsIn(seen, /* Place.REMOVED */ 6).map((card: any) => cardName(seen, card)),
    aside_unseen: unseen,
    aside_seen: cardsIn(seen, /* Place.ASIDE */ 0).length - unseen,
  }
}

/** An action in words. `seen` is a record here. */
export function describe(seen: any, action: number): string {
  if (action === /* Act.HOLD_ALL */ 168) {
    return 'hold all loose cards'
  }
  if (action === /* Act.LEAVE */ 505) {
    return 'leave the table'
  }
  for (const [act, words] of [...WORDS]) {
    if (act <= action && action < act + CARDS) {
      const card = action - act
      const face: any = [...seen.deck.at(card)]
      return py.format(words, face.includes(UNKNOWN) ? 'a card not seen yet' : nameOf(face))
    }
  }
  throw new Error(String(action))
}

export function moment(seen: any, seat: number, action: number, number: number, soon: boolean): string {
  if (number === /* Forbids.CANNOT_TAKE */ 24 && action < /* Act.HOLD */ 84) {
    return _cannotTake(seen, seat, action, soon)
  }
  if (number === /* Forbids.CANNOT_HOLD */ 25) {
    if (action === /* Act.HOLD_ALL */ 168) {
      return seen.cards.at(seat) ? 'You’re already holding all your cards.' : 'You have no cards to hold yet.'
    }
    if ((/* Act.HOLD */ 84 <= action && action < /* Act.HOLD_ALL */ 168) && seen.owner.at(action - /* Act.HOLD */ 84) === seat) {
      return 'You’re already holding this card.'
    }
  }
  if (number === /* Forbids.RACE */ 37 && action < /* Act.KEEP */ 337 && action !== /* Act.HOLD_ALL */ 168 && py.bit(seen.pulling.at(_card(action)), seat)) {
    return 'You’re still reaching for this card: wait a moment.'
  }
  if (number === /* Forbids.NOT_CHOOSING */ 71 && seen.phase === /* Phase.PLAY */ 0) {
    return 'You’ll choose cards to keep when time’s up.'
  }
  return ''
}

function viewPlayer(seen: any, seat: any): any {
  return {
    seat,
    here: !seen.gone[seat],
    cards: seen.zone[seat].slice(0, seen.cards[seat]).map((card: any) => viewCard(seen, card)),
    can_take_at: seen.free_at[seat],
    points: seen.points[seat],
    point_cards: cardsIn(seen, /* Place.POINT */ 5)
      .filter((card: any) => seen.owner[card] === seat)
      .map((card: any) => cardName(seen, card)),
    to_keep: Math.max(0, seen.owed[seat]),
    to_give_up: Math.max(0, -seen.owed[seat]),
    result: seen.phase === /* Phase.PLAY */ 0 ? null : viewResult(seen, seat),
  }
}

/** CON-80, CON-83, CON-86. */
function rounds(state: any): any {
  if (state.seats === 1) {
    return 5
  }
  return state.seats <= 4 ? 3 : 2
}

/** CON-42, CON-43, CON-83, CON-86. */
function cardLimit(state: any): any {
  return state.seats > 1 && isLastRound(state) ? 9 : 6
}

function cardsIn(seen: any, place: any): any {
  return py.enumerate(seen.place)
    .filter(([_card, lies]: any) => lies === place)
    .map(([card, _lies]: any) => card)
}

function viewCard(seen: any, card: any): any {
  const kinds: any = kindNames(seen)
  const [small, medium, big] = seen.deck.at(card).map((kind: any) => kinds.at(kind))
  const [cell, owner] = [seen.cell.at(card), seen.owner.at(card)]
  return {
    number: card,
    name: cardName(seen, card),
    small,
    medium,
    big,
    state: STATES.at(seen.place.at(card)),
    owner: owner === NOBODY ? null : owner,
    x: CELL * py.mod(cell, COLUMNS) + Math.floor(CELL / 2) + seen.across.at(card),
    y: CELL * Math.floor(cell / COLUMNS) + Math.floor(CELL / 2) + seen.down.at(card),
    degrees: py.round(seen.angle.at(card) * 360 / 256),
  }
}

function viewTug(seen: any, number: any): any {
  const card = seen.pulled[number]
  return {
    card: viewCard(seen, card),
    pullers: py.range(seen.seats).filter((seat: any) => pullsAt(seen, seat, card)),
    open_until: windowCloses(seen, card),
    ends: seen.pull_ends[number],
  }
}

function cardName(seen: any, card: any): any {
  return nameOf(seen.deck.at(card))
}

/** (0, 1, 2) is "ROY": small red, medium orange, big yellow. */
function nameOf(face: any): any {
  return face.map((colour: any) => LETTERS.at(colour)).join('')
}

function _cannotTake(seen: any, seat: any, card: any, soon: any): any {
  if (seen.place.at(card) === /* Place.ASIDE */ 0) {
    return 'This card isn’t in play in this round.'
  }
  if (py.bit(seen.pulling.at(card), seat)) {
    return 'You’re already reaching for this card.'
  }
  if (seen.owner.at(card) === seat) {
    return 'This card is already yours.'
  }
  if (soon && seen.place.at(card) === /* Place.LOOSE */ 3) {
    return 'Somebody has just taken this card: you can snatch it in a moment.'
  }
  return soon ? 'Not so fast: you’ve only just taken a card.' : ''
}

function _card(action: any): any {
  if (action < /* Act.HOLD */ 84) {
    return action
  }
  if (action < /* Act.HOLD_ALL */ 168) {
    return action - /* Act.HOLD */ 84
  }
  return action < /* Act.LET_GO */ 253 ? action - /* Act.DISCARD */ 169 : action - /* Act.LET_GO */ 253
}

function viewResult(seen: any, seat: any): any {
  const cards: any = seen.shown[seat].slice(0, seen.collected[seat])
  const used: any = py.enumerate(cards)
    .filter(([i, _card]: any) => py.bit(seen.used[seat], i))
    .map(([_i, card]: any) => card)
  return {
    cards: cards.map((card: any) => cardName(seen, card)),
    sets: viewSets(seen, used),
    spare: cards.filter((card: any) => !used.includes(card)).map((card: any) => cardName(seen, card)),
    points: seen.result[seat],
  }
}

function isLastRound(state: any): any {
  return state.round_now === rounds(state)
}

function kindNames(seen: any): any {
  return seen.side === /* Side.BLACK */ 1 ? SHAPES : COLOURS
}

function pullsAt(state: any, seat: any, card: any): any {
  return py.bit(state.pulling.at(card), seat) === 1
}

function windowCloses(state: any, card: any): any {
  return state.since.at(card) + WINDOW_MS
}

/** The sets that these cards carry, and the card for each size. */
function viewSets(seen: any, cards: any): any {
  let found: any = []
  for (const [colour, kind] of py.enumerate(kindNames(seen))) {
    const bySize: any = py.range(3).map((size: any) =>
      cards
        .filter((card: any) => seen.deck.at(card)[size] === colour)
        .map((card: any) => cardName(seen, card)))
    found.push(...py.zip(...bySize).map((three: any) => py.struct(['kind', 'small', 'medium', 'big'], [kind, ...three])))
  }
  return found
}

/** Why a move is refused, by the number of the rule. */
export const refusals: Record<number, string> = {
  17: "Time’s up: no more cards can be moved in this round.",
  18: "Another player is holding this card.",
  24: "You can’t take this card right now.",
  25: "This card isn’t yours, so you can’t hold it.",
  29: "This card isn’t yours, so you can’t give it back.",
  35: "This card is out of the game.",
  37: "Another player was faster.",
  38: "You aren’t in a tug of war for this card.",
  39: "You’re in a tug of war: let go, or wait until it’s over.",
  42: "You already have six cards, and that’s the most in this round.",
  43: "You already have nine cards, and that’s the most in the last round.",
  44: "You already have three cards over the limit.",
  68: "You can keep only cards that you collected in this round.",
  71: "There’s nothing to choose right now.",
  72: "This card is a point, so it’s out of play.",
  73: "You scored no points in this round, so you keep no cards.",
  74: "You don’t have to give up a point.",
  76: "This isn’t one of your points.",
  83: "You already have six cards, and that’s the most in this round.",
  86: "You already have six cards, and that’s the most for one player.",
  95: "The game is over.",
  99: "You’ve left this game.",
}
