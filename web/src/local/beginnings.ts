/** Matches that do not begin with a new shuffle: from a position of an earlier match, or with a deal that others play too. */

import type { Description } from '../engine/description'
import { words } from '../words'
import { isLocalGame } from './catalogue'
import { dealOfDay } from './daily'
export { compare, dealKey, withDeal } from './deal'
export { alone } from './position'
import { dealOf, packDeal, unpackDeal, type Deal } from './deal'
import { BadRequest } from './game'
import { isLocal } from './ids'
import { readLog } from './log'
import { before, readPosition } from './position'
import { deviceStore, type Beginning, type KeptMatch, type Origin } from './store'
import { gameParts } from './tables'

const describe = async (game: string): Promise<Description | null> =>
  isLocalGame(game) ? (await gameParts(game)).code.description : null

/** A match of this device with what it began with; null if the device does not have it. */
const keptMatch = async (match: string): Promise<KeptMatch | null> =>
  (await (await deviceStore()).match(match).catch(() => undefined)) ?? null

// Positions

/** A table that is about to go on from a position. */
export interface FromPosition {
  game: string
  title: string
  options: Record<string, unknown>
  seats: number
  beginning: Beginning
}

/** A position of a log. A BadRequest or BadLog says in one sentence why a match cannot go on from there. */
export async function fromPosition(match: string, log: string, position: string): Promise<FromPosition> {
  const { header, entries } = readLog(log)
  const { game, seats, options, seed } = header
  const description = await describe(game)
  if (!description) throw new BadRequest(words.deal.noGame)
  if (header.rules !== description.version) throw new BadRequest(words.from.otherRules(description.title))
  const wanted = readPosition(position)
  const found = wanted && before({ header, entries }, wanted, description.realTime)
  if (!found) throw new BadRequest(words.from.noPosition)
  const origin = { kind: 'position', match, ms: found.clock } as const
  return { game, title: description.title, options, seats, beginning: { seed, ...found, origin } }
}

// Deals

export const dealOfLink = (packed: string): Promise<Deal> => unpackDeal(packed, describe)

export async function dealOfDate(day: string, game: string): Promise<Deal> {
  return dealOfDay(day, (await gameParts(game)).code.description)
}

/** The deal of a match that was played alone against bots on this device, with its result; null for any other match. */
export async function dealOfMatch(match: string, name: string): Promise<Deal | null> {
  const kept = isLocal(match) ? await keptMatch(match) : null
  const description = kept && (await describe(readLog(kept.log).header.game))
  return description && dealOf(kept, description, name)
}

/** What an address needs to carry a deal. */
export async function linkedDeal(deal: Deal): Promise<string> {
  return packDeal(deal, (await gameParts(deal.game)).code.description)
}

// Where a match came from

/** The origin of a match of this device; null if its cards were shuffled for it. */
export const originOf = async (match: string): Promise<Origin | null> => (await keptMatch(match))?.origin ?? null

/** The levels of its bots, by seat; null for people. */
export const levelsOf = async (match: string): Promise<(string | null)[] | null> =>
  (await keptMatch(match))?.levels ?? null
