/** What happens at a bell table: rings and flips of this device, verdicts, and how long each is shown. */

import { announce } from '../../kit/announce'
import { buzz } from '../../kit/haptics'
import { play } from '../../kit/sound'
import type { Event as Happening, Race } from '../../net/messages'
import { calledOf } from '../../table/people'
import type { TableState, View, Watcher } from '../../table/table.svelte'
import { flipped, gather, nudge, pay } from './animate'
import { isShowing, topsOf, type BellCard, type BellGame, type BellView } from './common'
import { keepRing, ownRings, summary, thisSession, type OwnRing } from './reactions'
import { rulingOf, type Ruling } from './ruling'
import { note, storyOf } from './story'
import { isLesson } from './teach'
import { words } from './words'

const READ_MS = 2600 // how long a verdict can be read, if no card is flipped before
const HINT_MS = 2500
const AHEAD_MS = 350 // a flip that comes too early by no more than this is kept by the server until its moment
const AGAIN_MS = 700 // a second press within this time is the same ring
const STROKE_MS = 90 // rings within this time sound as one stroke
const OWN_RING_MS = 3000 // a ring of this device that comes back within this time was seen and heard at once
const SHORT_MS = 300 // a verdict shown for less time than this has no time for moving cards

/** The drawn bell (Bell.svelte). */
export interface BellHandle {
  strike(): void
  thud(): void
}

/** Access to the drawn elements. */
export interface Drawn {
  bell(): BellHandle | undefined
  root(): HTMLElement | undefined
}

/** The end is near: for everybody, or for a player on a last chance. */
const isTenser = (was: BellView, is: BellView): boolean =>
  (is.notice !== null && is.notice !== was.notice) ||
  is.seats.some((seat, number) => seat.lastChance && !was.seats[number]?.lastChance)

export class Play {
  /** What is shown while the verdict is being read: the cards as they were before it. */
  frozen = $state.raw<BellView | null>(null)
  ruling = $state.raw<Ruling | null>(null)
  reading = $state(false)
  /** Your rings of this session. */
  rings = $state.raw<OwnRing[]>(thisSession(ownRings(), Date.now()))
  /** ms until the next card flips by itself; starts again with every card. */
  fuse = $state<number>()
  /** Why a ring was refused. */
  hint = $state('')
  private earlier: (BellCard | null)[] = [] // the open cards before the last flip
  private rangAt = -Infinity // when this device last rang
  private soundedAt = -Infinity // when the bell last sounded
  private askedAt = -1 // number of cards flipped when this device last asked to flip one
  private timers = new Set<ReturnType<typeof setTimeout>>()

  constructor(
    readonly table: TableState,
    readonly game: BellGame,
    private readonly drawn: Drawn,
  ) {}

  readonly view = $derived.by(() => (this.table.view ? this.game.read(this.table.view) : null))
  readonly showing = $derived.by(() => this.view !== null && isShowing(this.view))
  /** The seat of the only player on this device; with several, each has a key or corner, and the bell is only drawn. */
  readonly solo = $derived.by(() => (this.table.own.length === 1 ? this.table.you : null))
  readonly me = $derived.by(() => (this.solo === null ? null : (this.view?.seats[this.solo] ?? null)))
  /** Cards are flipped by their players. */
  readonly manual = $derived.by(() => this.table.now?.options.flip !== 'automatic')
  readonly live = $derived.by(() => this.me !== null && this.me.playing && this.view?.ending === null)
  readonly race = $derived.by((): Race | null =>
    this.ruling && this.table.race?.n === this.ruling.n ? this.table.race : null,
  )

  /** True if this device may flip for that seat. */
  flips(seat: number): boolean {
    return this.manual && this.table.own.includes(seat) && (this.view?.seats[seat]?.playing ?? false)
  }

  private later(ms: number, call: () => void): void {
    const id = setTimeout(() => {
      this.timers.delete(id)
      call()
    }, ms)
    this.timers.add(id)
  }

  forget(): void {
    for (const id of this.timers) clearTimeout(id)
    this.timers.clear()
  }

  // What is done here

  ring(event: Event): void {
    const { table, game } = this
    if (!this.live || !this.view) return
    const bell = this.drawn.bell()
    if (this.showing || event.timeStamp - this.rangAt < AGAIN_MS) return bell?.thud()
    if (this.me?.locked || this.me?.barred) {
      bell?.thud()
      nudge(this.drawn.root())
      if (isLesson(table)) table.act(game.act.RING, event)
      return
    }
    this.rangAt = event.timeStamp
    table.act(game.act.RING, event)
    this.sound()
    buzz('ring')
  }

  private sound(): void {
    this.drawn.bell()?.strike()
    const now = performance.now()
    if (now - this.soundedAt > STROKE_MS) play('bell')
    this.soundedAt = now
  }

  /** A flip that comes too early waits for its moment. */
  flip(seat: number): void {
    const { table, game, view } = this
    if (!view || this.showing || view.ending !== null) return
    if (view.turn !== seat) {
      nudge(this.drawn.root())
      if (isLesson(table)) table.act(game.act.FLIP, undefined, seat)
      return
    }
    const asked = view.pace.flips
    if (this.askedAt === asked) return // it is on its way
    this.askedAt = asked
    const early = (view.pace.may_flip_at - table.gameNow()) / table.pace
    const ask = () =>
      this.view?.turn === seat && this.view.pace.flips === this.askedAt && table.act(game.act.FLIP, undefined, seat)
    if (early <= AHEAD_MS) ask()
    else this.later(early, ask)
  }

