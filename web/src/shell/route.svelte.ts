/** Where in the page we are; the address says it, so that links and the back button work. */

let path = $state(location.pathname)

addEventListener('popstate', () => (path = location.pathname))

export interface Route {
  screen: string // '' is the first screen
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

/** For links: `<a href="/lobby" onclick={follow}>`; new tabs and the like stay the browser's. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.currentTarget as HTMLAnchorElement).getAttribute('href')!
  event.preventDefault()
  go(link)
}

/** The key that lets people in, behind the "#": servers and their logs never see it. */
export const inviteLink = (origin: string, table: string, invite: string): string => `${origin}/t/${table}#${invite}`
