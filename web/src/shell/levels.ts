/** Which bots a player can choose, by game. */

import { LEARNED } from '../engine/description'
import { localGames } from '../local/catalogue'

/** How well bots play, from the weakest on. Every game has all of them. */
export const LEVELS = ['novice', 'casual', 'sharp', 'champion']

const has = (game: string, level: string): boolean =>
  localGames.some(({ name, bots }) => name === game && level in bots)

/** The games that have a bot of this name. */
export const gamesWith = (level: string): string[] =>
  localGames.filter(({ name }) => has(name, level)).map(({ title }) => title)

/** What can be chosen for a game, or for all games at once (null). */
export const choicesFor = (game: string | null): string[] =>
  game === null || has(game, LEARNED) ? [...LEVELS, LEARNED] : LEVELS

/** The level that is played if somebody wants this one: not every game has a learned bot. */
export const levelFor = (game: string, wanted: string): string =>
  wanted === LEARNED && !has(game, LEARNED) ? 'sharp' : wanted