  /** Refused after all: a moment too early, or somebody was faster. The hint below the bell hides no card. */
  refused(): void {
    const { refusal } = this.table
    const { FLIP, RING } = this.game.act
    if (refusal?.action !== FLIP && refusal?.action !== RING) return
    this.askedAt = -1
    if (isLesson(this.table)) return
    this.table.clearRefusal()
    if (refusal.action === FLIP) return
    this.hint = refusal.says
    this.later(HINT_MS, () => (this.hint = ''))
  }

  // What happens

  readonly watcher: Watcher = {
    before: (event) => {
      if (event.reveal) this.settle() // the face is visible in its first frame, with nothing covering it
    },
    after: (event, before, now) => this.after(event, before, now),
    race: (race) => this.judged(race),
    tried: (action) => {
      if (action !== this.game.act.RING || this.solo !== null) return
      this.rangAt = performance.now() // a key or a corner, which plays its own sound
      this.drawn.bell()?.strike()
    },
    reset: (view) => this.begin(view),
  }

  begin(fresh: View): void {
    this.forget()
    this.settle()
    this.askedAt = -1
    this.ruling = null
    this.earlier = []
    if (!fresh) return
    note(storyOf(this.table), this.game.read(fresh))
    this.burn()
  }

  private settle(): void {
    this.frozen = null
    this.reading = false
  }

  private after(event: Happening, before: View, now: View): void {
    if (!before || !now) return
    const { table, game } = this
    const was = game.read(before)
    const is = game.read(now)
    if (is.pace.flips > was.pace.flips) {
      this.earlier = topsOf(was)
      play('flip')
      flipped(this.drawn.root(), was.turn)
    }
    if (event.action === game.act.RING && event.seat != null) {
      if (!table.own.includes(event.seat)) this.sound()
      else if (performance.now() - this.rangAt > OWN_RING_MS) this.drawn.bell()?.strike()
    }
    if (isShowing(is) && is.pace.shown_until !== was.pace.shown_until) this.judge(event, was, is)
    if (isTenser(was, is)) play('tension')
    note(storyOf(table), is)
    if (is.turn !== was.turn || is.pace.flips !== was.pace.flips || is.result !== was.result) this.burn()
    if (is.turn !== was.turn && is.turn === this.solo && this.manual && !isShowing(is)) buzz('tap')
  }

  private burn(): void {
    const at = this.view?.pace.flips_itself_at
    this.fuse = at == null ? undefined : Math.max(0, Math.round((at - this.table.gameNow()) / this.table.pace))
  }

  private judge(event: Happening, was: BellView, is: BellView): void {
    const { game, table } = this
    const made = rulingOf(game, event.n, was, is, this.earlier)
    this.ruling = made
    this.reading = true
    storyOf(table).bells.push({
      flips: is.pace.flips,
      seat: made.seat,
      right: made.right,
      says: made.sums.map((sum) => game.counted(sum.kind, sum.amount)).join(', '),
      cards: made.right ? made.won : made.paid,
      rings: [],
    })
    const room = (is.pace.shown_until - is.pace.clock) / table.pace // ms for everything that follows
    this.askedAt = -1 // a ring discards waiting flips
    play(made.right ? 'set' : 'knock')
    if (made.seat === this.solo) buzz(made.right ? 'good' : 'bad')
    this.later(Math.max(room, Math.min(READ_MS, room * 2)), () => {
      if (this.ruling === made) this.reading = false
    })
    if (made.taker !== null) {
      this.frozen = was
      this.later(room * 0.52, () => this.collect(made.taker!, room))
    } else if (made.paid > 0 && room > SHORT_MS) {
      const receivers = is.seats.flatMap((seat, number) => (seat.bank > was.seats[number]!.bank ? [number] : []))
      this.later(room * 0.15, () => pay(this.drawn.root(), made.seat, receivers, room))
    }
  }

  /** The open cards go to the player who has won them. */
  private collect(taker: number, room: number): void {
    if (!this.frozen) return
    if (room > SHORT_MS) gather(this.drawn.root(), taker, room)
    this.frozen = null
  }

  /** Everybody's reaction times. */
  private judged(race: Race): void {
    const { table, ruling, solo } = this
    const last = storyOf(table).bells.at(-1)
    if (last) last.rings = race.rings
    const times = race.rings.flatMap((ring) =>
      ring.ms == null ? [] : [`${calledOf(table, ring.seat)} ${words.ms(ring.ms)}`],
    )
    if (times.length) announce(`${times.join(', ')}.`)
    const own = race.rings.find((ring) => ring.seat === solo)
    if (!own || own.ms == null || !ruling || ruling.n !== race.n) return
    if (isLesson(table)) return // its clock waits for the learner, so this is no reaction time
    const made: OwnRing = {
      at: Date.now(),
      ms: Math.round(own.ms),
      right: ruling.right,
      first: ruling.right && ruling.seat === solo,
    }
    const { best } = summary(this.rings)
    if (made.right && best !== null && made.ms < best) this.ruling = { ...ruling, best: true }
    this.rings = [...thisSession(this.rings, made.at), made]
    keepRing(made)
  }
}
