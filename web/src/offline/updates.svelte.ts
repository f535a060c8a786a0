/** Keeps the page up to date without interrupting a match, and makes it work without a network (serviceWorker.ts). */

const RETRY_RELOAD_MS = 10_000 // a page that still misses a file after reloading is not reloaded again at once
const RELOADED = 'parlour.reloaded'

declare const __BUILD__: string // filled in by the build (offlinePlugin.ts)

/** The name of this build of the page. */
export const BUILD = __BUILD__

let waiting = $state.raw<ServiceWorker | null>(null)

/** True if a new version is stored and ready to take over. */
export const updateReady = (): boolean => waiting !== null

/** Changes to the new version; the page is loaded again. */
export function update(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage('take over')
}

/** Looks for a new version where the page came from. */
export async function lookForUpdate(): Promise<void> {
  if (!navigator.onLine) return
  try {
    await (await navigator.serviceWorker?.getRegistration())?.update()
  } catch {
    // no network: the next visit looks again
  }
}

/** Stores the page on this device, after it has been loaded. Where that is not possible, the page works online only. */
export function keepOffline(): void {
  // A server with a newer version no longer has the parts that this page has not loaded yet.
  addEventListener('vite:preloadError', (event) => {
    const before = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (Date.now() - before < RETRY_RELOAD_MS) return
    event.preventDefault()
    sessionStorage.setItem(RELOADED, String(Date.now()))
    location.reload()
  })
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return // missing on plain http addresses of a network
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}

async function register(): Promise<void> {
  let registration: ServiceWorkerRegistration
  try {
    registration = await navigator.serviceWorker.register('./sw.js')
  } catch {
    return // forbidden by the browser's settings
  }
  const note = () => {
    // Without a controller this is the first visit, and the page already is the new version.
    waiting = navigator.serviceWorker.controller ? registration.waiting : null
  }
  note()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', note))
}
