import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type OutputAsset, type OutputChunk, rolldown } from 'rolldown'
import { inTree, type Locations, locationsOfFiles } from './file-locations.ts'

/** What must be found as a package: native code, and what reads files beside itself. The last are tried and not needed. */
const OUTSIDE = [/^@node-rs\/argon2$/, /^pdfkit$/, /^pg-native$/]

export interface BundledFile {
  name: string
  /** What is in it, ours and that of packages. */
  sources: string[]
  /** What is read with it: other files, and packages that stay outside. */
  imports: string[]
}

const BEGINNINGS = { 'server.js': 'main.js', 'cli.js': 'command.js' }

/**
 * The server, its command line and its worker in few files. What is imported when it is wanted is in files of its own.
 */
export async function bundleServer(places: Locations): Promise<BundledFile[]> {
  const bundle = await rolldown({
    cwd: places.root,
    input: {
      main: 'server/src/main.ts',
      command: 'server/src/operator/cli.ts',
      'generate-worker': 'server/src/databases/generate-worker.ts',
    },
    platform: 'node',
    external: OUTSIDE,
    plugins: [locationsOfFiles(places)],
  })
  const { output } = await bundle.write({
    dir: places.out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // A stack names our files as the tree has them, also where their sources are not.
    sourcemapPathTransform: (source, map) => inTree(places, resolve(map, '..', source)),
  })
  await bundle.close()
  for (const [name, file] of Object.entries(BEGINNINGS)) writeFileSync(join(places.out, name), beginning(file))
  return output.flatMap(asFile)
}

/** Maps are read from here on. With Node's own switch the log library would have all of them decoded at each start. */
function beginning(file: string): string {
  return `import { setSourceMapsSupport } from 'node:module'
setSourceMapsSupport(true)
await import('./${file}')
`
}

/** Draws public pages; made by the web build, which leaves its packages outside. */
export async function bundleRenderer(root: string, out: string): Promise<BundledFile[]> {
  const bundle = await rolldown({
    cwd: root,
    input: { render: 'web/dist/server/render.js' },
    platform: 'node',
    // Marks for frameworks that draw parts of a page elsewhere.
    checks: { moduleLevelDirective: false },
  })
  const { output } = await bundle.write({ dir: out, format: 'esm', entryFileNames: '[name].js' })
  await bundle.close()
  return output.flatMap(asFile)
}

function asFile(file: OutputChunk | OutputAsset): BundledFile[] {
  return file.type === 'chunk' ? [{ name: file.fileName, sources: file.moduleIds, imports: file.imports }] : []
}
