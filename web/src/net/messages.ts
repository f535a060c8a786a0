// Made by tools/protocol.py (make docs); changes belong in what it reads.

export const VERSION = 1
export const MOST_NAME = 24
export const EMOTES = ["well-done", "oops", "hurry", "thanks", "laugh", "wow"] as const

/** The first message: the protocol version, and which seat this is. */
export interface Hello {
  t: "hello"
  version: number
  token?: string | null // of a seat; without one, a spectator
  invite?: string | null // needed to enter a table that is not public without a token
  last?: number // the number of the last event received
}

/** Ask for the server's clock. `c` is the client's own clock in ms, which the answer repeats. */
export interface Ping {
  t: "ping"
  c: number
}

/** An action in the match. A repeated `seq` is ignored, so sending one again is harmless. */
export interface Act {
  t: "act"
  seq: number
  action: number
  reveal?: number | null // in a race: the number of the event that was on the screen
  reaction?: number | null // ms from that event's first frame to the press
}

/** The answer to `Underway`: everything pressed before this has been sent. */
export interface Answer {
  t: "answer"
  race: number
}

/** Take an empty seat, or a bot's. In a match with hidden cards you wait for the next deal (`Welcome.waits`). */
export interface Sit {
  t: "sit"
  seat: number
  name: string
  colour?: number
}

/** Let the person who waits for a seat take it now: everybody who is seated must agree, and after a removal the
 * host.
 */
export interface Admit {
  t: "admit"
  seat: number
}

/** The host puts a bot into a seat that no person has, or (level null) empties the seat. */
export interface Bot {
  t: "bot"
  seat: number
  level: string | null
}

/** The host changes the setup of the table between matches; the tempo, also during one. Fields that are null stay as
 * they are.
 */
export interface Options {
  t: "options"
  game?: string | null // another game, with its usual options
  seats?: number | null
  options?: Record<string, unknown> | null
  public?: boolean | null
  rated?: boolean | null
  level?: string | null // of bots in empty seats and of those that replace absent players
  tempo?: "calm" | "fast" | "normal" | null // how fast bots play, in games without a race
}

/** The host starts the match, as soon as the game and its bots are compiled; empty seats are filled with bots. */
export interface Start {
  t: "start"
}

/** Pause the match, a few times per player and match. Open races are judged first. */
export interface Pause {
  t: "pause"
}

/** Continue after three, two, one. */
export interface Resume {
  t: "resume"
}

/** Start another match with the same people. */
export interface Rematch {
  t: "rematch"
}

/** Leave the seat for good. In a match a bot takes over, or (`bot` false) the game's rule for leaving applies.
 * Without a seat: stop waiting for one.
 */
export interface Leave {
  t: "leave"
  bot?: boolean
}

/** The host removes a player or a bot from a seat. */
export interface Remove {
  t: "remove"
  seat: number
  bot?: boolean
}

/** A player has nothing more to do until a timer of the match runs out. When all say so, time passes quickly. */
export interface Done {
  t: "done"
}

/** Send one of a few reactions to everybody. */
export interface Emote {
  t: "emote"
  kind: "hurry" | "laugh" | "oops" | "thanks" | "well-done" | "wow"
}

/** The page was hidden or shown again. A hidden page paints nothing, so races do not wait for it. */
export interface Hidden {
  t: "hidden"
  hidden: boolean
}

/** A seat of a table. */
export interface SeatNow {
  name?: string | null
  colour?: number
  bot?: string | null // the level of the bot that plays it
  here?: boolean // its player is connected and the page is visible
  was?: string | null // the name of the player who left it during this match
  next?: string | null // the name of the person who waits for this seat
  admitted?: number[] | null // the seats that agree to let them in at once; null: that is not possible
  removed?: boolean // the host has removed this person before, and must let them in
  slow?: boolean // the connection is slower than the fair bell can make up for
  doubtful?: boolean // measurements of the connection's round trip contradict each other
  suspect?: boolean // in this match, its player rang several times faster than people can react
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
  tempo?: "calm" | "fast" | "normal"
  watching?: number
  match?: string | null // the id of the current or last match
  matches?: string[] // the ids of finished matches, the latest last
  resumes_at?: number | null // the server time at which the pause ends
  pace?: number // how many times faster than real time the match's clock runs
  done?: number[] | null // seats with nothing more to do until a timer runs out; null: there is no such timer
  says?: string | null // why the last match was stopped
  preparing?: number | null // how much of the game and its bots is compiled, from 0 to 1; null: all
  starting?: boolean // the match starts as soon as all of that is compiled
}

