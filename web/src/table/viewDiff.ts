/** Applies changes to a view: the server sends pairs of path and new value. */

export type PathStep = string | number
export type ViewDiff = [PathStep[], unknown][]

/**
 * The view after the changes. The old view stays as it was, and both share everything that did not change, so
 * `before.seats[2] === after.seats[2]` means that nothing happened to that seat.
 */
export function applyDiff<V>(view: V, changes: ViewDiff): V {
  const copies = new Set<unknown>() // made here, so they may be changed in place
  let root: unknown = view
  for (const [path, value] of changes) {
    if (path.length === 0) {
      root = value
      continue
    }
    root = copyOnce(root, copies)
    let parent = root as Record<PathStep, unknown>
    for (const step of path.slice(0, -1)) {
      parent[step] = copyOnce(parent[step], copies)
      parent = parent[step] as Record<PathStep, unknown>
    }
    parent[path[path.length - 1]!] = value
  }
  return root as V
}

function copyOnce(value: unknown, copies: Set<unknown>): unknown {
  if (copies.has(value)) return value
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  copies.add(copy)
  return copy
}

/**
 * True if one view shows something that another does not: what a viewer must not know is `null` or "?" in every game's
 * views, or missing.
 */
export function showsMore(view: unknown, than: unknown): boolean {
  if (view === than || view == null || view === '?') return false
  if (typeof view !== 'object') return true
  const other = (typeof than === 'object' && than !== null ? than : {}) as Record<string, unknown>
  return Object.entries(view).some(([key, value]) => showsMore(value, other[key]))
}
