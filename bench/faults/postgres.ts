// The PostgreSQL under the faults: the machine's own where there is one (Debian's packages, started as user postgres), else ours. Both
// are started again when they die, as a service manager would.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded.ts'
import { signal } from '../../server/src/db/process-facts.ts'
import { freshFolder } from '../run-server.ts'

const DEBIAN = '/usr/lib/postgresql'
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export interface Postgres {
  url: string
  admin_url: string
  version: string
  /** Where its files are; it is full when that is. */
  folder: string
  postmaster(name: NodeJS.Signals): void
  stop(): Promise<void>
}

/** With a size it lies on a file system of its own, which can be filled; undefined where that may not be made. */
export async function startPostgres(size_mb?: number): Promise<Postgres | undefined> {
  const folder = freshFolder()
  const unmount = size_mb === undefined ? () => undefined : mount(folder, size_mb)
  if (!unmount) return undefined
  const bin = machineBin()
  const started = bin ? await startMachines(bin, folder) : await startOurs(folder)
  return {
    ...started,
    folder,
    postmaster: (name) =>
      signal(Number.parseInt(readFileSync(join(started.cluster, 'postmaster.pid'), 'utf8'), 10), name),
    async stop() {
      await started.stop()
      unmount()
    },
  }
}

function mount(folder: string, size_mb: number): (() => void) | undefined {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size_mb}m,mode=0711`, 'tmpfs', folder])
  return status === 0 ? () => spawnSync('umount', [folder]) : undefined
}

/** The oldest there is: what works with it works with newer ones. */
function machineBin(): string | undefined {
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
  const as = (program: string, ...args: string[]) => ['-u', 'postgres', '--', join(bin, program), ...args]
  const { uid, gid } = ownerOf('/var/lib/postgresql')
  chownSync(folder, uid, gid)
  const made = spawnSync('runuser', as('initdb', '-D', cluster, '-U', 'postgres', '-A', 'trust'), { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const settings = { listen_addresses: '', unix_socket_directories: cluster, max_connections: '60', timezone: 'UTC' }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let is_over = false
  const launch = () => {
    const child = spawn('runuser', as('postgres', '-D', cluster, ...flags), { stdio: 'ignore', detached: true })
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
      signal(Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10), 'SIGINT')
      await keeping
    },
  }
}

async function untilItAnswers(url: string): Promise<void> {
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

function ownerOf(path: string) {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}
