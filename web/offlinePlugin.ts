/**
 * Builds the service worker's list of files and gives every build a name.
 *
 * The name is a digest of the sources, so that the same sources give the same files; `build.json` tells it to the server,
 * and `__BUILD__` to the page.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const SOURCES = [
  'src',
  'engine',
  'exercises',
  'public',
  'index.html',
  'package.json',
  'vite.config.ts',
  'offlinePlugin.ts',
]
const GAMES = '../src/parlour/games' // the weights of learned players come from the package

const NOT_STORED = /^(sw\.js|build\.json|index\.html)$/ // the page itself is stored as "./"

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}

function digestOfSources(root: string): string {
  const digest = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesIn(join(root, source))) {
      if (/\.test\.ts$/.test(file)) continue
      digest.update(relative(root, file).replaceAll('\\', '/')).update(readFileSync(file))
    }
  }
  for (const file of filesIn(join(root, GAMES))) if (file.endsWith('.weights')) digest.update(readFileSync(file))
  return digest.digest('hex').slice(0, 12)
}

export function offline(root: string): Plugin {
  const build = digestOfSources(root)
  return {
    name: 'offline',
    enforce: 'post',
    config: () => ({
      define: { __BUILD__: JSON.stringify(build) },
      build: {
        rollupOptions: {
          input: { index: join(root, 'index.html'), sw: join(root, 'src/offline/serviceWorker.ts') },
          output: {
            // A browser looks for a new version under the old name.
            entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
          },
        },
      },
    }),
    generateBundle(_, bundle) {
      const publicFiles = filesIn(join(root, 'public')).map((file) =>
        relative(join(root, 'public'), file).replaceAll('\\', '/'),
      )
      const files = [...Object.keys(bundle), ...publicFiles].filter((file) => !NOT_STORED.test(file)).sort()
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') this.error('the service worker was not built')
      worker.code = worker.code.replace(/(["'`])__FILES__\1/, JSON.stringify(files)).replace('__BUILD__', build)
      if (worker.imports.length) this.error('the service worker must be a single file')
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ build }) + '\n' })
    },
  }
}
