import { expect, test } from 'vitest'
import { deleteResults, deleteStories, keepResult, keepStory, keptResults, keptStory, type KeptStory } from './results'

const story: KeptStory = { id: 'm1', at: 1, over: {} as KeptStory['over'], races: [], history: [], own: null }
const result = {
  id: 'm1',
  at: 1,
  game: 'parrot',
  title: 'Parrot',
  own: [0],
  names: ['Ada'],
  bots: [null],
  scores: [3],
  winners: [0],
  lowest: true,
  rings: [],
}

test('without a database, results and stories last as long as the page, and can be deleted separately', async () => {
  await keepStory(story)
  await keepResult(result)
  expect(await keptStory('m1')).toEqual(story)
  await deleteStories()
  expect(await keptStory('m1')).toBeNull()
  expect(await keptResults()).toEqual([result])
  await deleteResults()
  expect(await keptResults()).toEqual([])
})
