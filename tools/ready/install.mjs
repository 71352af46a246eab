import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { hashOf, pinnedNode, root, say, seconds } from './place.mjs'

const manifests = ['package.json', 'contract/package.json', 'server/package.json', 'web/package.json']
const stampFile = join(root, 'node_modules', '.portico-ready')
// Also with NODE_ENV=production: the pinned Node and Vite are development packages, and the first start needs both.
// One quick retry: without a network npm would otherwise be silent for minutes.
const retry = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=1000']
const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...retry]

export function installIfNeeded() {
  const wanted = hashOf(['package-lock.json', ...manifests])
  if (existsSync(stampFile) && existsSync(pinnedNode) && readFileSync(stampFile, 'utf8') === wanted) return
  if (!isInstalled()) install()
  ensurePinnedNode()
  writeFileSync(stampFile, hashOf(['package-lock.json', ...manifests]))
}

/** A tree that someone installed by hand is taken as it is. */
function isInstalled() {
  const installed = readLock('node_modules/.package-lock.json')
  const lock = readLock('package-lock.json')
  if (!installed || !lock || !isLockInSync(lock)) return false
  return Object.entries(lock).every(
    ([place, { version, optional, link }]) =>
      !place.startsWith('node_modules/') || optional || link || installed[place]?.version === version,
  )
}

/** @param {NonNullable<ReturnType<typeof readLock>>} lock */
function isLockInSync(lock) {
  return manifests.every((file) => {
    const manifest = JSON.parse(readFileSync(join(root, file), 'utf8'))
    const locked = lock[file.replace(/\/?package\.json$/, '')] ?? {}
    return ['dependencies', 'devDependencies', 'optionalDependencies'].every(
      (kind) => sorted(manifest[kind]) === sorted(locked[kind]),
    )
  })
}

/** @param {unknown} dependencies */
function sorted(dependencies) {
  return JSON.stringify(Object.entries(dependencies ?? {}).sort())
}

/** @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, link?: boolean, [kind: string]: unknown }> | undefined} */
function readLock(file) {
  if (!existsSync(join(root, file))) return undefined
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
}

function install() {
  const since = performance.now()
  say('installing packages')
  // `npm ci` begins by deleting the whole tree, under whatever is running from it: only for an empty one.
  const command = existsSync(join(root, 'node_modules')) ? 'install' : 'ci'
  if (npm(command) !== 'done') {
    throw new Error('the packages could not be installed; the first start needs the network (registry.npmjs.org)')
  }
  say(`packages installed (${seconds(since)})`)
}

/** @param {'ci' | 'install'} command @returns {'done' | 'failed'} */
function npm(command) {
  // Without our own bin folder on the PATH: npm must not run on the Node it is about to replace.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root))
  const env = { ...process.env, PATH: path.join(delimiter) }
  const run = spawnSync('npm', [command, ...flags], { cwd: root, env, encoding: 'utf8' })
  if (run.status === 0) return 'done'
  if (command === 'ci' && run.stderr?.includes('EUSAGE')) {
    say('npm ci refuses package-lock.json as incomplete: running npm install')
    return npm('install')
  }
  say(run.error?.message ?? run.stderr.split('\n').slice(0, 6).join('\n'))
  return 'failed'
}

/** The `node` package fetches the binary of the platform in an install script, which npm may have been told to skip. */
function ensurePinnedNode() {
  if (runs()) return
  const folder = join(root, 'node_modules', 'node')
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, stdio: ['ignore', 'ignore', 2] })
  if (runs()) return
  throw new Error(
    `the pinned Node does not run (${pinnedNode}); it is fetched from registry.npmjs.org for this platform`,
  )
}

function runs() {
  return spawnSync(pinnedNode, ['--version']).status === 0
}
