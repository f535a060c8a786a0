import { expect, test } from 'vitest'
import { packLog, readLog, unpackLog, writeLog, type Log } from './log'

const LOG: Log = {
  header: {
    game: 'some',
    rules: 3,
    seats: 2,
    options: { flip: 'manual', times: [1, 2] },
    seed: 9_223_372_036_854_775_807n, // JSON.parse would round it
    clock: 1234,
    commitment: 'c',
    salt: 's',
  },
  entries: [
    [10, 0, 5],
    [20, 1, 6, { reveal: 3, estimate: 12.5, reaction: 12.5 }],
  ],
}

test('a log keeps everything', () => {
  const text = writeLog(LOG)
  expect(text.split('\n')[0]).toContain('"seed":9223372036854775807')
  expect(text.split('\n')).toHaveLength(4)
  expect(readLog(text)).toEqual(LOG)
})

test.each(['', 'hello', '{"game":"some"}', `${writeLog(LOG)}[1, 2`])('%o is not a log', (text) => {
  expect(() => readLog(text)).toThrow('This is not the log of a match.')
})

test('a link carries a log, compressed where the browser can', async () => {
  const text = writeLog({ ...LOG, entries: Array.from({ length: 500 }, (_, at) => [at, at % 2, 7]) })
  const packed = await packLog(text)
  expect(packed).toMatch(/^d[\w-]+$/)
  expect(packed.length).toBeLessThan(text.length / 3)
  expect(await unpackLog(packed)).toBe(text)
  const { CompressionStream } = globalThis
  Reflect.deleteProperty(globalThis, 'CompressionStream')
  try {
    expect(await unpackLog(await packLog(text))).toBe(text)
  } finally {
    globalThis.CompressionStream = CompressionStream
  }
  await expect(unpackLog(packed.slice(0, -20))).rejects.toThrow('This link is not complete')
  await expect(unpackLog('d*')).rejects.toThrow('This link is not complete')
})
