/** What this device does in a round of Confetti: taking, holding, giving back, letting go. */

import { untrack } from 'svelte'
import { announce } from '../../kit/announce'
import { buzz } from '../../kit/haptics'
import { fromYou } from '../../kit/roundTable'
import { play } from '../../kit/sound'
import type { Confetti } from '../../net/views'
import type { TableState } from '../../table/table.svelte'
import { discarding, holding, isTake, isTug, lettingGo } from './cards'
import { placesOf, type Item } from './items'
import type { Spot } from './layout'
import { Act, CardState, Phase, SOFT_EXTRA } from './rules.gen'
import { words } from './words'

const GRAB_MS = 1500 // a card stays grabbed on this screen for at most this long without a reply from the server
const ARMED_MS = 2500

export class Play {
  /** Cards taken here whose outcome is not known yet. */
  grabbed = $state.raw<readonly number[]>([])
  /** The card under the finger: it stays there. */
  finger = $state.raw<{ card: number; spot: Spot } | null>(null)
  /** The card that the next tap gives back. */
  armed = $state<number | null>(null)
  private before: (number | null)[][] = [] // where the cards at each edge lay

  /** `shake` shows that a card cannot be taken. */
  constructor(
    readonly table: TableState,
    private readonly shake: (card: number) => void,
  ) {
    // Refused: the grabbed card goes back, visibly and with a sound.
    $effect(() => {
      const action = this.table.refusal?.action
      if (action == null || !isTake(action)) return
      untrack(() => this.release(action))
      play('knock')
    })
  }

  readonly view = $derived.by((): Confetti.View | null => this.table.view)
  readonly order = $derived.by(() => fromYou(this.table))
  /** In front: you, or the first seat for a spectator. */
  readonly seat = $derived.by(() => this.order[0] ?? 0)
  readonly player = $derived.by(() => this.view?.players[this.seat])
  readonly playing = $derived.by(() => this.view?.phase === Phase.PLAY)
  /** The tug that you are in. */
  readonly tug = $derived.by(() => {
    const { you } = this.table
    return you === null ? undefined : this.view?.tugs.find((tug) => isTug(tug) && tug.pullers.includes(you))
  })
  /** Some of your cards are loose. */
  readonly loose = $derived.by(() => this.playing && this.table.you !== null && this.table.legal.has(Act.HOLD_ALL))
  readonly places = $derived.by(() => {
    if (!this.view) return []
    this.before = placesOf(this.view, this.before, this.table.you, this.grabbed)
    return this.before
  })

  private get active(): boolean {
    return this.playing && this.table.you !== null
  }

  /** A round begins: nothing is left of the last one. */
  begin(): void {
    this.stop()
    this.armed = null
    this.before = []
  }

  stop(): void {
    this.grabbed = []
    this.finger = null
  }

  // Moves that the rules forbid are sent anyway: the reply says which rule forbids them.

  private act(action: number, event?: Event): void {
    if (this.table.you === null) return
    buzz('tap')
    this.table.act(action, event) // every move counts from the press
  }

  /** The move looks legal: the card comes at once, and goes back if the server refuses. */
  private mayGrab(item: Item): boolean {
    const { view, player, seat, grabbed } = this
    if (!view || !player || this.tug) return false
    if (item.state !== CardState.MIDDLE && !(item.state === CardState.LOOSE && item.seat !== this.table.you))
      return false
    const pulled = view.tugs.filter((tug) => tug.pullers.includes(seat)).length
    const soft = this.table.now?.options.limit === 'soft-with-penalty'
    return player.cards.length + pulled + grabbed.length < view.limit + (soft ? SOFT_EXTRA : 0)
  }

  take(item: Item, event?: Event): void {
    if (!this.active) return
    const { number } = item
    if (this.mayGrab(item)) {
      this.grabbed = [...this.grabbed.filter((card) => card !== number), number]
      play('slide')
      setTimeout(() => this.release(number), GRAB_MS)
    } else this.shake(number)
    this.act(Act.TAKE + number, event)
  }

  release(card: number): void {
    if (this.grabbed.includes(card)) this.grabbed = this.grabbed.filter((other) => other !== card)
  }

  holdAll(event?: Event): void {
    if (!this.active) return
    if (this.loose) play('tick')
    this.act(Act.HOLD_ALL, event)
  }

  giveBack(card: number, event?: Event): void {
    this.armed = null
    play('slide')
    this.act(discarding(card), event)
  }

  letGo(event?: Event): void {
    if (this.tug) this.act(lettingGo(this.tug.card.number), event)
  }

  /** A tap, or Enter: takes a card; of your own, holds a loose one and gives a held one back at the second tap. */
  use(item: Item, event?: Event): void {
    if (!this.active) return
    if (item.seat !== this.table.you) return this.take(item, event)
    if (item.state === CardState.LOOSE) {
      play('tick')
      this.act(holding(item.number), event)
    } else if (this.armed === item.number) this.giveBack(item.number, event)
    else if (item.state === CardState.HELD) {
      this.armed = item.number
      announce(words.giveBack)
      setTimeout(() => this.armed === item.number && (this.armed = null), ARMED_MS)
    }
  }
}
