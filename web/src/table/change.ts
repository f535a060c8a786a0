/** How a view changes: the server sends `[path, value]` pairs (src/parlour/live/view_diff.py). */

export type Step = string | number
export type Change = [Step[], unknown][]

/**
 * The view after a change. The view before stays as it was, and all that did not change is shared between the two, so
 * `before.seats[2] === after.seats[2]` says that nothing has happened to that seat.
 */
export function apply<V>(view: V, changes: Change): V {
  const own = new Set<unknown>() // copies made here: these may be changed in place
  let top: unknown = view
  for (const [path, value] of changes) {
    if (path.length === 0) {
      top = value
      continue
    }
    top = copied(top, own)
    let place = top as Record<Step, unknown>
    for (const step of path.slice(0, -1)) {
      place[step] = copied(place[step], own)
      place = place[step] as Record<Step, unknown>
    }
    place[path[path.length - 1]!] = value
  }
  return top as V
}

function copied(value: unknown, own: Set<unknown>): unknown {
  if (own.has(value)) return value
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  own.add(copy)
  return copy
}
