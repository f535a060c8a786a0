import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { commitment, sha256 } from './sha256'

test.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000])('%i letters', (length) => {
  const text = 'é0'.repeat(length).slice(0, length)
  expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
})

test('a commitment is that of the server', () => {
  expect(commitment(7n, 'salt')).toBe(createHash('sha256').update('parlour:7:salt').digest('hex'))
})
