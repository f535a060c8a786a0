/** What this device sees and is about to do in Tricky Twist. */

import { buzz } from '../../kit/haptics'
import { fromYou } from '../../kit/roundTable'
import { play } from '../../kit/sound'
import type { TrickyTwist } from '../../net/views'
import type { TableState } from '../../table/table.svelte'
import { playing, reserving, takingBack, winnerOf } from './cards'
import { Act, Phase, RESERVE_SIZE, type Bonus } from './rules.gen'
import { best, counted, holdingOf, readDeclared, roundOf, tally, type Best, type Holding, type Round } from './stars'
import { ledSuit } from './turns'

/** What lies in front of you and what it would pay if the round ended now. */
export interface Standing {
  round: Round
  holding: Holding
  /** With your bonus cards used as well as possible. */
  best: Best
  /** The false tricks that the scoring card pays for. */
  paying: Set<string>
}

export class Turn {
  /** Cards chosen for the reserve, before they are laid aside. */
  picked = $state.raw<readonly string[]>([])
  /** The finished turn still lies in the middle, so it does not lie in front of the players yet. */
  lingering = $state(false)

  constructor(readonly table: TableState) {}

  readonly view = $derived.by((): TrickyTwist.View | null => this.table.view)
  /** Seats in playing order; the first is in front: you, or the first seat for a spectator. */
  readonly order = $derived.by(() => fromYou(this.table))
  readonly seat = $derived.by(() => this.order[0] ?? 0)
  readonly player = $derived.by(() => this.view?.players[this.seat])
  readonly laying = $derived.by(() => this.view?.phase === Phase.RESERVE && this.table.legal.size > 0)
  readonly yours = $derived.by(() => this.table.you !== null && (this.view?.to_act === this.table.you || this.laying))
  readonly led = $derived.by(() => (this.view ? ledSuit(this.view) : null))
  /** The seat that won the turn in the middle, once all its cards are there. */
  readonly winner = $derived.by(() => {
    const { view } = this
    return view?.table_is_last_turn && !view.table.includes(null) ? winnerOf(view.table, view.leader) : null
  })
  /** All cards of the reserve are chosen. */
  readonly full = $derived.by(() => this.laying && this.picked.length === this.room)
  private readonly room = $derived.by(() => RESERVE_SIZE - (this.view?.reserve.length ?? 0))

  readonly standing = $derived.by((): Standing | null => {
    const { view, seat } = this
    if (!view) return null
    const round = roundOf(view, seat, this.table.now?.options.rank_ties === 'dense')
    const holding = holdingOf(view, seat)
    const { declaring } = view
    const found =
      view.phase === Phase.DECLARE && declaring
        ? best(
            round,
            holding,
            readDeclared(view.players[seat]!.declared),
            declaring === 'commit' ? null : (declaring as Bonus),
          )
        : best(round, holding)
    return { round, holding, best: found, paying: counted(view.scoring_card, holding.falseTricks, tally(holding, {})) }
  })

  /** A player's false tricks and number of tricks, without the turn that still lies in the middle. */
  falseTricksOf(player: TrickyTwist.Player): string[] {
    return this.lingering
      ? player.false_tricks.filter((card) => this.view!.table[player.seat] !== card)
      : player.false_tricks
  }
  tricksOf(player: TrickyTwist.Player): number {
    return Math.max(0, player.tricks.length - (this.lingering && this.view!.leader === player.seat ? 1 : 0))
  }

  // Moves that the rules forbid are sent anyway: the reply says which rule forbids them.

  act(action: number): void {
    if (this.table.you === null) return
    buzz('tap')
    this.table.act(action)
  }

  /** A card in the hand was pressed. */
  press(card: string): void {
    if (!this.view || this.table.you === null) return
    if (this.view.phase !== Phase.RESERVE) return this.act(playing(card))
    if (!this.laying) return
    play('tick')
    if (this.picked.includes(card)) this.picked = this.picked.filter((other) => other !== card)
    else if (this.picked.length < this.room) this.picked = [...this.picked, card]
  }

  layReserve(): void {
    if (!this.full) return
    for (const card of this.picked) this.act(reserving(card))
    this.picked = []
  }

  takeBack(card: string): void {
    if (this.view?.phase === Phase.TAKE_BACK && this.yours) this.act(takingBack(card))
  }

  /** The current meaning of "no". */
  decline(): void {
    const action = [Act.STAY, Act.DECLINE, Act.KEEP_FALSE, Act.UNUSED].find((each) => this.table.legal.has(each))
    if (action !== undefined) this.act(action)
  }

  /** The current meaning of "done". */
  confirm(): void {
    if (this.full) this.layReserve()
    else if (this.table.legal.has(Act.COMMIT)) this.act(Act.COMMIT)
  }
}
