/**
 * Compares translated views with those of Python, from lines of JSON on the standard input: first the layout of the
 * record, then one line for each look at a position.
 */

import { createInterface } from 'node:readline'
import { readRecord, type Layout } from '../../web/src/engine/records'

type Look = [
  record: string,
  seat: number,
  view: string,
  describes: [number, string][],
  handicaps: number[] | null,
  reveals: number | null,
  refused: [action: number, rule: number, soon: boolean, sentence: string][],
]

interface Views {
  view(seen: unknown, seat: number): unknown
  describe(seen: unknown, action: number): string
  handicap?(state: unknown, seat: number): number
  reveals?(state: unknown): number
  refusals: Record<number, string>
  moment?(seen: unknown, seat: number, action: number, rule: number, soon: boolean): string
}

function differ(what: string, python: unknown, translated: unknown): void {
  if (python === translated) return
  console.log(`${what}\nPython:     ${String(python)}\ntranslated: ${String(translated)}`)
  process.exit(1)
}

export async function compare(views: Views): Promise<void> {
  let layout: Layout | null = null
  let looks = 0
  for await (const line of createInterface({ input: process.stdin })) {
    if (layout === null) {
      layout = JSON.parse(line) as Layout
      continue
    }
    const [record, seat, view, described, handicaps, reveals, refused] = JSON.parse(line) as Look
    const seen = readRecord(layout, new Uint8Array(Buffer.from(record, 'base64')))
    differ(`view of seat ${seat}`, view, JSON.stringify(views.view(seen, seat)))
    for (const [action, words] of described) differ(`action ${action}`, words, views.describe(seen, action))
    handicaps?.forEach((ms, other) => differ(`handicap of seat ${other}`, ms, views.handicap?.(seen, other)))
    if (reveals !== null) differ('revealed cards', reveals, views.reveals?.(seen))
    for (const [action, rule, soon, sentence] of refused)
      differ(`rule ${rule}`, sentence, views.moment?.(seen, seat, action, rule, soon) || views.refusals[rule])
    looks += 1
  }
  console.log(looks)
}
