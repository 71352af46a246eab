// Two instances on three PostgreSQL nodes with a synchronous standby, by the files of deploy/ha. Under load the primary is killed, stopped (and comes
// back as a zombie), cut off from the network, filled up, or replaced by hand; the client's own list shows what was lost or booked twice.
// `npm run prove -- failover` plays twenty rounds, `failover 5` five, `failover killed,cut 4` four of these two kinds in turn.
import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Seen } from '../faults/callers.ts'
import { type Cluster, clusterLacks, startCluster } from '../faults/cluster.ts'
import { back, type Report, underLoad } from '../faults/row.ts'
import { stageOn } from '../faults/stage.ts'

type Node = Cluster['nodes'][number]
type Stage = Awaited<ReturnType<typeof stageOn<Cluster>>>
/** What is done to the primary; the returned function ends it, once another node leads or it leads again. */
type Kind = (primary: Node) => Promise<() => void | Promise<void>>

const FULL_MS = 15_000
const LEADER_WITHIN_MS = 120_000
const GOAL_S = 5

const KINDS: Record<string, Kind> = {
  killed: async (primary) => {
    primary.signal('SIGKILL')
    return () => primary.start()
  },
  zombie: async (primary) => {
    primary.signal('SIGSTOP')
    return () => primary.signal('SIGCONT')
  },
  cut: async (primary) => {
    primary.cut(true)
    return () => primary.cut(false)
  },
  full: async (primary) => {
    const filling = join(primary.folder, 'filling')
    // What is written between the two calls is missing for the file.
    for (let tries = 1; ; tries += 1) {
      const { bavail, bsize } = statfsSync(primary.folder)
      const { status, stderr } = spawnSync('fallocate', ['-l', String(bavail * bsize), filling], { encoding: 'utf8' })
      if (status === 0) break
      if (tries === 10) throw new Error(`the disk was not filled: fallocate ended with ${status} ${stderr}`)
    }
    await pause(FULL_MS)
    return () => rmSync(filling, { force: true })
  },
  switchover: async (primary) => {
    const reply = await primary.rest('/switchover', { leader: primary.name })
    if (!reply.ok) throw new Error(`switchover: ${reply.status} ${await reply.text()}`)
    return () => undefined
  },
}
/** A primary without space stays one as long as PostgreSQL runs: calls are booked again when there is space, or when it has crashed and lost its role. */
const MAY_STAY = ['full']

async function play(
  stage: Stage,
  kind: string,
  number: number,
): Promise<{ report: Report; words: string[]; back_s: number }> {
  const { database: cluster } = stage
  await cluster.untilWell()
  const words = watchReadiness(stage.instances.map(({ url }) => url))
  let back_s = 0
  const how = { ...(stage.url && { url: stage.url }), method: 'both' as const }
  const report = await underLoad(stage, `${kind}-${number}`, how, async (seen: Seen) => {
    await pause(2000)
    const primary = await cluster.leader()
    if (!primary) throw new Error('no node leads')
    const end = await KINDS[kind]?.(primary)
    const promoted_ms = MAY_STAY.includes(kind) ? performance.now() : await untilAnother(cluster, primary)
    if (MAY_STAY.includes(kind)) await end?.()
    await back(seen, promoted_ms)
    back_s = ((seen.doneAfter(promoted_ms) ?? promoted_ms) - promoted_ms) / 1000
    // A zombie returns while calls arrive.
    if (!MAY_STAY.includes(kind)) await end?.()
    await pause(3000)
    return back_s * 1000
  })
  return { report, words: await words(), back_s }
}

async function untilAnother({ nodes }: Cluster, former: Node): Promise<number> {
  const deadline = performance.now() + LEADER_WITHIN_MS
  while (performance.now() < deadline) {
    for (const node of nodes.filter((one) => one !== former))
      if (
        await node.rest('/primary').then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return performance.now()
    await pause(100)
  }
  throw new Error('no other node was promoted')
}

/** Every sentence of /readyz, in the order of its first appearance; a second change back and forth shows as flapping. */
function watchReadiness(urls: string[]): () => Promise<string[]> {
  const seen: string[][] = urls.map(() => [])
  let is_over = false
  const watching = urls.map(async (url, index) => {
    while (!is_over) {
      const text = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) })
        .then((reply) => reply.text())
        .catch(() => 'no answer')
      const sentence = text.trim().replace(/[\d.]+ s$/, '… s')
      if (seen[index]?.at(-1) !== sentence) seen[index]?.push(sentence)
      await pause(250)
    }
  })
  return async () => {
    is_over = true
    await Promise.all(watching)
    return seen.map((sentences) => sentences.join(' → '))
  }
}

/** Both instances listen for recalls of leases on the primary of now. */
async function listeners({ database }: Stage): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client(database.admin_url)
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::integer as open from pg_stat_activity where application_name = 'portico listener'
        and not pg_is_in_recovery()`,
    )
    await client.end()
    if (rows[0].open >= 2 || tries > 60) return rows[0].open
    await pause(500)
  }
}

const lacks = clusterLacks()
if (lacks) throw new Error(`this needs ${lacks}`)
const given = process.argv.slice(2)
const kinds = given.find((word) => !/^\d+$/.test(word))?.split(',') ?? Object.keys(KINDS)
const unknown = kinds.filter((name) => !(name in KINDS))
if (unknown.length > 0) throw new Error(`unknown kind ${unknown.join(', ')}; known: ${Object.keys(KINDS).join(', ')}`)
const rounds = Number(given.find((word) => /^\d+$/.test(word)) ?? 20)

const cluster = await startCluster()
console.log(`PostgreSQL ${cluster.version}, three nodes, synchronous standby; ${rounds} rounds`)
if (kinds.includes('full') && cluster.nodes.some(({ has_own_disk }) => !has_own_disk)) {
  await cluster.stop()
  const others = Object.keys(KINDS).filter((name) => name !== 'full')
  throw new Error(
    `full needs a file system for each node, and this machine lets us mount none; try: failover ${others}`,
  )
}
const failures: string[] = []
const all: number[] = []
const stage = await stageOn(cluster).catch(async (error) => {
  await cluster.stop()
  throw error
})
try {
  for (let number = 1; number <= rounds; number += 1) {
    const kind = kinds[(number - 1) % kinds.length] ?? 'killed'
    const { report, words, back_s } = await play(stage, kind, number)
    const open = await listeners(stage)
    all.push(back_s)
    console.log(`${report.is_good && open >= 2 ? '✓' : '✗'} ${report.name}: ${report.text}, listeners ${open}`)
    for (const [index, sentence] of words.entries()) console.log(`    instance ${index + 1}: ${sentence}`)
    if (!report.is_good) failures.push(report.name)
    if (open < 2) failures.push(`${report.name}: LISTEN did not come back`)
  }
} finally {
  await stage.close()
}
all.sort((a, b) => a - b)
const p95 = all[Math.ceil(all.length * 0.95) - 1] ?? 0
console.log(`after the promotion calls were answered again within ${p95.toFixed(1)} s (95 %; goal ${GOAL_S} s)`)
if (p95 > GOAL_S) failures.push(`back after ${p95.toFixed(1)} s`)
console.log(failures.length === 0 ? 'every failover was survived' : `failed: ${failures.join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
