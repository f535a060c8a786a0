/** The shelf: every folder beside this file is a game. Faces come with the page, the rest when it is played. */

import { face as plain } from './generic/face'
import type { GameFace, GameModule } from './module'

const faces = import.meta.glob<GameFace>('./*/face.ts', { eager: true, import: 'face' })
const folders = import.meta.glob<{ game: GameModule }>('./*/index.ts')
const loaded = new Map<string, Promise<GameModule>>()

/** Who a game is; one without a folder here gets the plain face. */
export const gameFace = (name: string): GameFace => faces[`./${name}/face.ts`] ?? { ...plain, name }

/** A game's module; one without a folder here gets the plain table. */
export function gameModule(name: string): Promise<GameModule> {
  const path = `./${name}/index.ts` in folders ? `./${name}/index.ts` : './generic/index.ts'
  let found = loaded.get(path)
  if (!found) {
    found = folders[path]!().then((module) => module.game)
    found.catch(() => loaded.delete(path))
    loaded.set(path, found)
  }
  return found
}
