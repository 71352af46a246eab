import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type OutputAsset, type OutputChunk, rolldown } from 'rolldown'
import { inTree, type Locations, locationsOfFiles } from './file-locations.ts'

/** Packages that stay external: native code, and pdfkit, which reads files beside itself. pg-native is optional. */
const EXTERNAL = [/^@node-rs\/argon2$/, /^pdfkit$/, /^pg-native$/]

export interface BundledFile {
  name: string
  /** Modules in this file, our own and those of packages. */
  sources: string[]
  /** Other files and external packages that it imports. */
  imports: string[]
}

const ENTRY_FILES = { 'server.js': 'main.js', 'cli.js': 'command.js' }

/**
 * Bundles the server, its command line and its worker into few files. Dynamic imports become files of their own.
 */
export async function bundleServer(locations: Locations): Promise<BundledFile[]> {
  const bundle = await rolldown({
    cwd: locations.root,
    input: {
      main: 'server/src/main.ts',
      command: 'server/src/operator/cli.ts',
      'generate-worker': 'server/src/databases/generate-worker.ts',
      'check-worker': 'server/src/uploads/check-worker.ts',
    },
    platform: 'node',
    external: EXTERNAL,
    plugins: [locationsOfFiles(locations)],
  })
  const { output } = await bundle.write({
    dir: locations.out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Stack traces name our files by their path in the repository, also where the sources are not installed.
    sourcemapPathTransform: (source, map) => inTree(locations, resolve(map, '..', source)),
  })
  await bundle.close()
  for (const [name, file] of Object.entries(ENTRY_FILES)) writeFileSync(join(locations.out, name), entryFile(file))
  return output.flatMap(asFile)
}

/** Turns source maps on in the entry file: with Node's own switch the log library would decode all of them at start. */
function entryFile(file: string): string {
  return `import { setSourceMapsSupport } from 'node:module'
setSourceMapsSupport(true)
await import('./${file}')
`
}

/** Bundles the renderer of public pages, whose packages the web build leaves external. */
export async function bundleRenderer(root: string, out: string): Promise<BundledFile[]> {
  const bundle = await rolldown({
    cwd: root,
    input: { render: 'web/dist/server/render.js' },
    platform: 'node',
    // 'use client' directives of packages mean nothing here.
    checks: { moduleLevelDirective: false },
  })
  const { output } = await bundle.write({ dir: out, format: 'esm', entryFileNames: '[name].js' })
  await bundle.close()
  return output.flatMap(asFile)
}

function asFile(file: OutputChunk | OutputAsset): BundledFile[] {
  return file.type === 'chunk' ? [{ name: file.fileName, sources: file.moduleIds, imports: file.imports }] : []
}
