/// <reference lib="webworker" />
/**
 * The service worker: after the first visit the page starts and plays without a network.
 *
 * All files of the page are stored when a version is installed, except those stored on demand. A new version waits until the page asks it to take over
 * (see updates.svelte.ts) or until no page is open, so a match is never interrupted.
 */

const worker = self as unknown as ServiceWorkerGlobalScope

/** Every file of this version, relative to the page; filled in by the build (offlinePlugin.ts). */
const FILES = '__FILES__' as unknown as string[]
/** Those of them that are stored when they are first needed, because they are large and few players need them. */
const ON_DEMAND = /\.weights$/
const CACHE = 'parlour-__BUILD__'
const PAGE = './'

const address = (file: string): string => new URL(file, worker.registration.scope).href

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') void worker.skipWaiting()
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const stored = request.method === 'GET' ? storedAs(request) : null
  if (stored !== null) event.respondWith(answer(stored, request))
})

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  // The files' names change with their content, except these few: take them from the network, not from an old cache.
  const fresh = (file: string) =>
    new Request(address(file), { cache: file.startsWith('assets/') ? 'default' : 'reload' })
  await cache.addAll([PAGE, ...FILES.filter((file) => !ON_DEMAND.test(file))].map(fresh))
  for (const file of FILES.filter((file) => ON_DEMAND.test(file))) {
    const kept = await caches.match(address(file)) // unchanged since an earlier version
    if (kept) await cache.put(address(file), kept)
  }
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith('parlour-') && name !== CACHE) await caches.delete(name)
  }
  await worker.clients.claim()
}

/** Under which address a request is answered from the cache; null: the network answers. */
function storedAs(request: Request): string | null {
  const url = new URL(request.url)
  url.hash = ''
  if (request.mode === 'navigate') {
    url.search = ''
    const page = url.href === address(PAGE) || url.href === address('index.html')
    return page ? address(PAGE) : null
  }
  return FILES.some((file) => address(file) === url.href) ? url.href : null
}

async function answer(stored: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const found = await cache.match(stored)
  if (found) return found
  const loaded = await fetch(request)
  if (ON_DEMAND.test(stored) && loaded.status === 200) await cache.put(stored, loaded.clone())
  return loaded
}
export {}
