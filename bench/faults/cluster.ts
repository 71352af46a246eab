// Three PostgreSQL nodes under Patroni with etcd, and HAProxy before them: the files of deploy/ha on loopback ports. Each node's network is a set
// of relays, which can go silent, and its data has a file system of its own, which can be filled.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { parse } from 'yaml'
import { signal } from '../../server/src/db/embedded/process-facts.ts'
import { openRelay, type Relay } from '../../server/src/testing/db/relay.ts'
import { root } from '../../tools/ready/folders.mjs'
import { freshFolder } from '../run-server.ts'
import { childrenOf, machineBin, mount, pidIn, type Served, untilItAnswers } from './postgres.ts'

const NAMES = ['node1', 'node2', 'node3']
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy']
const NODE_MB = 600
const WELL_WITHIN_MS = 180_000
const RESTARTED_AFTER_MS = 1000
const PASSWORDS = { SUPERUSER: 'superuser', REPLICATOR: 'replicator', REWINDER: 'rewinder' }

interface Member {
  name: string
  role: string
  state: string
  lag?: number | string
}

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

/** What this machine lacks for it, in words. */
export function clusterLacks(): string | undefined {
  const missing = PROGRAMS.filter((file) => !existsSync(file))
  if (!machineBin()) return 'PostgreSQL of Debian, started as root'
  return missing.length > 0
    ? `${missing.join(', ')} (on Debian: apt-get install patroni etcd-server haproxy)`
    : undefined
}

const settingsOf = (file: string) => {
  let text = readFileSync(join(root, 'deploy/ha', file), 'utf8')
  for (const [name, value] of Object.entries(PASSWORDS)) text = text.replaceAll(`CHANGE-ME-${name}`, value)
  return text
}
/** Below the range from which the machine gives ports to connections and relays: one of those could take it before the program starts. */
async function ownPort(): Promise<number> {
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
function run(folder: string, name: string, [program = '', ...args]: string[]): ChildProcess {
  const { uid, gid } = statSync('/var/lib/postgresql')
  const out = openSync(join(folder, `${name}.log`), 'a')
  return spawn(program, args, { cwd: folder, uid, gid, stdio: ['ignore', out, out], detached: true })
}

function ownedFolder(folder: string): string {
  const { uid, gid } = statSync('/var/lib/postgresql')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, uid, gid)
  return folder
}

async function startEtcd(folder: string) {
  const members = await Promise.all(
    NAMES.map(async (name) => ({ name, client: await ownPort(), peer: await ownPort() })),
  )
  const children = members.map(({ name, client, peer }) => {
    const [client_url, peer_url] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
    const settings = {
      ...parse(settingsOf('etcd.yml')),
      name,
      'data-dir': join(ownedFolder(join(folder, `etcd-${name}`)), 'data'),
      'listen-client-urls': client_url,
      'advertise-client-urls': client_url,
      'listen-peer-urls': peer_url,
      'initial-advertise-peer-urls': peer_url,
      'initial-cluster': members.map((one) => `${one.name}=http://127.0.0.1:${one.peer}`).join(','),
    }
    const file = join(folder, `etcd-${name}.yml`)
    writeFileSync(file, JSON.stringify(settings))
    return run(folder, `etcd-${name}`, ['/usr/bin/etcd', '--config-file', file])
  })
  const ports = members.map(({ client }) => client)
  const isHealthy = async (port: number) =>
    (await fetch(`http://127.0.0.1:${port}/version`).then((reply) => reply.text())).includes('"etcdcluster":"3.')
  return {
    ports,
    started: () => until('etcd has agreed', async () => (await Promise.all(ports.map(isHealthy))).every(Boolean)),
    stop: () => stopAll(children, 'SIGTERM'),
  }
}

async function stopAll(children: ChildProcess[], name: NodeJS.Signals) {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(name)
      await ended
    }),
  )
}

async function openNode(
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

async function startHaproxy(folder: string, nodes: { ports: { pg: number; rest: number } }[]) {
  const [port, replicas] = [await ownPort(), await ownPort()]
  let text = settingsOf('haproxy.cfg').replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
  text = text.replace('bind 127.0.0.1:5001', `bind 127.0.0.1:${replicas}`)
  for (const [index, { ports }] of nodes.entries()) {
    const address = `10.0.0.1${index + 1}`
    text = text.replaceAll(
      `${address}:5432 check addr ${address} port 8008`,
      `127.0.0.1:${ports.pg} check addr 127.0.0.1 port ${ports.rest}`,
    )
  }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const child = run(folder, 'haproxy', ['/usr/sbin/haproxy', '-db', '-f', file])
  return { port, stop: () => stopAll([child], 'SIGTERM') }
}

async function membersBy(node: Node): Promise<Member[]> {
  const reply = await node.rest('/cluster').catch(() => undefined)
  return reply?.ok ? ((await reply.json()) as { members: Member[] }).members : []
}

/** A cluster that fails to start leaves nothing running. */
export async function startCluster() {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  try {
    return { ...(await open(stops)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(stops: (() => Promise<void>)[]) {
  const folder = ownedFolder(freshFolder())
  const bin = machineBin() ?? ''
  const etcd = await startEtcd(folder)
  stops.push(etcd.stop)
  await etcd.started()
  const nodes: Awaited<ReturnType<typeof openNode>>[] = []
  for (const name of NAMES) {
    const node = await openNode(name, etcd.ports, bin)
    stops.push(node.stop)
    nodes.push(node)
    // The first makes the cluster, which the others copy.
    if (nodes.length === 1)
      await until('the first node leads', async () => (await nodes[0]?.rest('/primary'))?.ok ?? false)
  }
  const haproxy = await startHaproxy(folder, nodes)
  stops.push(haproxy.stop)

  async function leader(): Promise<(typeof nodes)[number] | undefined> {
    for (const node of nodes)
      if (
        await node.rest('/primary').then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return node
    return undefined
  }
  /** One primary, two standbys that follow it, one of them synchronous. */
  async function isWell(): Promise<boolean> {
    const first = await leader()
    const members = first ? await membersBy(first) : []
    const standbys = members.filter(({ role, state }) => role !== 'leader' && /running|streaming/.test(state))
    const follow = standbys.filter(({ lag }) => typeof lag === 'number' && lag < 16_000_000)
    return follow.length === 2 && standbys.some(({ role }) => role === 'sync_standby')
  }
  const untilWell = () => until('one primary, two standbys, one of them synchronous', isWell)
  await untilWell()
  const address = (user: string, password: string, database: string) =>
    `postgresql://${user}:${password}@127.0.0.1:${haproxy.port}/${database}?sslmode=disable`
  const admin_url = address('postgres', PASSWORDS.SUPERUSER, 'postgres')
  await untilItAnswers(admin_url)
  const admin = new pg.Client(admin_url)
  await admin.connect()
  await admin.query(`create role portico login createrole password 'portico'`)
  await admin.query('create database portico owner portico')
  const { rows } = await admin.query('show server_version')
  await admin.end()
  const served: Omit<Served, 'stop'> = {
    url: address('portico', 'portico', 'portico'),
    admin_url,
    version: String(rows[0].server_version),
    untilItAnswers: () => untilItAnswers(admin_url),
  }
  return { ...served, nodes, leader, untilWell }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WELL_WITHIN_MS
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`)
    await pause(200)
  }
}
