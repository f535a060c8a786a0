/** Where the page finds the engine of each game: files of their own, loaded when a game is opened. */

import { once } from '../net/once'
import type { Description } from './description'
import { compileGame, type GameCode } from './engine'

const CODE = import.meta.glob<string>('../../engine/*.wasm', { query: '?url', import: 'default', eager: true })
const DESCRIPTIONS = import.meta.glob<string>(['../../engine/*.json', '!../../engine/sources.json'], {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The weights of learned players: the files of the Python package itself. */
const WEIGHTS = import.meta.glob<string>('../../../src/parlour/games/*/learned.weights', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The games that can be played without a server. */
export const GAMES = Object.keys(CODE).map((path) => path.replace(/^.*\/(.*)\.wasm$/, '$1'))

/** A game's compiled code and description. */
export const gameCode = once(async (game: string): Promise<GameCode> => {
  const code = CODE[`../../engine/${game}.wasm`]
  const description = DESCRIPTIONS[`../../engine/${game}.json`]
  if (!code || !description) throw new Error(`there is no engine for the game ${game}`)
  const wasm = fetch(code)
  wasm.catch(() => {}) // reported when it is awaited
  const answer = await fetch(description)
  if (!answer.ok) throw new Error(`${answer.url} cannot be loaded (${answer.status})`)
  return compileGame((await answer.json()) as Description, wasm)
})

/** The file with the weights of a game's learned player: about a megabyte, loaded only when one sits down. */
export async function weightsOf(game: string): Promise<Uint8Array> {
  const url = WEIGHTS[`../../../src/parlour/games/${game}/learned.weights`]
  if (!url) throw new Error(`there is no learned player for the game ${game}`)
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${answer.url} cannot be loaded (${answer.status})`)
  return new Uint8Array(await answer.arrayBuffer())
}
