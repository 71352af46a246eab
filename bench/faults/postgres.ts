// The PostgreSQL that the faults are injected into: the machine's own if it has one (Debian's packages, started as user postgres), else ours. Both
// are started again when they die, as a service manager would.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { signal } from '../../server/src/db/process-facts.ts'
import { freshFolder } from '../run-server.ts'

const DEBIAN = '/usr/lib/postgresql'
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** A database for a stage. */
export interface Served {
  url: string
  admin_url: string
  version: string
  /** Waits for a postmaster with another process id. */
  untilItAnswers(other_than?: number): Promise<void>
  stop(): Promise<void>
}

export interface Postgres extends Served {
  /** Its data folder; PostgreSQL is full when this file system is. */
  folder: string
  postmaster(name: NodeJS.Signals): void
  /** Freezes every process; queries sent before are executed when it resumes. */
  everyProcess(name: 'SIGSTOP' | 'SIGCONT'): void
  pid(): number | undefined
}

/** With a size its data is on a separate file system, which can be filled; undefined if we may not create one. */
export async function startPostgres(size_mb?: number): Promise<Postgres | undefined> {
  const folder = freshFolder()
  const unmount = size_mb === undefined ? () => undefined : mount(folder, size_mb)
  if (!unmount) return undefined
  const bin = machineBin()
  const started = bin ? await startMachines(bin, folder) : await startOurs(folder)
  const pid = () => pidIn(started.cluster)
  return {
    ...started,
    folder,
    pid,
    postmaster: (name) => signal(pid() ?? 0, name),
    everyProcess(name) {
      const parent = pid() ?? 0
      signal(parent, name)
      for (const child of childrenOf(parent)) signal(child, name)
    },
    async untilItAnswers(other_than) {
      while (other_than !== undefined && [undefined, other_than].includes(pid())) await pause(50)
      await untilItAnswers(started.admin_url)
    },
    async stop() {
      await started.stop()
      unmount()
    },
  }
}

export function mount(folder: string, size_mb: number): (() => void) | undefined {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size_mb}m,mode=0711`, 'tmpfs', folder])
  return status === 0 ? () => spawnSync('umount', [folder]) : undefined
}

/** The oldest installed version: what works with it works with newer ones. */
export function machineBin(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync(DEBIAN)) return undefined
  const [oldest] = readdirSync(DEBIAN).sort((a, b) => Number(a) - Number(b))
  return oldest && existsSync(join(DEBIAN, oldest, 'bin/postgres')) ? join(DEBIAN, oldest, 'bin') : undefined
}

async function startOurs(folder: string) {
  const { url, adminUrl: admin_url, stop } = await startEmbedded({ dataDir: folder, log: silent })
  return { url, admin_url, version: 'embedded', cluster: join(folder, 'pg'), stop }
}

async function startMachines(bin: string, folder: string) {
  const cluster = join(folder, 'cluster')
  // Spawned directly: a wrapper process would be stopped with it.
  const { uid, gid } = statSync('/var/lib/postgresql')
  chownSync(folder, uid, gid)
  const input = ['-D', cluster, '-U', 'postgres', '-A', 'trust']
  const made = spawnSync(join(bin, 'initdb'), input, { encoding: 'utf8', uid, gid, cwd: folder })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const settings = { listen_addresses: '', unix_socket_directories: cluster, max_connections: '60', timezone: 'UTC' }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let is_over = false
  const launch = () => {
    const how = { stdio: 'ignore', detached: true, uid, gid, cwd: folder } as const
    const child = spawn(join(bin, 'postgres'), ['-D', cluster, ...flags], how)
    return once(child, 'exit')
  }
  const keeping = (async () => {
    while (!is_over) {
      await launch()
      if (!is_over) await pause(1000)
    }
  })()
  const address = (user: string, database: string) =>
    `postgresql:///${database}?host=${encodeURIComponent(cluster)}&port=5432&user=${user}&sslmode=disable`
  const admin_url = address('postgres', 'postgres')
  await untilItAnswers(admin_url)
  const admin = new pg.Client(admin_url)
  await admin.connect()
  await admin.query('create role portico login createrole')
  await admin.query('create database portico owner portico')
  const { rows } = await admin.query('show server_version')
  await admin.end()
  return {
    url: address('portico', 'portico'),
    admin_url,
    version: String(rows[0].server_version),
    cluster,
    async stop() {
      is_over = true
      signal(pidIn(cluster) ?? 0, 'SIGINT')
      await keeping
    },
  }
}

export function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid, ppid]) => (pid && ppid === parent ? [pid] : []))
}

export function pidIn(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

export async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    const is_there = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (is_there) return
    await pause(100)
  }
  throw new Error('PostgreSQL did not start')
}
