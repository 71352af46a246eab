// Three PostgreSQL nodes under Patroni with etcd, and HAProxy before them: the files of deploy/ha on loopback ports. Each node's network is a set
// of relays, which can go silent, and its data has a file system of its own, which can be filled.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { parse } from 'yaml'
import { freshFolder } from '../run-server.ts'
import { type Node, openNode, ownedFolder, ownPort, PASSWORDS, run, settingsOf } from './cluster-node.ts'
import { machineBin, type Served, untilItAnswers } from './postgres.ts'

const NAMES = ['node1', 'node2', 'node3']
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy']
const WELL_WITHIN_MS = 180_000

interface Member {
  name: string
  role: string
  state: string
  lag?: number | string
}

/** What this machine lacks for it, in words. */
export function clusterLacks(): string | undefined {
  const missing = PROGRAMS.filter((file) => !existsSync(file))
  if (!machineBin()) return 'PostgreSQL of Debian, started as root'
  return missing.length > 0
    ? `${missing.join(', ')} (on Debian: apt-get install patroni etcd-server haproxy)`
    : undefined
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
