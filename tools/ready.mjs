// Runs on the machine's own Node (18 or newer) with nothing installed: makes the checkout ready, then hands over to the
// pinned Node, or to another one where that does not run (ready/node.mjs). Everything it prints goes to stderr, so that the
// output of a command stays clean.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { print, root } from './ready/folders.mjs'
import { handOver, keepRunning } from './ready/hand-over.mjs'
import { installIfNeeded } from './ready/install.mjs'
import { bundledServer } from './ready/server.mjs'
import { buildWeb, buildWebIfStale } from './ready/web.mjs'

/** @typedef {{ file: string, web?: 'if stale' | 'always', is_bundled?: boolean, run: (file: string, args: string[]) => Promise<number> }} Command */

/** @type {Record<string, Command>} */
const commands = {
  start: { file: 'server/src/main.ts', web: 'if stale', is_bundled: true, run: keepRunning },
  dev: { file: 'tools/dev.mjs', run: keepRunning },
  build: { file: 'web/build/build.ts', web: 'always', run: async () => 0 },
  test: { file: 'tools/test.ts', run: handOver },
  check: { file: 'tools/check.ts', run: handOver },
  e2e: { file: 'tools/e2e.ts', run: handOver },
  bench: { file: 'bench/bench.ts', run: handOver },
  prove: { file: 'bench/prove.ts', run: handOver },
  'db:types': { file: 'tools/db-types.ts', run: handOver },
  docs: { file: 'tools/docs.ts', run: handOver },
  pictures: { file: 'tools/pictures.ts', run: handOver },
  mutate: { file: 'tools/mutate/run.ts', run: handOver },
  architecture: { file: 'tools/architecture/run.ts', run: handOver },
  release: { file: 'tools/release.ts', run: handOver },
  portico: { file: 'server/src/operator/cli.ts', run: handOver },
}

const [name = '', ...args] = process.argv.slice(2)

async function ready() {
  const command = commands[name]
  if (!command) return refuse(`usage: node tools/ready.mjs ${Object.keys(commands).join(' | ')}`)
  if (!existsSync(join(root, command.file))) return refuse(`${name}: ${command.file} does not exist`)
  installIfNeeded()
  if (command.web === 'always') buildWeb()
  if (command.web === 'if stale') buildWebIfStale()
  return command.run(command.is_bundled ? bundledServer() : command.file, args)
}

/** @param {string} line */
function refuse(line) {
  print(line)
  return 2
}

try {
  process.exitCode = await ready()
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
