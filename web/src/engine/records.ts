/** Records of a game in the engine's memory, read and written field by field as the game's description lays them out. */

export type Code = 'i1' | 'i2' | 'i4' | 'i8' | 'u8' | 'f8'
export type Field = [offset: number, code: Code, shape: number[]]
export interface Layout {
  size: number
  fields: Record<string, Field>
}
/** 64-bit numbers are numbers while those are exact, and bigints beyond. */
export type Number64 = number | bigint
export type Value = Number64 | Value[]
// Fields are known only from the layout, so that translated rules read them as they are.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Plain = Record<string, any>
/** The engine's memory, or a copy of a part of it. */
export interface Memory {
  buffer: ArrayBufferLike
}

const SIZES: Record<Code, number> = { i1: 1, i2: 2, i4: 4, i8: 8, u8: 8, f8: 8 }
const SAFE = BigInt(Number.MAX_SAFE_INTEGER)

export function shortest(number: bigint): Number64 {
  return number <= SAFE && number >= -SAFE ? Number(number) : number
}

function readNumber(view: DataView, at: number, code: Code): Number64 {
  switch (code) {
    case 'i1':
      return view.getInt8(at)
    case 'i2':
      return view.getInt16(at, true)
    case 'i4':
      return view.getInt32(at, true)
    case 'i8':
      return shortest(view.getBigInt64(at, true))
    case 'u8':
      return shortest(view.getBigUint64(at, true))
    case 'f8':
      return view.getFloat64(at, true)
  }
}

function writeNumber(view: DataView, at: number, code: Code, value: Number64): void {
  switch (code) {
    case 'i1':
      return view.setInt8(at, Number(value))
    case 'i2':
      return view.setInt16(at, Number(value), true)
    case 'i4':
      return view.setInt32(at, Number(value), true)
    case 'i8':
      return view.setBigInt64(at, BigInt(value), true)
    case 'u8':
      return view.setBigUint64(at, BigInt(value), true)
    case 'f8':
      return view.setFloat64(at, Number(value), true)
  }
}

function readShape(view: DataView, at: number, code: Code, shape: number[], depth: number): Value {
  if (depth === shape.length) return readNumber(view, at, code)
  let step = SIZES[code]
  for (let i = depth + 1; i < shape.length; i++) step *= shape[i]!
  const values: Value[] = new Array<Value>(shape[depth]!)
  for (let i = 0; i < values.length; i++) values[i] = readShape(view, at + i * step, code, shape, depth + 1)
  return values
}

export function fieldOf(layout: Layout, name: string): Field {
  const field = layout.fields[name]
  if (!field) throw new Error(`the record has no field ${name}`)
  return field
}

/** `view` is that of the engine's whole memory. */
export function readField(layout: Layout, view: DataView, address: number, name: string): Value {
  const [offset, code, shape] = fieldOf(layout, name)
  return readShape(view, address + offset, code, shape, 0)
}

/** Write a number, or the first numbers of a list; the rest of the list stays as it is. */
export function writeField(
  layout: Layout,
  view: DataView,
  address: number,
  name: string,
  value: Number64 | readonly Number64[],
): void {
  const [offset, code] = fieldOf(layout, name)
  if (typeof value !== 'object') return writeNumber(view, address + offset, code, value)
  for (let i = 0; i < value.length; i++) writeNumber(view, address + offset + i * SIZES[code], code, value[i]!)
}

const READERS = new WeakMap<Layout, new (view: DataView) => Plain>()

/** A class whose fields are decoded when they are first asked for. */
function readerOf(layout: Layout): new (view: DataView) => Plain {
  const known = READERS.get(layout)
  if (known) return known
  class Snapshot {
    readonly #view: DataView
    constructor(view: DataView) {
      this.#view = view
    }
    static {
      for (const [name, [offset, code, shape]] of Object.entries(layout.fields))
        Object.defineProperty(this.prototype, name, {
          enumerable: true,
          get(this: Snapshot) {
            const value = readShape(this.#view, offset, code, shape, 0)
            Object.defineProperty(this, name, { value, enumerable: true, writable: true })
            return value
          },
        })
    }
  }
  READERS.set(layout, Snapshot)
  return Snapshot
}

/** A copy of the record as an object whose fields are numbers and nested lists of numbers. */
export function readRecord(layout: Layout, memory: Memory, address = 0): Plain {
  const Reader = readerOf(layout)
  return new Reader(new DataView(memory.buffer.slice(address, address + layout.size)))
}
