/**
 * SHA-256 (FIPS 180-4). Browsers have their own only on secure origins, and a page on the local network (http://192.168…)
 * is not one.
 */

const PRIMES = Array.from({ length: 311 }, (_, n) => n + 2).filter((n) => {
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return false
  return true
})
const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32)
const K = Uint32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)))
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** The digest of a text in hexadecimal. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) << 6) + 64))
  bytes.forEach((byte, at) => padded.setUint8(at, byte))
  padded.setUint8(bytes.length, 0x80)
  padded.setUint32(padded.byteLength - 4, bytes.length * 8)
  const hash = START.slice()
  const w = new Uint32Array(64)
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = padded.getUint32(block + 4 * i)
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15]!, w[i - 2]!]
      const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)
      const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10)
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i]! += word))
  }
  return [...hash].map((word) => word.toString(16).padStart(8, '0')).join('')
}

/** The hash published before a match: it fixes the seed without revealing it (src/parlour/live/seats.py). */
export const commitment = (seed: bigint | string, salt: string): string => sha256(`parlour:${seed}:${salt}`)
