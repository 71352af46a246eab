import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errorCode, errorText } from '../error-code.ts'
import { takeLock } from '../lock.ts'
import type { Log } from '../log.ts'
import { startProblem } from '../start-problem.ts'

export interface DataDir {
  path: string
  release(): void
}

const LOCK = 'lock'
const PRIVATE_FOLDERS = ['cache', 'databases', 'exports', 'outbox']
const PRIVATE_FILES = ['secret', 'operator.json']

/** Creates the folder when missing and locks it for this process until `release()` or death. */
export function openDataDir(path: string, log: Log): DataDir {
  const wanted = resolve(path)
  try {
    create(wanted, log)
    const real = realpathSync(wanted)
    const lock = takeLock(join(real, LOCK))
    if ('heldBy' in lock) throw inUse(wanted, lock.heldBy)
    removeDrafts(real)
    closeToOthers(real)
    return { path: real, release: lock.release }
  } catch (e) {
    throw explain(wanted, e)
  }
}

function create(path: string, log: Log) {
  if (!makeFolder(path)) return
  // Started as root, the database runs as another user, who must pass through this folder but not list it.
  chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
  log.info({ path }, 'data folder created')
}

/** Node's own recursive mkdir reports ENOENT on a read-only file system, which would mislead the operator. */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (e) {
    if (errorCode(e) === 'EEXIST' && statSync(path).isDirectory()) return false
    if (errorCode(e) !== 'ENOENT' || dirname(path) === path) throw e
    makeFolder(dirname(path))
    mkdirSync(path, { mode: 0o700 })
    return true
  }
}

/**
 * Closes files that an earlier version, a restore or a copy left readable for other users of the machine. Only our own
 * names are touched, and a mode only another user may change stays. The folder itself keeps its x: the database may run
 * as another user.
 */
function closeToOthers(path: string) {
  const modes = [
    ...PRIVATE_FOLDERS.map((name) => ({ at: join(path, name), mode: 0o700 })),
    ...PRIVATE_FILES.map((name) => ({ at: join(path, name), mode: 0o600 })),
    { at: path, mode: 0o711 },
  ]
  for (const { at, mode } of modes) {
    const found = lstatSync(at, { throwIfNoEntry: false })
    const is_ours = found && !found.isSymbolicLink() && found.uid === process.getuid?.()
    if (is_ours && (found.mode & 0o777 & ~mode) !== 0) chmodSync(at, found.mode & mode)
  }
}

/** A process killed between writing and linking its lock leaves a draft that only this removes. */
function removeDrafts(path: string) {
  for (const name of readdirSync(path)) {
    if (/^lock(\.takeover)*\.[0-9a-f-]{36}$/.test(name)) rmSync(join(path, name), { force: true })
  }
}

function inUse(path: string, pid: number): Error {
  if (pid === process.pid) return startProblem(`DATA_DIR ${path} is already open in this process (${pid}).`)
  return startProblem(
    `DATA_DIR ${path} is in use by process ${pid}. Stop that process, or start this one with another DATA_DIR.`,
  )
}

function explain(path: string, e: unknown): unknown {
  switch (errorCode(e)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return startProblem(`DATA_DIR ${path} is not a folder, or a file blocks its path. Point it at a folder.`)
    case 'EROFS':
      return startProblem(
        `DATA_DIR ${path} is on a read-only file system. Mount it writable, or choose another folder.`,
      )
    case 'EACCES':
    case 'EPERM':
      return startProblem(`DATA_DIR ${path} is not writable for this user. Change its owner, or choose another folder.`)
    case 'ENOSPC':
    case 'EDQUOT':
      return startProblem(`DATA_DIR ${path} is on a full disk. Free some space, or choose another folder.`)
    case undefined:
      return e
    default:
      return startProblem(`DATA_DIR ${path} cannot be used: ${errorText(e)}. Choose another folder.`)
  }
}
