/** What `make engine` writes about a game beside its WebAssembly (src/parlour/browser/description.py). */

import type { Layout } from './records'

/** The bot that plays as a network says; its weights are a file of their own (`weightsOf` in files.ts). */
export const LEARNED = 'learned'

/** [offset in the state, bytes in base64] */
export type Patch = [offset: number, bytes: string]
/** What each value of an option sets. */
export type Patches = Patch[][]

export interface OptionDescription {
  name: string
  says: string
  rules: string[]
  kind: 'choice' | 'number' | 'perseat' | 'table'
  default: unknown
  values: unknown[]
  low: number | null
  high: number | null
  /** The name of an option written before, if what a value sets depends on that one. */
  depends?: string | null
  /** By number of seats ('*': any), and then by the value of the option in `depends`, if there is one. */
  writes?: Record<string, Patches | Patches[]>
}

export type Kind = 'address' | 'int' | 'long'

export interface Description {
  game: string
  title: string
  prefix: string
  version: number
  minSeats: number
  maxSeats: number
  actions: number
  asides: number[]
  realTime: boolean
  openTable: boolean
  /** The actions of a race, as [first, one past the last]. */
  races: [number, number] | null
  oneVerdict: boolean
  /** Actions done in secret, as [first, one past the last], and what the others are told instead. */
  hushed: [number, number, string][]
  lowestWins: boolean
  observation: number
  /** Number of a rule that forbids an action -> why, in a few words. */
  sentences: Record<string, string>
  /** Rule id -> the rulebook's sentence. */
  statements: Record<string, string>
  /** Number of the rule that makes an action wait: one for all, or by action. */
  tooSoon: number | Record<string, number>
  noSuchAction: number
  options: OptionDescription[]
  bots: {
    usual: number
    names: string[]
    minds: Record<string, string>
    characters: Record<string, string>
    useWeights: string[] // those that cannot play without the file of weights
    search: { doubt: number; fewestWorlds: number; atOnce: number; states: number; likely: number } | null
  }
  layouts: Record<'State' | 'Pad' | 'Dice' | 'Mind' | 'Ask' | 'Schedule', Layout> & {
    Sums?: Layout
    Notes?: Layout
    Reason?: Layout
    Facts?: Layout
  }
  exports: Record<string, { parameters: Record<string, Kind>; result: Kind | null }>
  codes: { tooSoon: number; stuck: number }
  dataEnd: number
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

export function ruleId(description: Description, number: number): string {
  return `${description.prefix}-${String(number).padStart(2, '0')}`
}
