// Made by tools/page_constants.py (make docs) from src/parlour/review; change it there.

/** A chance of 100 %. */
export const WHOLE = 1000000

/** How thoroughly a move is judged. */
export const EFFORT = { playouts: 800, worlds: 800 } as const

/** Standard errors of a loss that is called a mistake. */
export const CERTAIN = 3.0

/** A smaller loss is no mistake, however certain. */
export const WORTH_TELLING = 3000

/** Of all reviews. */
export const SEED = 17
