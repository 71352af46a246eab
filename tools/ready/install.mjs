import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { hashOf, print, root, seconds } from './folders.mjs'
import { missingParts, thisPlatform } from './native.mjs'
import { chosenNode } from './node.mjs'
import { npm } from './npm.mjs'

/** @typedef {Record<string, import('./native.mjs').Locked & { [kind: string]: unknown }>} Packages */

const manifests = [
  'package.json',
  'contract/package.json',
  'server/package.json',
  'web/package.json',
  'tools/api-client/package.json',
]
const stampFile = join(root, 'node_modules', '.portico-ready')

export function installIfNeeded() {
  const is_known = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()
  if (is_known && missing().length === 0) return
  if (!isInstalled()) install()
  checkNativeParts()
  runInstallScripts()
  chosenNode()
  writeFileSync(stampFile, stamp())
}

/** The platform is part of the mark: a node_modules shared with a container or another machine must be checked again. */
function stamp() {
  return `${hashOf(['package-lock.json', ...manifests])} ${Object.values(thisPlatform()).join(' ')}`
}

/** A manual installation is accepted if it has the packages this platform needs. */
function isInstalled() {
  const installed = readLock('node_modules/.package-lock.json')
  const lock = readLock('package-lock.json')
  if (!installed || !lock || !isLockInSync(lock) || missing().length > 0) return false
  return Object.entries(lock).every(
    ([location, { version, optional, link }]) =>
      !location.startsWith('node_modules/') || optional || link || installed[location]?.version === version,
  )
}

function missing() {
  const lock = readLock('package-lock.json') ?? {}
  return missingParts(lock, thisPlatform(), (location) => existsSync(join(root, location, 'package.json')))
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
  print('installing packages')
  // npm trusts its own record of what is installed and would not notice a missing package.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true })
  // `npm ci` begins by deleting the whole tree, under whatever is running from it: only for an empty one.
  npm(existsSync(join(root, 'node_modules')) ? 'install' : 'ci')
  print(`packages installed (${seconds(since)})`)
}

function checkNativeParts() {
  const parts = missing()
  if (parts.length === 0) return
  throw new Error(`${parts.join(', ')} could not be installed: delete node_modules and start again`)
}

/** Runs the install scripts that npm skipped (npm.mjs), for the packages that package.json allows, on the chosen Node. */
function runInstallScripts() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) }
  for (const name of Object.keys(allowScripts)) {
    const cwd = join(root, 'node_modules', name)
    if (!existsSync(cwd)) continue
    const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))
    const { status, stderr } = spawnSync(scripts.postinstall, { cwd, env, shell: true, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${name} could not be installed: ${stderr.trim()}`)
  }
}
