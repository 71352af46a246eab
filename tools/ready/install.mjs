import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { missingParts, thisPlatform } from './native.mjs'
import { hashOf, pinnedNode, root, say, seconds } from './place.mjs'

/** @typedef {Record<string, import('./native.mjs').Locked & { [kind: string]: unknown }>} Packages */

const manifests = ['package.json', 'contract/package.json', 'server/package.json', 'web/package.json']
const stampFile = join(root, 'node_modules', '.portico-ready')
// Also with NODE_ENV=production or `omit=optional` in an npmrc: Vite is a development package, every native part an
// optional one, and the first start needs them. One quick retry: without a network npm would be silent for minutes.
const retry = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=1000']
const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error', ...retry]

export function installIfNeeded() {
  const is_known = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()
  if (is_known && existsSync(pinnedNode) && missing().length === 0) return
  if (!isInstalled()) install()
  checkNativeParts()
  checkNode()
  writeFileSync(stampFile, stamp())
}

/** The platform is part of it: a tree that a container or another machine shares must be looked at again. */
function stamp() {
  return `${hashOf(['package-lock.json', ...manifests])} ${Object.values(thisPlatform()).join(' ')}`
}

/** A tree that someone installed by hand is taken as it is, if it has what this platform needs. */
function isInstalled() {
  const installed = readLock('node_modules/.package-lock.json')
  const lock = readLock('package-lock.json')
  if (!installed || !lock || !isLockInSync(lock) || missing().length > 0) return false
  return Object.entries(lock).every(
    ([place, { version, optional, link }]) =>
      !place.startsWith('node_modules/') || optional || link || installed[place]?.version === version,
  )
}

function missing() {
  const lock = readLock('package-lock.json') ?? {}
  return missingParts(lock, thisPlatform(), (place) => existsSync(join(root, place, 'package.json')))
}

/** @param {Packages} lock */
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

/** @param {string} file @returns {Packages | undefined} */
function readLock(file) {
  if (!existsSync(join(root, file))) return undefined
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
}

function install() {
  const since = performance.now()
  say('installing packages')
  // npm trusts its own note of what is installed and would never look for a part that is gone.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true })
  // `npm ci` begins by deleting the whole tree, under whatever is running from it: only for an empty one.
  npm(existsSync(join(root, 'node_modules')) ? 'install' : 'ci')
  say(`packages installed (${seconds(since)})`)
}

/** @param {'ci' | 'install'} command */
function npm(command) {
  // Without our own bin folder on the PATH: npm must not run on the Node it is about to replace.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root))
  const env = { ...process.env, PATH: path.join(delimiter) }
  const run = spawnSync('npm', [command, ...flags], { cwd: root, env, encoding: 'utf8' })
  if (run.status === 0) return
  say(run.error?.message ?? run.stderr.split('\n').slice(0, 6).join('\n'))
  throw new Error(
    'the packages could not be installed; the first start needs the npm registry (npm config get registry)',
  )
}

function checkNativeParts() {
  const parts = missing()
  if (parts.length === 0) return
  throw new Error(`${parts.join(', ')} could not be installed: delete node_modules and start again`)
}

function checkNode() {
  const { status, stdout } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  if (status === 0 && Number.parseInt(stdout.slice(1), 10) >= 24) return
  const { os, cpu } = thisPlatform()
  throw new Error(`npm has no Node that runs on this machine (${os} ${cpu}): install Node 24 or newer and start again`)
}
