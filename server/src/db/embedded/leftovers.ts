import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { bornAt, commandOf, livingPids, signal } from '../process-facts.ts'
import { startProblem } from '../start-problem.ts'

/** Names the cluster in the process list, children included; it follows the folder when that is moved. */
export function clusterTag(pgDir: string): string {
  const { dev, ino } = statSync(pgDir)
  return `portico-${dev.toString(36)}-${ino.toString(36)}`
}

/**
 * After a kill -9 of us the database may still run, after a kill -9 of the database its children and lock files may
 * still be there. Called only by the holder of the data folder, so every process found is unmanaged and ends here.
 */
export async function clearLeftovers(pgDir: string, log: Log) {
  const pidFile = join(pgDir, 'postmaster.pid')
  if (!existsSync(pidFile)) return removeSocket(pgDir)
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  if (isPostmasterOf(pgDir, pid)) {
    log.warn({ pid }, 'stopping the database a killed server left behind')
    await endProcess(pid)
  }
  await endChildren(pgDir)
  rmSync(pidFile, { force: true })
  removeSocket(pgDir)
}

/** Fast shutdown first, then without a checkpoint, then by force; the write-ahead log makes all three safe. */
export async function endProcess(pid: number, timeout_ms = 3000) {
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signal(pid, name)
    if (await isGone(() => bornAt(pid) === undefined, timeout_ms)) return
  }
  throw startProblem(`The database process ${pid} does not end. End it by hand, then start again.`)
}

/** Every living process of the cluster: children carry its tag in their title, the parent among its arguments. */
export function clusterProcesses(pgDir: string): number[] {
  const title = `postgres: ${clusterTag(pgDir)}:`
  return livingPids().filter((pid) => {
    const command = commandOf(pid)
    return (command.startsWith(title) || isPostmasterCommand(command, pgDir)) && bornAt(pid) !== undefined
  })
}

/** Without their parent, children can do nothing but keep the shared memory that a new server must not find in use. */
async function endChildren(pgDir: string) {
  const children = clusterProcesses(pgDir)
  for (const pid of children) signal(pid, 'SIGKILL')
  const left = () => children.filter((pid) => bornAt(pid) !== undefined)
  if (await isGone(() => left().length === 0, 5000)) return
  throw startProblem(`Database processes ${left().join(', ')} do not end. End them by hand, then start again.`)
}

/** A recycled pid must not be mistaken for our database, nor must a manually started database be killed. */
function isPostmasterOf(pgDir: string, pid: number): boolean {
  return pid > 1 && bornAt(pid) !== undefined && isPostmasterCommand(commandOf(pid), pgDir)
}

function isPostmasterCommand(command: string, pgDir: string): boolean {
  const [program = ''] = command.split(' -D ')
  if (basename(program) !== 'postgres') return false
  return `${command} `.includes(` cluster_name=${clusterTag(pgDir)} `) || `${command} `.includes(` ${pgDir} `)
}

function removeSocket(pgDir: string) {
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(pgDir, name), { force: true })
}

async function isGone(check: () => boolean, timeout_ms: number): Promise<boolean> {
  const end = Date.now() + timeout_ms
  while (!check()) {
    if (Date.now() > end) return false
    await sleep(5)
  }
  return true
}
