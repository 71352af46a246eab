import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { startProblem } from '../start-problem.ts'
import type { Binaries } from './binaries.ts'
import { type ClusterUser, canEnter, canReach } from './cluster-user.ts'

export interface Command {
  file: string
  args: string[]
  options: { cwd: string; env: Record<string, string>; uid?: number; gid?: number }
}

/** Returns the command that starts a database program on this machine. */
export type Launcher = (program: string, args: string[]) => Command

// A clean environment, because PGPORT, PGDATA and friends of the operator's shell must not reach our server.
const options = { cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }

// Reading and passing everywhere is enough where the kernel grants it; containers often grant only the wider one.
const CAPABILITIES = ['dac_read_search', 'dac_override']

export function chooseLauncher(
  user: ClusterUser | undefined,
  binaries: Binaries,
  dataDir: string,
  setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path)),
): Launcher {
  if (!user) return throughDeathSignal(setpriv, {})
  const paths = [binaries.postgres, binaries.initdb, ...binaries.needs]
  if (paths.every((path) => canReach(user, path)) && canEnter(user, dataDir)) return throughDeathSignal(setpriv, user)
  const launcher = CAPABILITIES.map((name) => setpriv && withCapability(setpriv, user, name)).find(
    (candidate) => candidate && works(candidate, binaries.postgres),
  )
  if (launcher) return launcher
  throw startProblem(
    `PostgreSQL does not run as root, and user ${user.uid} who runs it instead cannot pass into ${dataDir} or ${binaries.postgres}` +
      `${setpriv ? '' : ' (setpriv of util-linux would help)'}. Start as another user than root, or move both out of private folders.`,
  )
}

/** Where setpriv exists the database gets a fast shutdown the moment we die, however we die. */
function throughDeathSignal(setpriv: string | undefined, user: Partial<ClusterUser>): Launcher {
  // The signal follows the thread that spawned, and a worker thread may end long before the process.
  if (!setpriv || !isMainThread) return (file, args) => ({ file, args, options: { ...options, ...user } })
  return (program, args) => ({
    file: setpriv,
    args: ['--pdeathsig=INT', '--', program, ...args],
    options: { ...options, ...user },
  })
}

/**
 * Below a private folder (a checkout in /root) the other user would see neither programs nor data, so it keeps this one
 * capability. no_setuid_fixup makes access(2), by which PostgreSQL checks its own files, honour it.
 */
function withCapability(setpriv: string, { uid, gid }: ClusterUser, name: string): Launcher {
  const only = `-all,+${name}`
  const drop = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup']
  const keep = [`--inh-caps=${only}`, `--ambient-caps=${only}`, `--bounding-set=${only}`]
  const death = isMainThread ? ['--pdeathsig=INT'] : []
  return (program, args) => ({ file: setpriv, args: [...drop, ...keep, ...death, '--', program, ...args], options })
}

/** Checked through a shell, because setpriv itself still starts its program with the rights of root. */
function works(launcher: Launcher, postgres: string): boolean {
  const { file, args, options } = launcher('/bin/sh', ['-c', 'exec "$0" --version', postgres])
  return spawnSync(file, args, { ...options, stdio: 'ignore' }).status === 0
}
