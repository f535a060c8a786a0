/** Every folder next to this file with a `face.ts` is a game. Faces load with the page, the rest on opening a game. */

import { face as generic } from './generic/face'
import type { GameFace, GameModule } from './module'

const faces = import.meta.glob<GameFace>('./*/face.ts', { eager: true, import: 'face' })
const folders = import.meta.glob<{ game: GameModule }>('./*/index.ts')
const loaded = new Map<string, Promise<GameModule>>()

/** A game's face; a game without a folder here gets a generic one. */
export const gameFace = (name: string): GameFace => faces[`./${name}/face.ts`] ?? { ...generic, name }

/** A game's module; a game without a folder here gets the generic table. */
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
