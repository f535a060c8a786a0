// Made by tools/page_views.py (make docs) from src/parlour/games/confetti; change it there.

import * as py from '../../engine/python'

const LAST_CALL_MS = 10000
const NO_CARD = -1
const PAUSE_MS = 4000
const CURVE_MS = 1000
const LETTERS = 'ROYGBP'
const SHAPES: any = ['triangle', 'square', 'pentagon', 'star', 'cross', 'ring']
const COLOURS: any = ['red', 'orange', 'yellow', 'green', 'blue', 'purple']

export function summary(moments: any[], seat: number, _seats: number): Summary {
  const losses: any = []
  const found: any = []
  for (const number of py.range(1, moments.at(-1).seen.round_now + 1)) {
    const during: any = moments.filter((moment: any) => moment.seen.round_now === number)
    const playing: any = during.filter((moment: any) => moment.seen.phase === /* Phase.PLAY */ 0 && moment.seen.gone[seat] === 0)
    if (playing.length > 0) {
      const last = during.length > playing.length ? during[playing.length] : playing.at(-1)
      found.push(reviewRound(playing, last, seat, losses))
    }
  }
  return { losses, rounds: found, black: moments[0].seen.side === /* Side.BLACK */ 1 }
}

/** `last` is the moment at which the round was over for this player. */
function reviewRound(playing: any, last: any, seat: any, losses: any): any {
  const [began, ended, seen] = [playing[0].ms, last.ms, last.seen]
  const finished = seen.phase !== /* Phase.PLAY */ 0 && seen.gone[seat] === 0
  const costly: any = []
  let [takes, missed]: any = [0, 0]
  for (const [before, now] of py.zip(playing, playing.slice(1))) {
    if (isTake(now, seat) && now.facts.own > before.facts.own) {
      takes += 1
      const sure = now.facts.exact === 1
      const fell = sure ? Math.max(0, before.facts.fitting - now.facts.fitting) : 0
      losses.push(fell)
      if (fell > 0) {
        const name = cardName(seen, now.action - /* Act.TAKE */ 0)
        costly.push({ ms: now.ms - began, card: name, before: before.facts.fitting, after: now.facts.fitting })
      }
    }
  }
  let inTime: any = playing
  if (finished) {
    inTime = playing.filter((moment: any) => moment.ms <= ended - LAST_CALL_MS)
    missed = Math.max(0, inTime.at(-1).facts.best - seen.result[seat])
    losses.push(missed)
  }
  const tugs: any = tugsOf(playing, last, seat)
  const idle: any = idleStretches(playing, ended, seat)
  return {
    number: seen.round_now,
    limit: cardLimit(seen),
    ms: ended - began,
    finished,
    hand: finished ? viewResult(seen, seat) : null,
    missed,
    best: bestHand(inTime, began),
    curve: curveOf(playing, ended, finished ? seen.result[seat] : null),
    takes,
    costly,
    idle,
    idle_ms: py.sum(idle.map((stretch: any) => stretch.end - stretch.start)),
    tugs: tugs.length,
    tugs_lost: tugs.filter((tug: any) => !tug.won),
  }
}

function isTake(moment: any, seat: any): any {
  return moment.seat === seat && (/* Act.TAKE */ 0 <= moment.action && moment.action < /* Act.HOLD */ 84)
}

function cardName(seen: any, card: any): any {
  return nameOf(seen.deck.at(card))
}

function tugsOf(playing: any, last: any, seat: any): any {
  const began = playing[0].ms
  const found: any = []
  let pulled: any = []
  for (const moment of [...playing, last]) {
    const now: any = moment.facts.tug.filter((card: any) => card !== NO_CARD)
    for (const card of pulled) {
      if (!now.includes(card)) {
        const place = moment.seen.place.at(card)
        const won = [/* Place.LOOSE */ 3, /* Place.HELD */ 4].includes(place) && moment.seen.owner.at(card) === seat
        const name = cardName(moment.seen, card)
        found.push({ ms: moment.ms - began, card: name, won, removed: place === /* Place.REMOVED */ 6 })
      }
    }
    pulled = now
  }
  return found
}

