/** The current screen, kept in the address so that links and the back button work. */

let path = $state(location.pathname)

addEventListener('popstate', () => (path = location.pathname))

export interface Route {
  screen: string // '' is the home screen
  rest: string
}

export function route(): Route {
  const [, screen = '', ...rest] = path.split('/')
  return { screen, rest: rest.map(decodeURIComponent).join('/') }
}

export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  path = location.pathname
  scrollTo(0, 0)
}

/** For links: `<a href="/lobby" onclick={follow}>`; the browser still handles new tabs and the like. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.currentTarget as HTMLAnchorElement).getAttribute('href')!
  event.preventDefault()
  go(link)
}

/** The invitation key comes after the "#", so it appears in no server's log. */
export const inviteLink = (origin: string, table: string, invite: string): string => `${origin}/t/${table}#${invite}`
