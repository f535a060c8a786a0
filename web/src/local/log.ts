/** The log of a match as JSON lines, as src/parlour/match/log.py writes it, and as a link. */

import type { Note } from './stamps'

export type Entry = [ms: number, seat: number, action: number] | [ms: number, seat: number, action: number, note: Note]

export interface Header {
  game: string
  rules: number // the rules' version
  seats: number
  options: Record<string, unknown>
  seed: bigint
  clock: number
  commitment?: string
  salt?: string
}

export interface Log {
  header: Header
  entries: Entry[]
}

/** A text that is not a log, in one sentence. */
export class BadLog extends Error {}

export function writeLog({ header, entries }: Log): string {
  const { seed, ...rest } = header
  const text = JSON.stringify({ ...rest, seed: 0 }).replace(/"seed":0\}$/, `"seed":${seed}}`) // too large for JSON's numbers
  return [text, ...entries.map((entry) => JSON.stringify(entry)), ''].join('\n')
}

export function readLog(text: string): Log {
  const [first = '', ...lines] = text.split('\n').filter(Boolean)
  const seed = /"seed":\s*(\d+)/.exec(first)?.[1]
  try {
    if (!seed) throw new SyntaxError()
    const header = { ...(JSON.parse(first) as object), seed: BigInt(seed) } as Header
    return { header, entries: lines.map(readEntry) }
  } catch (error) {
    if (error instanceof SyntaxError) throw new BadLog('This is not the log of a match.')
    throw error
  }
}

function readEntry(line: string): Entry {
  const entry: unknown = JSON.parse(line)
  if (!Array.isArray(entry) || entry.length < 3 || !entry.slice(0, 3).every(Number.isInteger)) throw new SyntaxError()
  return entry as Entry
}

// Links

const PACKED = 'd' // deflated
const PLAIN = 'p' // this browser cannot compress

export const canPack = (): boolean => typeof CompressionStream === 'function'

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const made = new Blob([bytes]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(made).arrayBuffer())
}

function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

/** A log in letters that an address may contain. */
export async function packLog(log: string): Promise<string> {
  const bytes = new TextEncoder().encode(log)
  if (!canPack()) return PLAIN + toBase64Url(bytes)
  return PACKED + toBase64Url(await through(bytes, new CompressionStream('deflate-raw')))
}

export async function unpackLog(packed: string): Promise<string> {
  try {
    const bytes = fromBase64Url(packed.slice(1))
    const plain = packed[0] === PLAIN ? bytes : await through(bytes, new DecompressionStream('deflate-raw'))
    return new TextDecoder().decode(plain)
  } catch {
    throw new BadLog('This link is not complete, or this browser is too old for it.')
  }
}
