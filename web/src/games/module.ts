/** What a game provides to the page. To add a game, add a folder with `face.ts` and `index.ts`. */

import type { Component } from 'svelte'
import type { Voice } from '../kit/synth'
import type { Event } from '../net/messages'
import type { TableState, View } from '../table/table.svelte'

/** How a game presents itself on the home screen: small, and loaded with the page (`face.ts`, exported as `face`). */
export interface GameFace {
  name: string
  /** A CSS colour, usually a token of kit/theme.css; white text must be readable on it. */
  accent: string
  /** Order on the home screen, lowest first; games of other packages come last. */
  place: number
  /** One line under the title. */
  tagline: string
  /** Its picture: a square that fills its container, from 44 px to 300 px. */
  Emblem: Component
  /** How several people share one device: a key or a corner each ('race'), or in turn, with a curtain in between ('pass')
   * or, if nobody has secret cards, without one ('share'). */
  local?: 'race' | 'pass' | 'share' | null
  /** It has a lesson. */
  teaches?: boolean
  /** It has a drill (`Drill` of its module). */
  drills?: boolean
}

/** The whole game, loaded when it is opened (`index.ts`, exported as `game`). */
export interface GameModule extends GameFace {
  /** The playing surface: fills the middle of the screen. The shell draws the rest. */
  Table: Component<{ table: TableState }>
  /** The game places its players' names itself (kit/NamePlate); otherwise the shell draws a row of them. */
  drawsSeats?: boolean
  /** Announcements for screen readers, the most important first. */
  say(event: Event, before: View, after: View, speaking: Speaking): string[]
  lesson?: Lesson
  /** For 'race': the action of a player's key or corner. */
  raceAction?: number
  /** True while players may have nothing left to do before the time runs out: then they can say that they are done. */
  waits?(view: View): boolean
  /** The game's own sounds; the rest is as in kit/synth. */
  voice?: Partial<Voice>
  /** The story of the match on the end screen, below the ranking. */
  End?: Component<{ table: TableState }>
  /** What `End` tells that is not in the last view: kept as JSON when a match ends, restored after a reload. */
  story?: { of(table: TableState): unknown; restore(table: TableState, kept: unknown): void }
  /** How a seat played: `review` is what the game's `summary` (review.gen.ts) made of the match. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game has a summary of its own
  Review?: Component<{ review: any; names: string[]; name: string | null }>
  /** Practice without a match; the same cards for the same seed. */
  Drill?: Component<{ seed?: number }>
  /** How the game is won, in one sentence; by default it speaks of points. */
  won?: string
}

/** The listener of an announcement, and how players are named in it. */
export interface Speaking {
  you: number | null
  /** "You", "Mia", "Robin" */
  name(seat: number): string
}

export interface Step<RuleId extends string = string> {
  /** What the lesson says, in short sentences. A function is called again whenever the view changes. */
  text: string | ((table: TableState) => string)
  /** Statements of the rulebook behind it, shown on request. */
  rules?: RuleId[]
  /** True for the actions that this step asks for; it is done when you have played one of them. */
  asks?: (action: number, table: TableState) => boolean
  /** Without `asks`: done when this is true (checked after every event). With neither, a button says "Next". */
  until?: (table: TableState) => boolean
  /** With `until`: a button with these words lets the time pass, or a bot play for the learner, until then. */
  ahead?: string
  /** To be read: meanwhile the clock is stopped, and no move is accepted. */
  still?: boolean
  /** The learner has something to do in this step; otherwise as the lesson says. */
  yours?: (table: TableState) => boolean
  /** CSS selector, inside the table, of what to highlight. */
  lit?: string
}

/** An interactive lesson on a live match against bots. */
export interface Lesson<RuleId extends string = string> {
  seats: number
  level: string
  options?: Record<string, unknown>
  /** The learner has something to do, so the clock waits for them. */
  yours: (table: TableState) => boolean
  /** ... once this is true. Asked again and again, because it may depend on the time. */
  settled?: (table: TableState) => boolean
  steps: Step<RuleId>[]
}
