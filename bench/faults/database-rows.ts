import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Seen } from './callers.ts'
import { back, instance, type Report, readiness, told, underLoad } from './row.ts'
import { openStage, type Stage } from './stage.ts'

const relays = ({ places }: Stage) => places.map(({ relay }) => relay)

export async function halfOpen(stage: Stage): Promise<Report[]> {
  let status: number | undefined
  const report = await underLoad(stage, 'half-open database connections (C1)', {}, async (seen) => {
    await pause(1000)
    relays(stage)[0]?.loseAll()
    const since_ms = performance.now()
    await pause(2500)
    status = await readiness(instance(stage, 0).url)
    return back(seen, since_ms + 2500)
  })
  return [report, told('  not ready meanwhile', status === 503, String(status))]
}

export async function frozen(stage: Stage): Promise<Report[]> {
  const report = await underLoad(stage, 'frozen PostgreSQL, 8 s', {}, async (seen) => {
    await pause(1000)
    stage.database.postmaster('SIGSTOP')
    for (const relay of relays(stage)) {
      relay.loseAll()
      relay.setDeaf(true)
    }
    await pause(8000)
    for (const relay of relays(stage)) relay.setDeaf(false)
    stage.database.postmaster('SIGCONT')
    return back(seen, performance.now())
  })
  return [report]
}

/** From the signal until a call is answered with another PostgreSQL. */
async function renewed({ database }: Stage, seen: Seen, name: NodeJS.Signals): Promise<number> {
  const before = database.pid()
  const since_ms = performance.now()
  database.postmaster(name)
  await database.untilItAnswers(before)
  const there_ms = performance.now()
  return (await back(seen, there_ms)) + there_ms - since_ms
}

export async function killed(stage: Stage): Promise<Report[]> {
  const report = await underLoad(stage, 'kill -9 of PostgreSQL', {}, async (seen) => {
    await pause(1000)
    return renewed(stage, seen, 'SIGKILL')
  })
  return [report]
}

export async function restarted(stage: Stage): Promise<Report[]> {
  const report = await underLoad(stage, 'restart of PostgreSQL (fast)', {}, async (seen) => {
    await pause(1000)
    return renewed(stage, seen, 'SIGINT')
  })
  return [report]
}

/** PostgreSQL then ends all its processes and recovers. */
export async function backendKilled(stage: Stage): Promise<Report[]> {
  const report = await underLoad(stage, 'kill -9 of one backend of PostgreSQL', {}, async (seen) => {
    await pause(1000)
    const admin = await connect(stage)
    const { rows } = await admin.query(`select pid from pg_stat_activity where application_name = 'portico' limit 1`)
    process.kill(rows[0].pid, 'SIGKILL')
    const since_ms = performance.now()
    await admin.end().catch(() => undefined)
    return back(seen, since_ms + 200)
  })
  return [report]
}

export async function connectionsUsedUp(stage: Stage): Promise<Report[]> {
  const report = await underLoad(stage, 'connections used up, 5 waves', { may_refuse: false }, async (seen) => {
    for (let wave = 0; wave < 5; wave += 1) {
      await pause(500)
      const taken = (await Promise.all(Array.from({ length: 60 }, () => connect(stage).catch(() => undefined)))).filter(
        (client) => client !== undefined,
      )
      await pause(1000)
      await Promise.all(taken.map((client) => client.end()))
    }
    return back(seen, performance.now())
  })
  return [report]
}

async function connect({ database }: Stage): Promise<pg.Client> {
  const client = new pg.Client(database.admin_url)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** On a stage of its own, whose database lies on a file system that can be filled. */
export async function diskFull(): Promise<Report[]> {
  const stage = await openStage({ size_mb: 700 })
  if (!stage) return [told('disk full', true, 'not played: this machine lets us mount nothing')]
  const filling = join(stage.database.folder, 'filling')
  try {
    const report = await underLoad(stage, 'disk full, 10 s', {}, async (seen) => {
      await pause(2000)
      const { bavail, bsize } = statfsSync(stage.database.folder)
      spawnSync('fallocate', ['-l', String(bavail * bsize), filling])
      await pause(10_000)
      rmSync(filling)
      return back(seen, performance.now())
    })
    return [report]
  } finally {
    rmSync(filling, { force: true })
    await stage.close()
  }
}
