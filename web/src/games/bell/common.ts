/** What Piccolo and Piccolo Twist have in common, read from either view. Not a game itself, so there is no face.ts. */

import type { Component } from 'svelte'
import type { Piccolo } from '../../net/views'
import type { View } from '../../table/table.svelte'

/** A card shows some number of something; only the game knows of what. */
export interface BellCard {
  amount: number
}

export interface BellSeat {
  playing: boolean
  bank: number // cards face down
  stack: number // cards face up
  top: BellCard | null
  locked: boolean
  barred: boolean
  lastChance: boolean
  votes: boolean // would like to stop
  handicap: number // ms
  score: number
}

export interface BellView {
  turn: number | null
  seats: BellSeat[]
  pace: Piccolo.Pace
  result: Piccolo.Result | null // the verdict while it is shown
  /** What everybody should know about the end of the match. */
  notice: 'next-is-last' | 'last' | 'long-enough' | null
  ending: string | null
}

/** How one of the two games differs from the other. */
export interface BellGame {
  name: string
  /** Numbers of the actions that both games have. */
  act: { FLIP: number; RING: number }
  read(view: View): BellView
  /** What a card counts towards: one fruit, or a colour and a type. */
  kinds(card: BellCard): string[]
  /** "5 limes", "5 red things" */
  counted(kind: string, amount: number): string
  /** "3 limes", "2 red hats" */
  called(card: BellCard): string
  /** What is drawn on a card. */
  Face: Component<{ card: BellCard }>
  /** A small icon of a kind, for the verdict. */
  Sign: Component<{ kind: string }>
  /** The colours of a card's back: ground, line. */
  back: [string, string]
  /** Actions of the vote to stop, where there is one. */
  vote?: { stop: number; on: number }
}

/** The verdict is being shown, and the bell cannot be rung. */
export const isShowing = (view: BellView): boolean => view.result !== null && view.pace.clock < view.pace.shown_until

export const topsOf = (view: BellView): (BellCard | null)[] => view.seats.map((seat) => seat.top)
