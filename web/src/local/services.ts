import type { Engine } from '../engine/engine'
import type { Timers } from '../net/clock'
import type { BotHost } from './botHost'
import type { GameParts } from './game'
import type { Store } from './store'

/** What a table needs from the device. */
export interface Services {
  timers: Timers
  store: Store
  wallClock(): number // ms since 1970
  pace: number
  makeBots(parts: GameParts, engine: Engine): BotHost
  botIsMissing(level: string): string // what players are told if a bot's file cannot be loaded
}
