/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { offline } from './offlinePlugin'
import { devDependencies } from './package.json'

/** `make play` installs no packages for tests and linters. A page that needs one is refused where they are installed too. */
const lean: Plugin = {
  name: 'lean',
  apply: 'build',
  enforce: 'pre',
  resolveId(id) {
    const needed = Object.keys(devDependencies).find((name) => id === name || id.startsWith(`${name}/`))
    if (needed) this.error(`the page imports ${needed}, which is missing where people only play`)
  },
}

export default defineConfig({
  plugins: [lean, svelte(), offline(fileURLToPath(new URL('.', import.meta.url)))],
  base: './', // the page works under any path
  build: {
    outDir: '../src/parlour/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the security policy allows no data: fonts or scripts
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' }, // so that a worker loads only the game it needs
  server: {
    fs: { allow: ['..'] }, // the weights of learned players are files of the Python package
    proxy: {
      '/api': 'http://localhost:8765',
      '/ws': { target: 'ws://localhost:8765', ws: true },
    },
  },
  // Test files share the modules they import: to load them again for each file takes as long as the tests.
  // In `make test` others have the machine first, so a test may take its time.
  test: { include: ['src/**/*.test.ts'], isolate: false, testTimeout: 120_000, hookTimeout: 120_000 },
  // Runes are tested as they run in a browser.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
})
