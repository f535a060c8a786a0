import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SILENT_MS, startWaiting, waitFor, waitingSays } from './waiting.svelte'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what is done soon is not mentioned', () => {
  const end = startWaiting('Starting …')
  vi.advanceTimersByTime(SILENT_MS - 1)
  expect(waitingSays()).toBeNull()
  end()
  vi.advanceTimersByTime(1000)
  expect(waitingSays()).toBeNull()
})

test('what takes longer is, until it has ended', () => {
  const end = startWaiting('Starting …')
  vi.advanceTimersByTime(SILENT_MS)
  expect(waitingSays()).toBe('Starting …')
  const endOther = startWaiting('Loading …')
  vi.advanceTimersByTime(SILENT_MS)
  expect(waitingSays()).toBe('Loading …')
  endOther()
  expect(waitingSays()).toBe('Starting …')
  end()
  expect(waitingSays()).toBeNull()
})

test('a failure ends it too', async () => {
  const failing = waitFor('Starting …', new Promise((_, fail) => setTimeout(() => fail(new Error('no')), 500)))
  const failed = expect(failing).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(400)
  expect(waitingSays()).toBe('Starting …')
  await vi.advanceTimersByTimeAsync(200)
  await failed
  expect(waitingSays()).toBeNull()
})
