import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { keepBudgets } from './budgets.ts'
import { buildWorker } from './build-worker.ts'
import { compileMessages } from './compile-messages.ts'
import { compressFiles } from './compress.ts'
import { keepReleases } from './keep-releases.ts'
import { setMapsAside } from './set-maps-aside.ts'

/**
 * The whole web build: the page, the function that draws public pages on the server, the translations, the worker.
 * `--out` another folder than dist · `--after` the build whose files are kept beside the new ones; the one in `out` by itself.
 */
const root = resolve(import.meta.dirname, '..')
const { values } = parseArgs({ options: { out: { type: 'string' }, after: { type: 'string' } } })
const dist = resolve(values.out ?? join(root, 'dist'))
const shared = { root, configFile: resolve(root, 'vite.config.ts'), logLevel: 'warn' as const }
const workshop = resolve(root, '../.cache')

mkdirSync(workshop, { recursive: true })
// Built aside and put in place at the end: a server that runs from here goes on finding its files.
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
  setMapsAside(client, join(next, 'maps'))
  compressFiles(join(client, 'assets'))
  keepReleases(resolve(values.after ?? dist), next, new Date())
  rmSync(dist, { recursive: true, force: true })
  cpSync(next, dist, { recursive: true })
} finally {
  rmSync(next, { recursive: true, force: true })
}
