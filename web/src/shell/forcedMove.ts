/** Moves that play themselves. */

import type { TableState } from '../table/table.svelte'

/**
 * Your move, if you have no other and nobody can learn anything from its being played without hesitation: a move that
 * comes at once tells other people that it was the only one, so at a table with other people none is.
 */
export function forcedMove(table: TableState): number | null {
  const { you, legal } = table
  const others = table.seats.some(({ name }, seat) => name && seat !== you)
  if (!table.playing || you === null || others || legal.size !== 1) return null
  return [...legal][0]!
}
