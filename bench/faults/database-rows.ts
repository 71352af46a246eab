import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Seen } from './callers.ts'
import { back, instance, outcome, type Report, type Row, readiness, underLoad } from './row.ts'
import { openStage, type Stage } from './stage.ts'

const relays = ({ slots }: Stage) => slots.map(({ relay }) => relay)

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
  return [report, outcome('  not ready meanwhile', status === 503, String(status))]
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

const ROUNDS = 6

/**
 * The pause exceeds the booking timeout: waiting callers are refused, and the database books their calls nevertheless when it resumes.
 * In every third round the instance dies after refusing them, and its successor with the same folder reverts those bookings.
 */
export const refused =
  (refusals: number): Row =>
  async (stage) => {
    stage.source.after_ms = 300
    let [rounds, hung, deaths] = [0, 0, 0]
    const name = 'PostgreSQL stopped for 15 s, again and again, and kill -9 while bookings hang (N4)'
    const report = await underLoad(stage, name, { callers: 64 }, async (seen) => {
      while (rounds < ROUNDS || seen.not_charged.length < refusals) {
        rounds += 1
        const dies = rounds % 3 === 0
        await pause(2000)
        stage.database.everyProcess('SIGSTOP')
        await pause(dies ? 13_000 : 15_000)
        if (dies) await instance(stage, 0).kill9()
        if (dies) await pause(2000)
        stage.database.everyProcess('SIGCONT')
        await stage.database.untilItAnswers()
        if (dies) stage.instances[0] = await stage.start(0)
        if (dies) deaths += 1
        await back(seen, performance.now())
        hung = seen.hung
      }
      return undefined
    })
    stage.source.after_ms = 0
    const taken_back = await stage.takenBack()
    const text = `${rounds} stops, ${deaths} deaths, ${hung} refused after their booking was sent, ${taken_back} bookings taken back`
    return [report, outcome('  bookings were refused and taken back', hung > 0 && taken_back > 0, text)]
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

/** Runs on a separate stage, whose database is on a file system that can be filled. */
export async function diskFull(): Promise<Report[]> {
  const stage = await openStage({ size_mb: 700 })
  if (!stage) return [outcome('disk full', true, 'not played: this machine lets us mount nothing')]
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
