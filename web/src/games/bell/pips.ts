/** Positions of a card's pictures, like the pips of a die: x, y and size on a card of 100 × 140. */
export const PIPS: Record<number, [x: number, y: number, size: number][]> = {
  1: [[50, 70, 2.1]],
  2: [
    [33, 42, 1.4],
    [67, 98, 1.4],
  ],
  3: [
    [30, 31, 1.14],
    [50, 70, 1.14],
    [70, 109, 1.14],
  ],
  4: [
    [29, 38, 1.13],
    [71, 38, 1.13],
    [29, 102, 1.13],
    [71, 102, 1.13],
  ],
  5: [
    [28, 31, 1.06],
    [72, 31, 1.06],
    [50, 70, 1.06],
    [28, 109, 1.06],
    [72, 109, 1.06],
  ],
}
