/** What a game brings to the page. Adding a game is adding a folder with `face.ts` and `index.ts`. */

import type { Component } from 'svelte'
import type { Event } from '../net/messages'
import type { TableState, View } from '../table/table.svelte'

/** Who a game is on the first screen: small, and loaded with the page (`face.ts`, exported as `face`). */
export interface GameFace {
  name: string
  /** A CSS colour, usually a token of kit/theme.css; white text must be readable on it. */
  accent: string
  /** On the shelf of the first screen: the lowest first; those of other packages come last. */
  place: number
  /** One line under the title. */
  tagline: string
  /** Its drawn identity: a square that fills its container, from 44 px to 300 px. */
  Emblem: Component
  /** One device: 'race' (a key or a corner each), 'pass' (a curtain between turns). */
  local?: 'race' | 'pass' | null
  /** There is a lesson. */
  teaches?: boolean
}

/** All of it: loaded when it is played (`index.ts`, exported as `game`). */
export interface GameModule extends GameFace {
  /** The playing surface: fills the middle of the screen. The shell draws the rest. */
  Table: Component<{ table: TableState }>
  /** The game draws its players' names itself (kit/NamePlate); else the shell draws a row of them. */
  drawsSeats?: boolean
  /** Announcements for screen readers, the most important first. */
  say(event: Event, before: View, after: View, speaking: Speaking): string[]
  lesson?: Lesson
  /** 'race' only: the action that a player's key or corner is for. */
  raceAction?: number
  /** The story of the match on the end screen, under the places. */
  End?: Component<{ table: TableState }>
}

/** Who is spoken to and how people are called, for announcements. */
export interface Speaking {
  you: number | null
  /** "You", "Mia", "Robin" */
  name(seat: number): string
}

export interface Step<RuleId extends string = string> {
  /** What is said; short sentences. A function is asked again whenever the view changes. */
  text: string | ((table: TableState) => string)
  /** Statements of the rulebook behind it; shown when asked for. */
  rules?: RuleId[]
  /** Which of your actions this step asks for; it is done when one of them has happened. */
  asks?: (action: number, table: TableState) => boolean
  /** Without `asks`: done when this is true (asked after every event). Without either: a button says "Next". */
  until?: (table: TableState) => boolean
  /** The match stands still while this is read; it goes on with the step after. */
  still?: boolean
  /** CSS selector, inside the table, of what is to be lit up. */
  lit?: string
}

/** An interactive lesson on a live match against bots. */
export interface Lesson<RuleId extends string = string> {
  seats: number
  level: string
  options?: Record<string, unknown>
  steps: Step<RuleId>[]
}
