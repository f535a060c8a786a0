/** Reads a record's fields as numbers and lists of numbers. */

type Layout = Record<string, { offset: number; type: string; shape: number[] }>

const SIZES: Record<string, number> = { i1: 1, i2: 2, i4: 4, i8: 8, u8: 8, f8: 8 }

function read(data: DataView, type: string, at: number): number | bigint {
  if (type === 'i1') return data.getInt8(at)
  if (type === 'i2') return data.getInt16(at, true)
  if (type === 'i4') return data.getInt32(at, true)
  if (type === 'f8') return data.getFloat64(at, true)
  const long = type === 'i8' ? data.getBigInt64(at, true) : data.getBigUint64(at, true)
  return Number.isSafeInteger(Number(long)) ? Number(long) : long
}

export function readRecord(layout: Layout, memory: ArrayBuffer, address: number): Record<string, unknown> {
  const data = new DataView(memory)
  const nested = (type: string, at: number, [length, ...inner]: number[]): unknown => {
    if (length === undefined) return read(data, type, at)
    const step = inner.reduce((size, each) => size * each, SIZES[type]!)
    return Array.from({ length }, (_, place) => nested(type, at + place * step, inner))
  }
  return Object.fromEntries(
    Object.entries(layout).map(([name, { offset, type, shape }]) => [name, nested(type, address + offset, shape)]),
  )
}
