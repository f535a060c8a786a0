/** What this device is about to do in Parrot: the card in hand, what it is for, and what that would change. */

import { announce } from '../../kit/announce'
import { buzz } from '../../kit/haptics'
import { play } from '../../kit/sound'
import type { Parrot } from '../../net/views'
import type { TableState } from '../../table/table.svelte'
import { withCard } from './box'
import { floatFrom, floating, isFloat, isReveal, opening, placing, revealing } from './moves'
import { promptFor } from './prompts'
import { Act, DOWN, PARROT, Phase } from './rules.gen'

/** What the card in hand is for: put it into the Box, discard it, or let a Parrot fly. */
export type Mode = 'put' | 'discard' | 'float'

const OPENED = 2 // cards that an opening turns up

export class Turn {
  /** Places chosen for the opening. */
  picked = $state.raw<readonly number[]>([])
  mode = $state<Mode>('put')
  /** The place of the Parrot that is to fly. */
  flyer = $state<number | null>(null)
  /** The place under the pointer or with the focus. */
  aim = $state<number | null>(null)
  /** Where the dragged card was let go, until its move has been shown. */
  droppedAt: DOMRect | null = null

  constructor(readonly table: TableState) {}

  readonly view = $derived.by((): Parrot.View | null => this.table.view)
  readonly yours = $derived.by(() => this.table.you !== null && this.view?.turn === this.table.you)
  readonly holding = $derived.by(() => this.yours && this.view?.phase === Phase.USE)
  readonly opening = $derived.by(
    () => this.view?.phase === Phase.OPENING && this.table.you !== null && this.table.legal.size > 0,
  )
  private readonly box = $derived.by(() =>
    this.table.you === null ? null : (this.view?.seats[this.table.you]?.box ?? null),
  )
  private readonly flights = $derived.by(() => [...this.table.legal].filter(isFloat))
  /** Places of the Parrots that may fly. */
  readonly flyers = $derived.by(() => [...new Set(this.flights.map(floatFrom))])
  readonly mayDiscard = $derived.by(() =>
    [...this.table.legal].some((action) => action === Act.PASS || isReveal(action)),
  )

  /** Your Box as it would be, while you aim. */
  readonly would = $derived.by(() => {
    const { holding, aim, box, mode, flyer } = this
    const hand = this.view?.hand ?? null
    if (!holding || aim === null || !box || hand === null) return null
    if (mode === 'put') return withCard(box, aim, hand)
    if (mode === 'float' && flyer !== null && box[aim] === DOWN)
      return withCard(withCard(box, flyer, hand), aim, PARROT)
    return null
  })

  readonly prompt = $derived.by(() => promptFor(this))
  /** Changes when there is something new to decide. */
  readonly decision = $derived.by(() => `${this.table.you} ${this.view?.round} ${this.view?.phase} ${this.view?.turn}`)

  clear(): void {
    this.mode = 'put'
    this.flyer = null
    this.picked = []
    this.aim = null
  }

  // Moves that the rules forbid are sent anyway: the reply says which rule forbids them.

  act(action: number): void {
    if (this.table.you === null) return
    buzz('tap')
    this.table.act(action)
  }

  /** A place of your Box was pressed. */
  press(place: number): void {
    if (!this.view || this.table.you === null) return
    if (this.opening) this.pick(place)
    else if (this.holding && this.mode === 'discard') this.act(revealing(place))
    else if (this.holding && this.mode === 'float') {
      if (this.flyers.includes(place)) this.flyer = place
      else if (this.flyer !== null) this.act(floating(this.flyer, place))
    } else this.act(placing(place))
  }

  private pick(place: number): void {
    play('tick')
    const before = this.picked.length < OPENED ? this.picked : [] // if the two never reached the server, choose again
    this.picked = before.includes(place) ? before.filter((other) => other !== place) : [...before, place]
    if (this.picked.length === OPENED) this.act(opening(this.picked[0]!, this.picked[1]!))
  }

  /** Puts the card in hand on a place, whatever else was planned for it. */
  put(place: number): void {
    this.mode = 'put'
    this.press(place)
  }

  /** The discard pile was pressed: take from it, or put the card in hand there. */
  atDiscard(): void {
    if (!this.holding) return this.act(Act.TAKE)
    if (this.mayDiscard) this.discard(true)
    else this.act(revealing(Math.max(this.box?.indexOf(DOWN) ?? 0, 0)))
  }

  discard(away = this.mode !== 'discard'): void {
    this.mode = away ? 'discard' : 'put'
    this.flyer = null
    announce(this.prompt)
  }

  float(): void {
    this.mode = this.mode === 'float' ? 'put' : 'float'
    this.flyer = this.mode === 'float' && this.flyers.length === 1 ? this.flyers[0]! : null
    announce(this.prompt)
  }

  // How a place of your Box looks

  invites(place: number): boolean {
    const { mode, flyer, flyers } = this
    const { legal } = this.table
    if (this.opening) return true
    if (!this.holding) return false
    if (mode === 'discard') return legal.has(revealing(place))
    return mode === 'float' && (flyer === null ? flyers.includes(place) : legal.has(floating(flyer, place)))
  }

  chosen(place: number): boolean {
    return (
      this.view?.phase === Phase.OPENING &&
      (this.picked.includes(place) || (this.view.opening?.includes(place) ?? false))
    )
  }
}
