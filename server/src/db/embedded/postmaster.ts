import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { startProblem } from '../start-problem.ts'
import type { Launcher } from './launcher.ts'
import { clusterTag, endProcess } from './leftovers.ts'

export interface Postmaster {
  pid: number | undefined
  /** Settles with the reason of its end. */
  ended: Promise<string>
  hasEnded(): boolean
  output(): string
}

const SETTINGS = {
  listen_addresses: '',
  // Relative to the cluster's own 0700 folder: no quoting, no length limit, no second folder to protect.
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  port: '5432',
  shared_buffers: '64MB',
  max_connections: '60',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  logging_collector: 'on',
  log_directory: 'log',
  // One file per weekday, overwritten a week later, bounds the log.
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
}
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
const THROW_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export function spawnPostmaster(pgDir: string, postgres: string, launcher: Launcher, isDurable: boolean): Postmaster {
  const settings = { ...SETTINGS, ...(isDurable ? DURABLE : THROW_AWAY), cluster_name: clusterTag(pgDir) }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, options } = launcher(postgres, ['-D', pgDir, ...flags])
  // A session of its own, so that Ctrl-C in the terminal reaches only us and requests end before the database does.
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  let message = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    message = (message + text).slice(-8000)
  })
  let end: string | undefined
  const ended = new Promise<string>((resolve) => {
    child.once('error', (e) => resolve(e.message))
    child.once('exit', (code, signalName) => resolve(signalName ?? `exit code ${code}`))
  }).then((reason) => {
    end = reason
    return reason
  })
  return { pid: child.pid, ended, hasEnded: () => end !== undefined, output: () => message }
}

/** Ready when the server's own lock file states it, which is what pg_ctl waits for too. */
export async function untilReady(postmaster: Postmaster, pgDir: string, log: Log) {
  const started = Date.now()
  let nextWord_ms = 5000
  while (!isReady(postmaster, pgDir)) {
    if (postmaster.hasEnded()) throw await startFailure(postmaster, pgDir)
    if (Date.now() - started > nextWord_ms) {
      log.warn({ seconds: nextWord_ms / 1000 }, 'database is still recovering after a crash')
      nextWord_ms += 5000
    }
    await sleep(5)
  }
}

function isReady({ pid }: Postmaster, pgDir: string): boolean {
  const lines = read(join(pgDir, 'postmaster.pid')).split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

async function startFailure(postmaster: Postmaster, pgDir: string): Promise<Error> {
  const reason = await postmaster.ended
  const file = read(join(pgDir, 'current_logfiles')).match(/^stderr (.+)$/m)?.[1]
  const lines = [
    ...read(join(pgDir, file ?? 'log'))
      .split('\n')
      .slice(-50),
    ...postmaster.output().split('\n'),
  ]
  const fatal = lines.filter((line) => /(FATAL|PANIC|error while loading)/.test(line)).at(-1)
  const text = fatal?.replace(/^.*?(FATAL|PANIC): +/, '') ?? postmaster.output().trim().split('\n').at(-1)
  return startProblem(`PostgreSQL in ${pgDir} did not start: ${text || reason}. Its log is in ${join(pgDir, 'log')}.`)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Fast shutdown waits for no client and loses no commit; after ten seconds it is killed. */
export async function stopPostmaster(postmaster: Postmaster) {
  if (!postmaster.pid || postmaster.hasEnded()) return
  await endProcess(postmaster.pid, 10_000)
  await postmaster.ended
}