/** An event of the match, with no more than everybody may know. */
export interface Heard {
  n: number
  ms: number // on the match's clock
  seat?: number | null // null: time passed
  action?: number | null // null: time passed, or the action is secret
  words?: string | null
}

/** One press in a race. */
export interface Ring {
  seat: number
  ms?: number | null // the reaction time that counts; null: the press named no known event
  claimed?: number | null // what the device reported
  corrected?: boolean
}

/** The complete current state: the answer to `Hello`, sent again when a match starts or your seat changes. */
export interface Welcome {
  t: "welcome"
  version: number
  table: TableNow
  you: number | null // your seat
  number: number // the number of the last event
  now: number // the server's clock, ms
  waits?: number | null // the seat that is yours from the next deal on
  seq?: number // of the last action received from you: continue counting from there
  clock?: number // the match's clock at the time `now`
  view?: Record<string, unknown> | null // null: no match yet
  legal?: number[] | null
  title?: string | null
  commitment?: string | null // to the match's seed
  missed?: Heard[] // events after `last`, the latest last
}

/** You have a seat, and this token opens it. Keep it secret. */
export interface Token {
  t: "token"
  seat: number
  token: string
}

/** The answer to `Ping`. */
export interface Pong {
  t: "pong"
  c: number
  s: number // the server's clock, ms
}

/** Something about the table has changed, apart from the match. */
export interface TableChanged {
  t: "table"
  table: TableNow
  n: number
}

/** Something happened in the match. `change` turns the previous view into the new one (see docs/protocol.md). */
export interface Event {
  t: "event"
  n: number
  ms: number
  at: number // server time at which to show this; in the future for a card that everybody sees at the same instant
  change?: unknown
  seat?: number | null
  action?: number | null
  words?: string | null
  legal?: number[] | null // your legal actions now; not sent to spectators
  reveal?: boolean // people may race to react to this event
}

/** How a race was judged. */
export interface Race {
  t: "race"
  n: number // the number of the event that brought the verdict
  reveal: number | null
  rings: Ring[]
}

/** Somebody rang. Send every press so far, then `Answer`. */
export interface Underway {
  t: "underway"
  race: number
}

/** What you asked for is not possible, and why. */
export interface Refused {
  t: "refused"
  says: string
  seq?: number | null
  rule?: string | null
}

/** Somebody sent a reaction. */
export interface Sign {
  t: "sign"
  seat: number
  kind: string
}

/** The match is over. Seed and salt are revealed, so the commitment made at the start can be checked. */
export interface Over {
  t: "over"
  n: number
  match: string
  scores: number[]
  winners: number[]
  seed: string // as text, because it can be too large for JavaScript
  salt: string
  commitment: string
}

/** The server closes the connection, and why. `again`: the client should reconnect. */
export interface Bye {
  t: "bye"
  says: string
  again?: boolean
}

/** The body of POST /api/tables. */
export interface NewTable {
  game: string
  name: string
  seats?: number | null
  options?: Record<string, unknown>
  public?: boolean
  rated?: boolean
  level?: string
  tempo?: "calm" | "fast" | "normal"
  colour?: number
  bots?: boolean // fill the other seats with bots of that level and start at once
}

/** A table was made; its maker has seat 0. */
export interface Made {
  table: string
  token: string
  invite: string
}

/** Where friends can reach this server. POST /api/here opens it to the local network, if its state is "closed". */
export interface Here {
  state: "closed" | "local" | "offline" | "open" // local: it was told to listen for this machine only
  addresses?: string[] // that answer, the best first
}

/** A table in the lobby. */
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

/** An option of a game that people can choose. */
export interface OptionNow {
  name: string
  asks: string // a question
  rules: string[]
  kind: "choice" | "number" | "perseat" | "table"
  default: unknown
  values: unknown[]
  answers: string[] // to the question, one for each value
  unit: string // of a number
  scale: number // how many of the option's numbers make one unit
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
  policies?: string[] // more bots, by name: policies that the operator of this server offers
}

export type Said =
  | Hello
  | Ping
  | Act
  | Answer
  | Sit
  | Admit
  | Bot
  | Options
  | Start
  | Pause
  | Resume
  | Rematch
  | Leave
  | Remove
  | Done
  | Emote
  | Hidden

export type Told =
  | Welcome
  | Token
  | Pong
  | TableChanged
  | Event
  | Race
  | Underway
  | Refused
  | Sign
  | Over
  | Bye
