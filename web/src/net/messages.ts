// Made by tools/protocol.py (make docs); changes belong in what it reads.

export const VERSION = 1
export const MOST_NAME = 24
export const EMOTES = ["well-done", "oops", "hurry", "thanks", "laugh", "wow"] as const

/** The first message: which protocol, and who is there. */
export interface Hello {
  t: "hello"
  version: number
  token?: string | null // a seat's; without one, a spectator
  invite?: string | null // needed for a table that is not public, by who has no token
  last?: number // the number of the last event that was heard
}

/** Asks for the server's clock; `c` is the client's own, in ms, and comes back. */
export interface Ping {
  t: "ping"
  c: number
}

/** A move in the match. A repeated `seq` is harmless: the second is ignored. */
export interface Act {
  t: "act"
  seq: number
  action: number
  reveal?: number | null // for a race: the number of the event that was on the screen
  reaction?: number | null // ms from that event's first frame to the press
}

/** To `Underway`: all that was pressed before this has been sent. */
export interface Answer {
  t: "answer"
  race: number
}

/** Take an empty seat, or a bot's. */
export interface Sit {
  t: "sit"
  seat: number
  name: string
  colour?: number
}

/** The host puts a bot into a seat that nobody has, or (level None) empties it. */
export interface Bot {
  t: "bot"
  seat: number
  level: string | null
}

/** The host changes what the table plays, before the match. */
export interface Options {
  t: "options"
  seats?: number | null
  options?: Record<string, unknown> | null
  public?: boolean | null
  rated?: boolean | null
  level?: string | null // of bots that stand in
}

/** The host starts the match; empty seats are filled with bots. */
export interface Start {
  t: "start"
}

/** Stop the clock. */
export interface Pause {
  t: "pause"
}

/** Go on after three, two, one. */
export interface Resume {
  t: "resume"
}

/** The same people, once more. */
export interface Rematch {
  t: "rematch"
}

/** Get up for good. In a match a bot takes the seat, or (`bot` false) the game's own rule for leavers applies. */
export interface Leave {
  t: "leave"
  bot?: boolean
}

/** The host removes a player, or takes a bot out of its seat. */
export interface Remove {
  t: "remove"
  seat: number
  bot?: boolean
}

/** One of a few signs. */
export interface Emote {
  t: "emote"
  kind: "hurry" | "laugh" | "oops" | "thanks" | "well-done" | "wow"
}

/** The page went out of sight, or came back: a hidden page paints nothing, so it cannot race. */
export interface Hidden {
  t: "hidden"
  hidden: boolean
}

/** Who has a seat. */
export interface SeatNow {
  name?: string | null
  colour?: number
  bot?: string | null // the level of the bot that plays it
  here?: boolean // a person's line is up
  slow?: boolean // a line slower than the fair bell can make up for
  host?: boolean
}

/** A table, apart from its match. */
export interface TableNow {
  id: string
  game: string
  status: "open" | "over" | "paused" | "playing" | "stopped"
  seats: SeatNow[]
  options: Record<string, unknown>
  public: boolean
  rated?: boolean
  level?: string
  watching?: number
  match?: string | null // the id of the present or last match
  matches?: string[] // finished ones, the latest last
  resumes_at?: number | null // server time at which a pause ends
  pace?: number
  says?: string | null // why it was stopped
}

/** Something that happened, as everybody may hear it. */
export interface Heard {
  n: number
  ms: number // on the match's clock
  seat?: number | null // None: time did it
  action?: number | null // None: time did it, or it is secret
  words?: string | null
}

/** One hand in a race. */
export interface Ring {
  seat: number
  ms?: number | null // the reaction that counts; None: it answered to no card that is known
  claimed?: number | null // what the device said
  corrected?: boolean
}

/** The answer to `Hello`, and again after a break: all there is to know now. */
export interface Welcome {
  t: "welcome"
  version: number
  table: TableNow
  you: number | null // your seat
  number: number // of the last event
  now: number // the server's clock, ms
  seq?: number // the last of your actions that was heard: go on counting from there
  clock?: number // the match's clock at that moment
  view?: Record<string, unknown> | null // None: no match yet
  legal?: number[] | null
  title?: string | null
  commitment?: string | null // of the match's seed
  missed?: Heard[] // since `last`, the latest last
}

/** You have a seat, and this is the key to it. Keep it, tell nobody. */
export interface Token {
  t: "token"
  seat: number
  token: string
}

export interface Pong {
  t: "pong"
  c: number
  s: number // the server's clock, ms
}

/** The table has changed. */
export interface Table {
  t: "table"
  table: TableNow
  n: number
}

/** Something happened in the match. `change` turns the view before into the view after (see the docs). */
export interface Event {
  t: "event"
  n: number
  ms: number
  at: number // server time; in the future for a card that all are to see at once: show it then, not before
  change?: unknown
  seat?: number | null
  action?: number | null
  words?: string | null
  legal?: number[] | null // what you may do now; not sent to spectators
  reveal?: boolean // a race may answer to this event
}

/** How a race was judged. */
export interface Race {
  t: "race"
  n: number // the event that brought the verdict
  reveal: number | null
  rings: Ring[]
}

/** Somebody rang. Send what you have pressed, then `Answer`. */
export interface Underway {
  t: "underway"
  race: number
}

/** What you asked for cannot be, and why. */
export interface Refused {
  t: "refused"
  says: string
  seq?: number | null
  rule?: string | null
}

/** Somebody made a sign. */
export interface Sign {
  t: "sign"
  seat: number
  kind: string
}

/** The match is over; what was promised at its start can now be checked. */
export interface Over {
  t: "over"
  n: number
  match: string
  scores: number[]
  winners: number[]
  seed: string // a 64-bit number, as text
  salt: string
  commitment: string
}

/** The server closes this line, and why. `again`: come back, all is well. */
export interface Bye {
  t: "bye"
  says: string
  again?: boolean
}

/** POST /api/tables */
export interface NewTable {
  game: string
  name: string
  seats?: number | null
  options?: Record<string, unknown>
  public?: boolean
  rated?: boolean
  level?: string
  colour?: number
  bots?: boolean // fill the other seats with bots of that level and start at once
}

/** A table was made; the maker has seat 0. */
export interface Made {
  table: string
  token: string
  invite: string
}

/** A line of the lobby. */
export interface Listed {
  id: string
  game: string
  title: string
  status: string
  seats: number
  taken: number
  host: string | null
  watching: number
}

/** An option of a game, for people to choose. */
export interface OptionNow {
  name: string
  says: string
  rules: string[]
  kind: "choice" | "number" | "perseat" | "table"
  default: unknown
  values: unknown[]
  low: number | null
  high: number | null
}

/** A game that can be played here. */
export interface GameNow {
  name: string
  title: string
  least: number
  most: number
  usual: number
  options: OptionNow[]
  bots: Record<string, string> // level -> how it plays
  lowest_wins: boolean
  real_time: boolean
}

export type Said =
  | Hello
  | Ping
  | Act
  | Answer
  | Sit
  | Bot
  | Options
  | Start
  | Pause
  | Resume
  | Rematch
  | Leave
  | Remove
  | Emote
  | Hidden

export type Told =
  | Welcome
  | Token
  | Pong
  | Table
  | Event
  | Race
  | Underway
  | Refused
  | Sign
  | Over
  | Bye
