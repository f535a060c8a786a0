import { expect, test } from 'vitest'
import { once } from './once'

test('each thing is loaded once, and again only after a failure', async () => {
  const asked: string[] = []
  let fails = true
  const find = once(async (name) => {
    asked.push(name)
    if (fails) throw new Error('no network')
    return `the ${name}`
  })
  await expect(find('rules')).rejects.toThrow('no network')
  fails = false
  expect(await Promise.all([find('rules'), find('rules'), find('bots')])).toEqual([
    'the rules',
    'the rules',
    'the bots',
  ])
  expect(asked).toEqual(['rules', 'rules', 'bots'])
})
