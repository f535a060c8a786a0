/** What is worth telling about a match, from the points of each seat in each round. The fewest points win. */

export interface Story {
  best: { seat: number; round: number; points: number }
  /** The lowest score of each round. */
  lowest: number[]
  /** The sole winner, and the round since which that player led alone; null for a tie. */
  lead: { seat: number; round: number } | null
  /** Between first and second. */
  margin: number
}

export function storyOf(seats: readonly (readonly number[])[]): Story | null {
  const rounds = seats[0]?.length ?? 0
  if (rounds === 0 || seats.length < 2) return null
  let best = { seat: 0, round: 1, points: Infinity }
  const lowest: number[] = []
  const totals = seats.map(() => 0)
  let leader: number | null = null
  let since = 1
  for (let round = 0; round < rounds; round += 1) {
    seats.forEach((points, seat) => {
      totals[seat]! += points[round]!
      if (points[round]! < best.points) best = { seat, round: round + 1, points: points[round]! }
    })
    lowest.push(Math.min(...seats.map((points) => points[round]!)))
    const least = Math.min(...totals)
    const first = totals.filter((total) => total === least).length === 1 ? totals.indexOf(least) : null
    if (first !== leader) [leader, since] = [first, round + 1]
  }
  const [one, two] = totals.toSorted((a, b) => a - b)
  return { best, lowest, lead: leader === null ? null : { seat: leader, round: since }, margin: two! - one! }
}