/** Time from four seconds after the player's hand was last busy, while a better hand was within reach. */
function idleStretches(playing: any, ended: any, seat: any): any {
  const began = playing[0].ms
  let busy: any = began
  const found: any = []
  const ends: any = [...playing.slice(1).map((moment: any) => moment.ms), ...[ended]]
  for (const [moment, until] of py.zip(playing, ends)) {
    if (moment.seat === seat && !isHold(moment)) {
      busy = moment.ms
    }
    if (moment.facts.tugs > 0) {
      busy = until
    }
    let start: any = Math.max(moment.ms, busy + PAUSE_MS)
    if (start >= until || moment.facts.best <= moment.facts.points) {
      continue
    }
    if (found.length > 0 && found.at(-1).end === start - began) {
      start = began + found.pop().start
    }
    found.push({ start: start - began, end: until - began })
  }
  return found
}

/** CON-42, CON-43, CON-83, CON-86. */
function cardLimit(state: any): any {
  return state.seats > 1 && isLastRound(state) ? 9 : 6
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

/** The hand with the most points that was ever within reach, at the moment when it was the fewest takes away. */
function bestHand(playing: any, began: any): any {
  let best: any = playing[0]
  for (const moment of playing) {
    const nearer = moment.facts.best === best.facts.best && moment.facts.best_takes <= best.facts.best_takes
    if (moment.facts.best > best.facts.best || nearer) {
      best = moment
    }
  }
  const seen = best.seen
  const found = best.facts
  const cards: any = found.hand.slice(0, found.hand_count)
  return {
    ms: best.ms - began,
    points: found.best,
    cards: cards.map((card: any) => cardName(seen, card)),
    to_take: cards.slice(cards.length - found.best_takes).map((card: any) => cardName(seen, card)),
    sets: viewSets(seen, cards),
  }
}

/** What changed, and at most one point for each second: the last one. */
function curveOf(playing: any, ended: any, result: any): any {
  const began = playing[0].ms
  const curve: any = []
  for (const moment of playing) {
    const point = { ms: moment.ms - began, points: moment.facts.points, best: moment.facts.best }
    if (curve.length > 0 && point.points === curve.at(-1).points && point.best === curve.at(-1).best) {
      continue
    }
    if (curve.length > 0 && Math.floor(curve.at(-1).ms / CURVE_MS) === Math.floor(point.ms / CURVE_MS) && curve.length > 1) {
      curve.pop()
    }
    curve.push(point)
  }
  if (result !== null) {
    curve.push({ ms: ended - began, points: result, best: result })
  }
  return curve
}

/** (0, 1, 2) is "ROY": small red, medium orange, big yellow. */
function nameOf(face: any): any {
  return face.map((colour: any) => LETTERS.at(colour)).join('')
}

function isHold(moment: any): any {
  return /* Act.HOLD */ 84 <= moment.action && moment.action <= /* Act.HOLD_ALL */ 168
}

function isLastRound(state: any): any {
  return state.round_now === rounds(state)
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

/** CON-80, CON-83, CON-86. */
function rounds(state: any): any {
  if (state.seats === 1) {
    return 5
  }
  return state.seats <= 4 ? 3 : 2
}

function kindNames(seen: any): any {
  return seen.side === /* Side.BLACK */ 1 ? SHAPES : COLOURS
}

export interface SetView {
  kind: string
  small: string
  medium: string
  big: string
}

/** How a player's last hand was scored, visible to all (CON-65, CON-66). */
export interface ResultView {
  cards: string[]
  sets: SetView[]
  spare: string[]
  points: number
}

export interface BestHand {
  ms: number // the moment at which it was the fewest takes away
  points: number
  cards: string[]
  to_take: string[] // the cards of it that were still to be taken
  sets: SetView[]
}

export interface CurvePoint {
  ms: number // since the round began
  points: number // if the round had ended now
  best: number // of the best hand within reach
}

/** A card that took something away from the best hand without an exchange. */
export interface CostlyCard {
  ms: number
  card: string
  before: number
  after: number
}

/** Idle time: no card taken or given back and no tug, although a better hand was within reach. */
export interface Stretch {
  start: number // ms since the round began
  end: number
}

export interface TugReview {
  ms: number // when it ended
  card: string
  won: boolean
  removed: boolean // nobody let go
}

export interface RoundReview {
  number: number
  limit: number
  ms: number // how long the player was there
  finished: boolean // False: the player, or everybody, left before the end
  hand: ResultView | null // the final hand
  missed: number // points by which it stayed below what was within reach ten seconds before the end
  best: BestHand
  curve: CurvePoint[]
  takes: number
  costly: CostlyCard[]
  idle: Stretch[]
  idle_ms: number
  tugs: number
  tugs_lost: TugReview[]
}

export interface Summary {
  losses: number[] // points, of each card taken and of each round's end
  rounds: RoundReview[]
  black: boolean // the cards show shapes
}
