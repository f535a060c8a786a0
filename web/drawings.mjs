/**
 * Draws the page's card art outside a browser: every component that a game lists in its `art.ts`, rendered by Svelte on
 * the server's side. Prints JSON for tools/card_art.py: { game: { name: { markup, css } } }.
 */

import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const server = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
  plugins: [
    // 'injected': a component's styles come with its markup
    svelte({ configFile: false, preprocess: vitePreprocess(), compilerOptions: { runes: true, css: 'injected' } }),
  ],
})
try {
  const { render } = await server.ssrLoadModule('svelte/server')
  const drawn = {}
  for (const game of readdirSync(`${root}/src/games`).toSorted()) {
    let art
    try {
      art = readdirSync(`${root}/src/games/${game}`).includes('art.ts')
    } catch {
      continue // a file, not a folder
    }
    if (!art) continue
    const module = await server.ssrLoadModule(`/src/games/${game}/art.ts`)
    drawn[game] = Object.fromEntries(
      Object.entries(module.art).map(([name, [component, props]]) => {
        const { head, body } = render(component, { props })
        return [name, { markup: body, css: head }]
      }),
    )
  }
  process.stdout.write(JSON.stringify(drawn))
} finally {
  await server.close()
}
