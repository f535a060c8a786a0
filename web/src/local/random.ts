/** Numbers and texts that nobody can guess. */

/** 63 random bits: the seed of a match or of a bot. */
export function randomSeed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0]! >> 1n
}

/** A text of letters and digits that may be part of an address. */
export function randomText(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}
