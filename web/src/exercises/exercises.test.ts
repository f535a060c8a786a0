import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Description } from '../engine/description'
import { compileGame, Engine } from '../engine/engine'
import type { GameParts, GameViews } from '../local/game'
import { writeLog } from '../local/log'
import { ExerciseTable } from './exerciseTable'
import { ExerciseJudge } from './judge'
import { deleteExercises, keptCards, keptMistakes } from './kept'
import { ownExercise, rememberMistakes } from './own'
import { Position } from './position'
import { dayOf } from './schedule'
import { exercisesOf, type Exercise, type Shipped } from './shipped'

const FOLDER = new URL('../../exercises/', import.meta.url)
const ENGINE = new URL('../../engine/', import.meta.url)
const VIEWS = import.meta.glob<GameViews>('../games/*/views.gen.ts')
const GAMES = readdirSync(FOLDER).map((name) => name.replace('.json', ''))

const read = <T>(folder: URL, name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T
const all = (game: string) => exercisesOf(read<Shipped>(FOLDER, `${game}.json`))
async function partsOf(game: string): Promise<GameParts> {
  const code = await compileGame(
    read<Description>(ENGINE, `${game}.json`),
    readFileSync(new URL(`${game}.wasm`, ENGINE)),
  )
  return { code, views: await VIEWS[`../games/${game}/views.gen.ts`]!() }
}
vi.mock('../local/tables', () => ({ gameParts: (game: string) => partsOf(game) }))
vi.stubGlobal('requestAnimationFrame', (call: (time: number) => void) => setTimeout(() => call(performance.now())))

const worst = ({ costs }: Exercise) => [...costs].reduce((a, b) => (b[1].loss > a[1].loss ? b : a))
const turn = () => new Promise((done) => setTimeout(done, 60))

describe.each(GAMES)('%s', (game) => {
  test('every position asks for one of the moves that were compared', async () => {
    const position = new Position(await Engine.start((await partsOf(game)).code))
    for (const { log, entry, best, costs } of all(game)) {
      const legal = position.show(log, entry).legal(position.seat)
      expect([best, ...costs.keys()].sort((a, b) => a - b)).toEqual(legal)
      expect(position.isChoice(best)).toBe(true)
    }
  })

  test('the table takes one move, and refuses what the rules forbid', async () => {
    const parts = await partsOf(game)
    const position = new Position(await Engine.start(parts.code))
    const [{ log, entry, best }] = all(game) as [Exercise]
    const answers: number[] = []
    const screen = new ExerciseTable(game, parts, (action) => answers.push(action))
    const { table } = screen
    const match = position.show(log, entry)
    screen.show(match, position.seat, [])
    await turn()
    expect(table.you).toBe(position.seat)
    expect([...table.legal]).toEqual(match.legal(position.seat))
    const before = JSON.stringify(table.view)
    const forbidden = Array.from({ length: parts.code.description.actions - 1 }, (_, i) => i).find(
      (action) => !table.legal.has(action),
    )!
    table.act(forbidden)
    await turn()
    expect(table.refusal?.rule).toMatch(/^[A-Z]+-\d+$/)
    expect(answers).toEqual([])
    table.act(best)
    await turn()
    expect(answers).toEqual([best])
    expect(JSON.stringify(table.view)).not.toBe(before)
    expect(table.legal.size).toBe(0)
    table.act(best)
    await turn()
    expect(answers).toEqual([best])
    expect(table.unanswered).toBe(false)
    screen.close()
  })

  test('the best move is right, another one costs something', { timeout: 30_000 }, async () => {
    const parts = await partsOf(game)
    const engine = await Engine.start(parts.code)
    const position = new Position(engine)
    const judge = new ExerciseJudge(engine, parts.views, null)
    const exercise = all(game).reduce((a, b) => (worst(b)[1].loss > worst(a)[1].loss ? b : a))
    const seen = position.show(exercise.log, exercise.entry).seenBytes(position.seat)
    expect(judge.verdict(exercise, seen, position.seat, exercise.best).right).toBe(true)
    const [move, cost] = worst(exercise)
    expect(judge.verdict(exercise, seen, position.seat, move)).toMatchObject({ right: false, cost })
    // In a mistake of your own, only the move you played has been measured; others are compared now.
    const unknown = judge.verdict({ ...exercise, costs: new Map() }, seen, position.seat, move)
    expect(unknown.right).toBe(false)
    expect(unknown.cost!.loss).toBeGreaterThan(cost.loss / 2)
  })
})

test('one of several moves that are one choice is neither right nor wrong', async () => {
  const first = async (game: string) => {
    const position = new Position(await Engine.start((await partsOf(game)).code))
    const { log } = all(game)[0]!
    position.show(log, 0)
    return position.isChoice(log.entries[0]![2])
  }
  // At the beginning of one of the games, several cards are laid aside together.
  expect(await Promise.all(GAMES.map(first))).toContain(false)
})

describe('your own mistakes', () => {
  const NOW = new Date(2026, 2, 2, 20).getTime()
  const game = GAMES[0]!
  beforeEach(deleteExercises)

  const matches = read<Shipped>(FOLDER, `${game}.json`).matches
  const of = all(game).filter(({ log }) => Number(log.header.seed) === matches[0]!.seed)
  const seat = of[0]!.log.entries[of[0]!.entry]![1]
  const log = writeLog(of[0]!.log)
  const decisions = of
    .filter(({ log, entry }) => log.entries[entry]![1] === seat)
    .map((exercise) => {
      const [played, { loss, points }] = worst(exercise)
      return { entry: exercise.entry, played, best: exercise.best, loss: 1e6 * loss, chance: 400_000, points }
    })

  test('are kept, and come back from the next day on', async () => {
    const added = await rememberMistakes({ match: 'm', game, log, seat, decisions }, NOW)
    expect(added).toBe(Math.min(5, decisions.length))
    expect((await keptCards()).map(({ own, due, box }) => [own, due, box])).toEqual(
      Array.from({ length: added }, () => [true, dayOf(NOW) + 1, 0]),
    )
    const [{ entry, played, best }] = decisions as [(typeof decisions)[0]]
    const exercise = await ownExercise(`own/m/${seat}/${entry}`)
    expect(exercise).toMatchObject({ game, level: null, entry, best, chance: 0.4 })
    expect([...exercise!.costs.keys()]).toEqual([played])
    expect(await rememberMistakes({ match: 'm', game, log, seat, decisions }, NOW)).toBe(0) // the same review again
    await deleteExercises()
    expect(await keptMistakes()).toEqual([])
    expect(await ownExercise(`own/m/${seat}/${entry}`)).toBeNull()
  })

  test('good moves, other seats and moves that are none of this match are not kept', async () => {
    const [first] = decisions as [(typeof decisions)[0]]
    const wrong = [
      { ...first, played: first.best },
      { ...first, loss: 0 },
      { ...first, entry: 99_999 },
      { ...first, entry: of[0]!.log.entries.findIndex(([, other]) => other !== seat) },
    ]
    expect(await rememberMistakes({ match: 'm', game, log, seat, decisions: wrong }, NOW)).toBe(0)
    expect(await keptCards()).toEqual([])
  })
})
