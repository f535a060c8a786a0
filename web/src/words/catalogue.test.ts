/** What people read comes from the catalogues of words, so that it can be translated: no component has text of its own. */

import { parse } from 'svelte/compiler'
import { expect, test } from 'vitest'
import { languages } from '.'

const COMPONENTS = import.meta.glob<string>('../**/*.svelte', { query: '?raw', import: 'default', eager: true })
const READ_ALOUD = ['aria-label', 'aria-description', 'title', 'alt', 'placeholder']
const WORD = /\p{L}{2}/u

/** Words that stand in the markup itself, and in attributes that people read or hear. */
function wordsIn(source: string): string[] {
  const found: string[] = []
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (!node || typeof node !== 'object') return
    const { type, name, data } = node as { type?: string; name?: string; data?: string }
    if (type === 'StyleDirective' || (type === 'Attribute' && !READ_ALOUD.includes(name!))) return
    if (type === 'Text' && WORD.test(data!)) found.push(data!.trim())
    Object.values(node).forEach(look)
  }
  look(parse(source, { modern: true }).fragment)
  return found
}

test('every sentence is in the word catalogue', { timeout: 60_000 }, () => {
  const found = Object.entries(COMPONENTS).map(([file, source]) => [file, wordsIn(source)] as const)
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter(([, words]) => words.length > 0)).toEqual([])
})

test('words in a component are found', () => {
  expect(wordsIn('<p class="big">{words.ok}: 3 × <b>+</b></p>')).toEqual([])
  expect(wordsIn('{#if a}<p>Hello {name}!</p>{/if}<button aria-label="Close" class="x"></button>')).toEqual([
    'Hello',
    'Close',
  ])
})

test('every catalogue is a language, and nothing else is', () => {
  expect(languages()).toEqual(['en'])
})
