// Made by tools/page_views.py (make docs) from src/parlour/games/bell; change it there.

import * as py from '../../engine/python'

/** True if one of the first `kinds` sums is exactly five. */
export function hasFive(sums: any, kinds: any): boolean {
  for (const kind of py.range(kinds)) {
    if (sumOf(sums, kind) === 5) {
      return true
    }
  }
  return false
}

/** The sum of this kind. */
function sumOf(sums: any, kind: any): any {
  return py.and(py.shr(sums, 8 * kind), 255)
}
