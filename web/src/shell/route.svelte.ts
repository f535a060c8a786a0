/**
 * The current screen, kept in the address so that links and the back button work: `#/rules/parrot`.
 *
 * Everything comes after the "#", so any web host can serve the page, under any path, and an invitation's key appears in no
 * server's log.
 */

adoptOldAddress()
let path = $state(location.hash.slice(1))

addEventListener('hashchange', () => {
  path = location.hash.slice(1)
  scrollTo(0, 0)
})

export interface Route {
  screen: string // '' is the home screen
  rest: string
  invite: string | null // of a table
}

export function route(): Route {
  const [, screen = '', ...rest] = path.split('/').map(decoded)
  return screen === 't'
    ? { screen, rest: rest[0] ?? '', invite: rest[1] || null }
    : { screen, rest: rest.join('/'), invite: null }
}

/** Opens a screen, such as `/lobby`. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(null, '', `#${to}`)
    path = to
    scrollTo(0, 0)
  } else location.hash = to
}

/** A part of the address; a damaged escape is left as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Addresses used to be paths, `/t/TABLE#INVITE`. The server sends such visitors to `/?path=/t/TABLE#INVITE`. */
function adoptOldAddress(): void {
  const old = new URLSearchParams(location.search).get('path')
  if (old === null) return
  const invite = location.hash.slice(1)
  history.replaceState(null, '', `${location.pathname}#${old}${invite ? `/${invite}` : ''}`)
}
