import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { keepBudgets } from './budgets.ts'
import { buildConsole } from './build-console.ts'
import { buildWorker } from './build-worker.ts'
import { compileMessages } from './compile-messages.ts'
import { compressFiles } from './compress.ts'
import { keepReleases } from './keep-releases.ts'
import { setMapsAside } from './set-maps-aside.ts'

/**
 * The whole web build: the page, the function that draws public pages on the server, the translations and the worker.
 * `--out` is another folder than dist. `--after` is the build whose files are stored beside the new ones; by default
 * the one in `out`.
 */
const root = resolve(import.meta.dirname, '..')
const { values } = parseArgs({ options: { out: { type: 'string' }, after: { type: 'string' } } })
const dist = resolve(values.out ?? join(root, 'dist'))
const shared = { root, configFile: resolve(root, 'vite.config.ts'), logLevel: 'warn' as const }
const workshop = resolve(root, '../.cache')

mkdirSync(workshop, { recursive: true })
// The build is made in a temporary folder and moved at the end, so that a running server always finds its files.
const next = mkdtempSync(join(workshop, 'web-'))
try {
  const client = join(next, 'client')
  await build({
    ...shared,
    build: { outDir: client, emptyOutDir: true, manifest: true, rolldownOptions: { input: 'src/main.tsx' } },
  })
  keepBudgets(client)
  await build({
    ...shared,
    publicDir: false,
    build: { outDir: join(next, 'server'), emptyOutDir: true, ssr: 'src/render.tsx', sourcemap: false },
  })
  const hashes = compileMessages(resolve(root, 'i18n'), join(client, 'assets/i18n'))
  writeFileSync(join(next, 'messages.json'), JSON.stringify(hashes))
  await buildWorker(root, client, hashes)
  const ownHashes = await buildConsole(shared, client, resolve(root, 'i18n'))
  writeFileSync(join(next, 'operator-messages.json'), JSON.stringify(ownHashes))
  setMapsAside(client, join(next, 'maps'))
  compressFiles(join(client, 'assets'))
  keepReleases(resolve(values.after ?? dist), next, new Date())
  rmSync(dist, { recursive: true, force: true })
  cpSync(next, dist, { recursive: true })
} finally {
  rmSync(next, { recursive: true, force: true })
}
