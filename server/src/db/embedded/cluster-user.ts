import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from '../error-code.ts'
import { startProblem } from '../start-problem.ts'

export interface ClusterUser {
  uid: number
  gid: number
}

/** PostgreSQL refuses root, so as root it runs as the owner of its files, or as a user made for such things. */
export function clusterUser(pgDir: string): ClusterUser | undefined {
  const owner = ownerOf(pgDir)
  const uid = process.getuid?.()
  if (uid === undefined) return undefined
  if (uid !== 0) {
    if (!owner || owner.uid === uid) return undefined
    throw startProblem(`${pgDir} belongs to user ${owner.uid}. Start as that user, or give the folder to this one.`)
  }
  if (owner && owner.uid !== 0) return owner
  const user = named('postgres') ?? named('nobody')
  if (user) return user
  throw startProblem(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it. ' +
      'Start as another user, add one of them, or set DATABASE_URL.',
  )
}

/**
 * True where mode bits let the user read the path and pass every folder above it; an ACL may allow more, never less.
 */
export function canReach(user: ClusterUser, path: string): boolean {
  return allows(user, statSync(path)) && canEnter(user, dirname(path))
}

export function canEnter(user: ClusterUser, folder: string): boolean {
  const parent = dirname(folder)
  return allowsEntry(user, statSync(folder)) && (parent === folder || canEnter(user, parent))
}

/** A folder must be entered, a program run and a file read; only programs that are readable too are checked. */
function allows(user: ClusterUser, stats: Stats): boolean {
  const wanted = stats.isDirectory() || stats.mode & 0o111 ? 0o5 : 0o4
  return (bitsFor(user, stats) & wanted) === wanted
}

function allowsEntry(user: ClusterUser, stats: Stats): boolean {
  return (bitsFor(user, stats) & 0o1) !== 0
}

function bitsFor(user: ClusterUser, { uid, gid, mode }: Stats): number {
  if (uid === user.uid) return (mode >> 6) & 0o7
  if (gid === user.gid) return (mode >> 3) & 0o7
  return mode & 0o7
}

function ownerOf(path: string): ClusterUser | undefined {
  try {
    const { uid, gid } = statSync(path)
    return { uid, gid }
  } catch (e) {
    if (errorCode(e) === 'ENOENT') return undefined
    throw e
  }
}

function named(name: string): ClusterUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = (line ?? '').split(':').map(Number)
  return uid && gid && uid > 0 && gid > 0 ? { uid, gid } : undefined
}
