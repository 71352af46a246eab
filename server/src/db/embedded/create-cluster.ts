import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { errorCode, errorText } from '../error-code.ts'
import { startProblem } from '../start-problem.ts'
import type { Binaries } from './binaries.ts'
import type { ClusterUser } from './cluster-user.ts'
import type { Launcher } from './launcher.ts'

const DRAFT = 'pg.draft-'

/** Creates the cluster, or adapts an existing one to its user. */
export async function createCluster(
  dataDir: string,
  pgDir: string,
  binaries: Binaries,
  launcher: Launcher,
  user: ClusterUser | undefined,
) {
  try {
    await createOrAdopt(dataDir, pgDir, binaries, launcher, user)
  } catch (e) {
    if (!errorCode(e)) throw e
    throw startProblem(
      `The database in ${pgDir} cannot be prepared: ${errorText(e)}. Check rights and free space there.`,
    )
  }
}

/** A new one is made aside and renamed when complete, so that a killed first start leaves no half of one. */
async function createOrAdopt(
  dataDir: string,
  pgDir: string,
  binaries: Binaries,
  launcher: Launcher,
  user: ClusterUser | undefined,
) {
  for (const name of readdirSync(dataDir)) if (name.startsWith(DRAFT)) remove(join(dataDir, name))
  if (existsSync(join(pgDir, 'PG_VERSION'))) return adopt(pgDir, binaries, user)
  if (existsSync(pgDir) && readdirSync(pgDir).length > 0) {
    throw startProblem(`${pgDir} holds files but no PostgreSQL database. Move it away, or choose another DATA_DIR.`)
  }
  const draft = mkdtempSync(join(dataDir, DRAFT))
  if (user) chownSync(draft, user.uid, user.gid)
  await initdb(draft, binaries, launcher)
  renameSync(draft, pgDir)
}

/** A restored backup often comes with root as owner and open folders, both of which PostgreSQL refuses. */
function adopt(pgDir: string, { major }: Binaries, user: ClusterUser | undefined) {
  const found = readFileSync(join(pgDir, 'PG_VERSION'), 'utf8').trim()
  if (found !== String(major)) {
    throw startProblem(
      `${pgDir} was written by PostgreSQL ${found}, and this Portico brings PostgreSQL ${major}. ` +
        `Start the Portico version that wrote it and move the data with a dump, or choose another DATA_DIR.`,
    )
  }
  if (user && statSync(pgDir).uid !== user.uid) giveTo(user, pgDir)
  chmodSync(pgDir, 0o700)
}

function giveTo({ uid, gid }: ClusterUser, folder: string) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), uid, gid)
  chownSync(folder, uid, gid)
}

async function initdb(folder: string, binaries: Binaries, launcher: Launcher) {
  const { file, args, options } = launcher(binaries.initdb, [
    `--pgdata=${folder}`,
    '--username=postgres',
    // Only users with rights on the files themselves can enter the folder of the socket.
    '--auth=trust',
    '--encoding=UTF8',
    // The built-in provider sorts alike on every system, so indexes survive a move to another machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ])
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const messages: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => messages.push(text))
  const [code] = await once(child, 'close').catch((e: Error) => [e.message])
  if (code === 0) return
  remove(folder)
  throw initdbProblem(messages.join(''), code)
}

function initdbProblem(message: string, code: unknown): Error {
  if (message.includes('could not look up effective user ID')) {
    return startProblem(
      `PostgreSQL runs only as a user with a name, and user ${process.getuid?.()} has none in /etc/passwd. ` +
        'Start as another user, or set DATABASE_URL.',
    )
  }
  const lines = message.trim().split('\n')
  const line = lines.find((text) => /(error|FATAL|could not)/.test(text)) ?? lines.at(-1)
  return startProblem(
    `PostgreSQL could not create its database: ${line || `initdb ended with ${code}`}. Check rights and free space in DATA_DIR.`,
  )
}

function remove(folder: string) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}
