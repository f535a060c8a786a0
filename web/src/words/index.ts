/** The word catalogue. Another language is another file next to en.ts with the same shape. */

import { recall } from '../kit/memory'
import { en } from './en'

export type Words = typeof en

const others = import.meta.glob<{ default: Words }>(['./*.ts', '!./index.ts', '!./en.ts', '!./*.test.ts'])

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])

export const languages = (): string[] => ['en', ...Object.keys(others).map((path) => path.slice(2, -3))]

/** Set once in main.ts, before anything is drawn. */
export let words: Words = en
let language = 'en'

export async function chooseLanguage(): Promise<void> {
  const wanted = recall<{ language?: string }>('settings', {}).language ?? 'en'
  const load = others[`./${wanted}.ts`]
  if (load) {
    words = (await load()).default
    language = wanted
  }
  document.documentElement.lang = language
  document.documentElement.dir = RIGHT_TO_LEFT.has(language.slice(0, 2)) ? 'rtl' : 'ltr'
}

/** A game's own words in the chosen language, or in English: `const words = pickWords({ en })`. */
export function pickWords<T>(catalogues: { en: T } & Record<string, T>): T {
  return catalogues[language] ?? catalogues.en
}
