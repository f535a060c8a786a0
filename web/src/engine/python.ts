/**
 * What JavaScript lacks of Python, for code that parlour/browser/translate.py has translated.
 *
 * A whole number is a number up to 2^53 and a bigint beyond. All functions here take and give numbers of that form, so
 * equal numbers are always `===`.
 */

export type Whole = number | bigint

// Translated code does not say what its lists hold.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

/** A whole number in the form it always has. */
export function whole(value: bigint): Whole {
  const short = Number(value)
  return Number.isSafeInteger(short) ? short : value
}

const short = (a: Whole, b: Whole): boolean => typeof a === 'number' && typeof b === 'number'

/** The result found with numbers; if it is too large to be exact, the one found with bigints. */
const exact = (found: number, otherwise: () => bigint): Whole =>
  Number.isSafeInteger(found) ? found + 0 : whole(otherwise()) // + 0 turns -0 into 0

/**
 * Operations are typed as if two numbers always made a number. The translator knows better: it uses plain operators
 * where that is certain, and these functions for everything else.
 */
interface Operation {
  (a: number, b: number): number
  (a: Whole, b: Whole): Whole
}

// Arithmetic

export const add = ((a: Whole, b: Whole): Whole =>
  exact(short(a, b) ? Number(a) + Number(b) : NaN, () => BigInt(a) + BigInt(b))) as Operation

export const sub = ((a: Whole, b: Whole): Whole =>
  exact(short(a, b) ? Number(a) - Number(b) : NaN, () => BigInt(a) - BigInt(b))) as Operation

export const mul = ((a: Whole, b: Whole): Whole =>
  exact(short(a, b) ? Number(a) * Number(b) : NaN, () => BigInt(a) * BigInt(b))) as Operation

/** The quotient rounded down. */
export const floorDiv = ((a: Whole, b: Whole): Whole => {
  if (b === 0) throw new RangeError('division by zero')
  return exact(short(a, b) ? Math.floor(Number(a) / Number(b)) : NaN, () => {
    const quotient = BigInt(a) / BigInt(b)
    return BigInt(a) % BigInt(b) !== 0n && a < 0 !== b < 0 ? quotient - 1n : quotient
  })
}) as Operation

/** The remainder, which has the sign of the divisor. */
export const mod = ((a: Whole, b: Whole): Whole => sub(a, mul(floorDiv(a, b), b))) as Operation

export const abs = <T extends Whole = number>(a: T): T => (a < 0 ? (sub(0, a) as T) : a)

/** To the nearest whole number; halves to the even one. */
export function round(value: number): number {
  const low = Math.floor(value)
  const rest = value - low
  return (rest < 0.5 || (rest === 0.5 && low % 2 === 0) ? low : low + 1) + 0
}

export const min = <T extends Whole = number>(...values: T[]): T => minOf(values)
export const max = <T extends Whole = number>(...values: T[]): T => maxOf(values)

export function minOf<T extends Whole = number>(values: readonly T[]): T {
  if (values.length === 0) throw new RangeError('the smallest of an empty list')
  return values.reduce((best, value) => (value < best ? value : best))
}

export function maxOf<T extends Whole = number>(values: readonly T[]): T {
  if (values.length === 0) throw new RangeError('the largest of an empty list')
  return values.reduce((best, value) => (value > best ? value : best))
}

export const sum = (values: readonly (Whole | boolean)[]): number =>
  values.reduce<number>((total, value) => add(total, (value === true ? 1 : value || 0) as number), 0)

// Bits, of numbers of any size in two's complement

const HIGH = 2 ** 32
const bits32 = (a: Whole, b: Whole): boolean => (Number(a) | 0) === a && (Number(b) | 0) === b
const bits53 = (a: Whole, b: Whole): boolean => short(a, b) && a >= 0 && b >= 0

/** An operation on bits: in 32-bit halves where that is possible, which is ten times as fast as with bigints. */
const bitwise = (half: (a: number, b: number) => number, long: (a: bigint, b: bigint) => bigint): Operation =>
  ((a: Whole, b: Whole): Whole => {
    if (bits32(a, b)) return half(Number(a), Number(b))
    if (!bits53(a, b)) return whole(long(BigInt(a), BigInt(b)))
    const [first, second] = [Number(a), Number(b)]
    return half(Math.floor(first / HIGH), Math.floor(second / HIGH)) * HIGH + (half(first | 0, second | 0) >>> 0)
  }) as Operation

export const and = bitwise(
  (a, b) => a & b,
  (a, b) => a & b,
)
export const or = bitwise(
  (a, b) => a | b,
  (a, b) => a | b,
)
export const xor = bitwise(
  (a, b) => a ^ b,
  (a, b) => a ^ b,
)

export const invert = <T extends Whole = number>(a: T): T => sub(-1, a) as T

