/** The games that this page can play by itself, and their rulebooks. */

import type { Statement } from '../net/http'
import type { GameNow } from '../net/messages'

const about = import.meta.glob<GameNow>('../games/*/about.gen.json', { eager: true, import: 'default' })
const rulebooks = import.meta.glob<Statement[]>('../games/*/rulebook.gen.json', { import: 'default' })

/** Small, and loaded with the page. */
export const localGames: GameNow[] = Object.values(about)

export const isLocalGame = (name: string): boolean => localGames.some((game) => game.name === name)

/** A game's rulebook; null if the page has none. */
export const localRules = (game: string): Promise<Statement[]> | null =>
  rulebooks[`../games/${game}/rulebook.gen.json`]?.() ?? null
