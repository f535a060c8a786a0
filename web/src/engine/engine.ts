/** A game's rules and bots as WebAssembly: loads them, gives them memory and a stack, and calls them. */

import type { Description } from './description'
import { fieldOf, type Layout } from './records'

const PAGE = 64 * 1024
const STACK = 512 * 1024
const WEIGHTS = 0x574e4c50 // how a file of weights begins, and where it says how long it is (src/parlour/kit/weights.py)
const LENGTH_AT = 8
/** A moment that never comes. */
export const NEVER = 2n ** 63n - 1n
export const SPECTATOR = -1

/** The functions that a game's WebAssembly exports. Addresses are those of records in the engine's memory. */
export interface Calls {
  begin(state: number, seed: bigint): void
  look(where: number, pad: number): void
  play(where: number, seat: number, action: number, at: bigint, pad: number): bigint
  wait(where: number, until: bigint, pad: number): void
  why(where: number, seat: number, action: number): bigint
  see(state: number, seat: number, seen: number): void
  observe(seen: number, seat: number, out: number): void
  score(state: number, out: number): void
  resample(seen: number, seat: number, world: number, seed: bigint): void
  random_step(state: number, dice: number, pad: number): number
  random_match(state: number, dice: number, pad: number): number
  scramble(number: bigint): bigint
  seed_of(seed: bigint, number: bigint): bigint
  decide(seen: number, seat: number, ask: number, mind: number): void
  earliest(schedule: number, seats: number): number
  tie_dice(seed: bigint): bigint
  candidates(seen: number, seat: number, worlds: number, ask: number, sums: number, dice: number, network: number): void
  compare(
    seen: number,
    seat: number,
    worlds: number,
    ask: number,
    sums: number,
    dice: number,
    notes: number,
    infer: number,
    network: number,
    number: number,
  ): void
  /** Of a turn-based game with a review: why a move is better than the one played. */
  reason?(seen: number, seat: number, played: number, best: number, out: number): void
  /** Of a real-time game with a review: what there was to see and to do. */
  facts?(seen: number, seat: number, out: number): void
}

/** A game's code, compiled and ready to be instantiated: by a page, or by a worker that it is posted to. */
export interface GameCode {
  description: Description
  module: WebAssembly.Module
}

type Source = BufferSource | Response | PromiseLike<Response>

/** Compile a game's WebAssembly while it is being loaded, where the server says that it is WebAssembly. */
export async function compileGame(description: Description, source: Source): Promise<GameCode> {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return { description, module: await WebAssembly.compile(source) }
  const response = await source
  if (!response.ok) throw new Error(`${response.url} cannot be loaded (${response.status})`)
  if (typeof WebAssembly.compileStreaming === 'function') {
    const copy = response.clone()
    try {
      return { description, module: await WebAssembly.compileStreaming(response) }
    } catch {
      return { description, module: await WebAssembly.compile(await copy.arrayBuffer()) }
    }
  }
  return { description, module: await WebAssembly.compile(await response.arrayBuffer()) }
}

/** One copy of a game's engine with a memory of its own. Everything in it happens on the thread that calls it. */
export class Engine {
  readonly description: Description
  readonly calls: Calls
  readonly memory: WebAssembly.Memory
  /** All of the memory, to read and write fields; another one after something was allocated. */
  view: DataView
  private next: number
  /** Where the weights of the game's network lie; 0 until they are loaded. */
  network = 0

  private constructor(description: Description, memory: WebAssembly.Memory, calls: Calls, free: number) {
    this.description = description
    this.memory = memory
    this.view = new DataView(memory.buffer)
    this.calls = calls
    this.next = free
  }

  static async start({ description, module }: GameCode): Promise<Engine> {
    const stackEnd = aligned(description.dataEnd) + STACK
    const memory = new WebAssembly.Memory({ initial: Math.ceil(stackEnd / PAGE) + 1 })
    const env: Record<string, WebAssembly.ImportValue> = {
      __linear_memory: memory,
      __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, stackEnd),
    }
    for (const { name, kind } of WebAssembly.Module.imports(module))
      if (kind === 'function') env[name] = unexpected(name)
    const instance = await WebAssembly.instantiate(module, { env })
    return new Engine(description, memory, instance.exports as unknown as Calls, stackEnd)
  }

  /** Room for records, all zero. It lasts as long as the engine, so whoever needs it keeps it for reuse. */
  allocate(layout: Layout | number, count = 1): number {
    const size = aligned((typeof layout === 'number' ? layout : layout.size) * count)
    const address = this.next
    this.next += size
    const missing = this.next - this.memory.buffer.byteLength
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE))
      this.view = new DataView(this.memory.buffer)
    }
    return address
  }

  /** Puts the file of weights of the game's network into memory, once. */
  loadWeights(file: Uint8Array): void {
    if (this.network) return
    const head = new DataView(file.buffer, file.byteOffset, file.byteLength)
    if (file.length <= LENGTH_AT + 4 || head.getUint32(0, true) !== WEIGHTS)
      throw new Error('this file does not hold weights of a learned player')
    if (head.getUint32(LENGTH_AT, true) !== file.length) throw new Error('the file of weights is incomplete')
    const address = this.allocate(file.length)
    this.bytes(address, file.length).set(file)
    this.network = address
  }

  /** The bytes at an address. The view is valid until something else is allocated. */
  bytes(address: number, size: number): Uint8Array {
    return new Uint8Array(this.view.buffer as ArrayBuffer, address, size)
  }

  /** The field of a record as a place in memory. */
  place(layout: Layout, address: number, field: string): number {
    return address + fieldOf(layout, field)[0]
  }

  seedOf(seed: bigint, number: number): bigint {
    return BigInt.asUintN(64, this.calls.seed_of(BigInt.asIntN(64, seed), BigInt(number)))
  }

  scramble(number: bigint): bigint {
    return BigInt.asUintN(64, this.calls.scramble(BigInt.asIntN(64, number)))
  }
}

/** Numba's own helpers are declared but never needed by rules. */
function unexpected(name: string): () => never {
  return () => {
    throw new Error(`the engine called ${name}`)
  }
}

function aligned(size: number): number {
  return (size + 15) & ~15
}

export async function loadEngine(description: Description, source: Source): Promise<Engine> {
  return Engine.start(await compileGame(description, source))
}