/** A number as 64 bits without a sign. */
export const unsigned = (a: Whole): number => (a < 0 ? whole(BigInt.asUintN(64, BigInt(a))) : a) as number

export const shl = ((a: Whole, by: Whole): Whole =>
  exact(short(a, by) ? Number(a) * 2 ** Number(by) : NaN, () => BigInt(a) << BigInt(by))) as Operation

export const shr = ((a: Whole, by: Whole): Whole =>
  typeof a === 'number' ? Math.floor(a / 2 ** Number(by)) : whole(a >> BigInt(by))) as Operation

/** 1 if bit number `place` is set, else 0. */
export const bit = (a: Whole, place: Whole): number =>
  typeof a === 'number' && a >= 0 ? Math.floor(a / 2 ** Number(place)) % 2 : Number(and(shr(a, place), 1))

/** The number of bits of the absolute value. */
export const bitLength = (a: Whole): number => (a === 0 ? 0 : abs(a).toString(2).length)

// Lists

export function range(first: Whole, last?: Whole, step: Whole = 1): number[] {
  const [start, end, by] = last === undefined ? [0, Number(first), 1] : [Number(first), Number(last), Number(step)]
  const numbers = []
  for (let number = start; by > 0 ? number < end : number > end; number += by) numbers.push(number)
  return numbers
}

/** Replace an element; negative indices count from the end. */
export function put<T>(list: T[], at: number, item: T): void {
  list[at < 0 ? at + list.length : at] = item
}

export const enumerate = <T = Any>(list: readonly T[]): [number, T][] => list.map((item, place) => [place, item])

/** Lists of the first elements, of the second, and so on, as many as the shortest list has. */
export const zip = <T = Any>(...lists: (readonly T[])[]): T[][] =>
  lists.length === 0
    ? []
    : range(Math.min(...lists.map((list) => list.length))).map((i) => lists.map((list) => list[i]!))

export function repeat<T extends string | readonly unknown[]>(some: T, times: Whole): T {
  const count = Math.max(0, Number(times))
  if (typeof some === 'string') return some.repeat(count) as T
  return Array.from({ length: count }, () => some).flat() as unknown as T
}

type Sortable = Whole | string | readonly Sortable[]

function compare(a: Sortable, b: Sortable): number {
  if (!Array.isArray(a) || !Array.isArray(b)) return a < b ? -1 : a > b ? 1 : 0
  const at = a.findIndex((item: Sortable, place: number) => place >= b.length || compare(item, b[place]) !== 0)
  return at < 0 ? Math.sign(a.length - b.length) : at >= b.length ? 1 : compare(a[at], b[at])
}

/** A sorted copy; elements with equal keys keep their order, in reverse too. */
export const sorted = <T = Any>(list: readonly T[], key = (item: T) => item as Sortable, reverse = false): T[] =>
  [...list].sort((a, b) => (reverse ? compare(key(b), key(a)) : compare(key(a), key(b))))

export function index<T>(list: readonly T[], item: T): number {
  const found = list.indexOf(item)
  if (found < 0) throw new RangeError(`${String(item)} is not in the list`)
  return found
}

export const count = <T>(list: readonly T[], item: T): number => list.filter((each) => each === item).length

/** A list and the lists in it as new ones. */
export const copy = <T = Any>(list: readonly T[]): T[] =>
  list.map((item) => (Array.isArray(item) ? (copy(item) as T) : item))

export const equal = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((item, place) => equal(item, b[place]))
    : a === b

// Dictionaries and structs

export function item<K, V = Any>(map: ReadonlyMap<K, V>, key: K): V {
  if (!map.has(key)) throw new RangeError(`there is no ${String(key)} in the dictionary`)
  return map.get(key) as V
}

export const get = <K, V = Any, D = Any>(map: ReadonlyMap<K, V>, key: K, otherwise: D): V | D =>
  map.has(key) ? (map.get(key) as V) : otherwise

export function setdefault<K, V = Any>(map: Map<K, V>, key: K, value: V): V {
  if (!map.has(key)) map.set(key, value)
  return map.get(key) as V
}

/** An object with these fields. */
export function struct(keys: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  if (keys.length !== values.length) throw new RangeError(`${values.length} values for ${keys.length} fields`)
  return Object.fromEntries(keys.map((key, place) => [key, values[place]]))
}

// Texts

/** What Python's `str` makes of True, False and None; numbers and texts as they are. */
export const text = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : String(value)

export const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()

/** The text with its `{}` filled in, one after another. */
export function format(words: string, ...values: unknown[]): string {
  const parts = words.split('{}')
  if (parts.length > values.length + 1 || parts.some((part) => /[{}]/.test(part)))
    throw new RangeError(`${words} needs more than ${values.length} plain values`)
  return parts.map((part, place) => (place === 0 ? part : `${String(values[place - 1])}${part}`)).join('')
}
