// One node of the cluster: Patroni with its PostgreSQL by deploy/ha/patroni.yml, its relays and its disk.
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'
import { signal } from '../../server/src/db/process-facts.ts'
import { openRelay, type Relay } from '../../server/src/testing/db/relay.ts'
import { root } from '../../tools/ready/folders.mjs'
import { freshFolder } from '../run-server.ts'
import { childrenOf, mount, pidIn } from './postgres.ts'

const NODE_MB = 600
const RESTARTED_AFTER_MS = 1000
export const PASSWORDS = { SUPERUSER: 'superuser', REPLICATOR: 'replicator', REWINDER: 'rewinder' }

export interface Node {
  name: string
  /** Where its data lives; the file system is its own if this machine lets us create one. */
  folder: string
  has_own_disk: boolean
  /** Patroni and every process of its PostgreSQL; a killed node is started again by `start`. */
  signal(name: NodeJS.Signals): void
  start(): void
  /** Nothing reaches the node or leaves it, and no connection is closed. */
  cut(is_cut: boolean): void
  rest(path: string, body?: unknown): Promise<Response>
  stop(): Promise<void>
}

export const settingsOf = (file: string) => {
  let text = readFileSync(join(root, 'deploy/ha', file), 'utf8')
  for (const [name, value] of Object.entries(PASSWORDS)) text = text.replaceAll(`CHANGE-ME-${name}`, value)
  return text
}
/** Below the range from which the machine gives ports to connections and relays: one of those could take it before the program starts. */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    const probe = createServer()
    const is_free = await new Promise((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (is_free) return port
  }
}
const relayTo = (port: number) => openRelay(`postgresql://127.0.0.1:${port}/x`)

/** Runs a program as the user of PostgreSQL with its output in a file. */
export function run(folder: string, name: string, [program = '', ...args]: string[]): ChildProcess {
  const { uid, gid } = statSync('/var/lib/postgresql')
  const out = openSync(join(folder, `${name}.log`), 'a')
  return spawn(program, args, { cwd: folder, uid, gid, stdio: ['ignore', out, out], detached: true })
}

export function ownedFolder(folder: string): string {
  const { uid, gid } = statSync('/var/lib/postgresql')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, uid, gid)
  return folder
}

export async function openNode(
  name: string,
  etcd_ports: number[],
  bin: string,
): Promise<Node & { ports: { pg: number; rest: number } }> {
  const folder = freshFolder()
  const unmount = mount(folder, NODE_MB)
  ownedFolder(folder)
  const [pg_port, rest_port] = [await ownPort(), await ownPort()]
  const relays: Relay[] = await Promise.all([pg_port, rest_port, ...etcd_ports].map(relayTo))
  const [pg_public = 0, rest_public = 0, ...etcd] = relays.map(({ port }) => port)
  const settings = parse(settingsOf('patroni.yml'))
  const data_dir = join(folder, 'data')
  const logs = ownedFolder(freshFolder())
  Object.assign(settings, { name, watchdog: { mode: 'off' } })
  settings.restapi = { listen: `127.0.0.1:${rest_port}`, connect_address: `127.0.0.1:${rest_public}` }
  // Otherwise Patroni learns the members' own addresses from etcd and passes by the relays.
  settings.etcd = { hosts: etcd.map((port) => `127.0.0.1:${port}`).join(','), use_proxies: true }
  Object.assign(settings.postgresql, {
    listen: `127.0.0.1:${pg_port}`,
    connect_address: `127.0.0.1:${pg_public}`,
    data_dir,
    bin_dir: bin,
    pgpass: join(logs, 'pgpass'),
    pg_hba: settings.postgresql.pg_hba.map((line: string) => line.replace('10.0.0.0/24', '127.0.0.1/32')),
  })
  // Small enough for a file system that is to be filled.
  const small = { shared_buffers: '32MB', max_wal_size: '96MB', min_wal_size: '32MB', max_slot_wal_keep_size: '128MB' }
  Object.assign(settings.bootstrap.dcs.postgresql.parameters, small)
  settings.postgresql.parameters.unix_socket_directories = folder
  const file = join(logs, 'patroni.yml')
  writeFileSync(file, JSON.stringify(settings))
  let patroni: ChildProcess | undefined
  let is_down = true
  const processes = () => {
    const postmaster = pidIn(data_dir)
    const own = postmaster && isPostgres(postmaster) ? [postmaster, ...childrenOf(postmaster)] : []
    return [patroni?.pid ?? 0, ...own].filter((pid) => pid > 0)
  }
  const node = {
    name,
    folder,
    has_own_disk: unmount !== undefined,
    ports: { pg: pg_public, rest: rest_public },
    signal(one: NodeJS.Signals) {
      if (one === 'SIGKILL') is_down = true
      for (const pid of processes()) signal(pid, one)
    },
    start() {
      is_down = false
      patroni = run(logs, 'patroni', ['/usr/bin/patroni', file])
      // As its unit file does.
      patroni.once('exit', async () => {
        await pause(RESTARTED_AFTER_MS)
        if (!is_down) node.start()
      })
    },
    cut(is_cut: boolean) {
      for (const relay of relays) {
        if (is_cut) relay.loseAll()
        relay.setDeaf(is_cut)
      }
    },
    rest: (path: string, body?: unknown) =>
      fetch(`http://127.0.0.1:${rest_port}${path}`, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(path === '/switchover' ? 60_000 : 2000),
      }),
    async stop() {
      node.signal('SIGCONT')
      node.cut(false)
      node.signal('SIGKILL')
      await pause(300)
      for (const relay of relays) await relay.close()
      unmount?.()
    },
  }
  node.start()
  return node
}

/** A file left by a killed PostgreSQL may name a process id that another program has now. */
function isPostgres(pid: number): boolean {
  const file = `/proc/${pid}/comm`
  return existsSync(file) && readFileSync(file, 'utf8').startsWith('postgres')
}
