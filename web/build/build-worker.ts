import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import type { Release } from '../worker/release.ts'

interface Chunk {
  file: string
  isEntry?: boolean
  css?: string[]
  assets?: string[]
  imports?: string[]
}
type Manifest = Record<string, Chunk>

/** The files, besides the entry, that the product needs without a connection. */
const OFFLINE_SOURCES = ['src/shell/shell.tsx', 'src/app/offline.tsx']

/** Builds the offline worker and the one that takes it away again; each is one file and knows what the build made. */
export async function buildWorker(root: string, client: string, messages: Record<string, string>): Promise<void> {
  const manifest: Manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
  const release = releaseOf(manifest, messages)
  for (const [source, file] of [
    ['worker', 'ngsw-worker.js'],
    ['safety-worker', 'safety-worker.js'],
  ])
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { __RELEASE__: JSON.stringify(release) },
      build: {
        outDir: client,
        emptyOutDir: false,
        target: 'es2023',
        rolldownOptions: {
          input: join(root, 'worker', `${source}.ts`),
          output: { format: 'iife', entryFileNames: file },
        },
      },
    })
}

/** The list the worker keeps to. Its id follows from its contents, so the same build is the same release. */
export function releaseOf(manifest: Manifest, messages: Record<string, string>): Release {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('the build has no entry')
  const faces = Object.values(manifest).filter(({ file }) => file.endsWith('.woff2'))
  const files = new Set(faces.map(({ file }) => file))
  for (const source of [entry, ...OFFLINE_SOURCES]) {
    if (!manifest[source]) throw new Error(`${source} is not a chunk of its own`)
    for (const file of filesOf(manifest, source)) files.add(file)
  }
  const listed = {
    entry: `/${manifest[entry]?.file}`,
    core: [...files].map((file) => `/${file}`).sort(),
    languages: Object.entries(messages).map(([language, hash]) => `/assets/i18n/${language}.json?${hash}`),
  }
  const id = createHash('sha256').update(JSON.stringify(listed)).digest('hex').slice(0, 12)
  return { id, ...listed }
}

function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  const { file, css = [], assets = [], imports = [] } = chunk
  return [file, ...css, ...assets, ...imports.flatMap((next) => filesOf(manifest, next, seen))]
}
