import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { instance, outcome, type Report, type Row, underLoad } from './row.ts'
import type { Stage } from './stage.ts'

const FAKETIME = ['/usr/lib/aarch64-linux-gnu', '/usr/lib/x86_64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketime.so.1`)
  .find(existsSync)

/** Longer than a minute, the interval at which an instance checks the holds of others. */
export async function clockAhead(stage: Stage): Promise<Report[]> {
  const name = 'clock 20 min ahead on the other instance (H5)'
  if (!FAKETIME) return [outcome(name, true, 'not played: libfaketime is not installed')]
  await instance(stage, 1).stop()
  stage.instances[1] = await stage.start(1, { LD_PRELOAD: FAKETIME, FAKETIME: '+20m', FAKETIME_NO_CACHE: '1' })
  stage.source.after_ms = 3000
  const report = await underLoad(stage, name, { may_refuse: false }, async () => {
    await pause(70_000)
    return undefined
  })
  stage.source.after_ms = 0
  await instance(stage, 1).stop()
  stage.instances[1] = await stage.start(1)
  return [report]
}

export async function instanceKilled(stage: Stage): Promise<Report[]> {
  stage.source.after_ms = 3000
  const report = await underLoad(stage, 'kill -9 of an instance', {}, async () => {
    await pause(1500)
    await instance(stage, 0).kill9()
    return undefined
  })
  stage.source.after_ms = 0
  const since_ms = performance.now()
  const held = await stage.holds()
  while ((await stage.holds()) > 0 && performance.now() - since_ms < 60_000) await pause(500)
  const waited = `${held} after ${((performance.now() - since_ms) / 1000).toFixed(0)} s`
  const given_back = outcome('  its holds are given back', (await stage.holds()) === 0, waited)
  stage.instances[0] = await stage.start(0)
  return [report, given_back]
}

/** nginx must not repeat what an instance has begun: each of these may be charged. */
export async function killedBehindNginx(stage: Stage): Promise<Report[]> {
  const name = 'kill -9 of an instance behind nginx, GET and POST (M10)'
  if (!stage.url) return [outcome(name, true, 'not played: nginx is not installed')]
  stage.source.after_ms = 300
  const report = await underLoad(stage, name, { url: stage.url, method: 'both', callers: 32 }, async () => {
    for (let times = 0; times < 3; times += 1) {
      await pause(2000)
      await instance(stage, 0).kill9()
      await pause(1000)
      stage.instances[0] = await stage.start(0)
    }
    return undefined
  })
  stage.source.after_ms = 0
  return [report]
}

export async function wrongSecret(stage: Stage): Promise<Report[]> {
  const SECRET = 'another secret, which is long enough as well'
  const wrong: unknown = await stage.start(1, { SECRET, PORT: '1' }).catch((error) => error)
  const is_refused = wrong instanceof Error && /ended with 1/.test(wrong.message)
  return [outcome('a wrong SECRET is refused at the start (H4)', is_refused, String(wrong))]
}

export const rolling =
  (method: 'POST' | 'GET', calls: number, workers = 1): Row =>
  async (stage) => {
    const of = workers === 1 ? '' : `, ${workers} workers each`
    const name = `rolling restarts behind nginx, ${calls} × ${method}${of} (H2)`
    if (!stage.url) return [outcome(name, true, 'not played: nginx is not installed')]
    // Only connections are tested here: on a busy machine the remaining instance may take long to book.
    const patient = { BOOKING_TIMEOUT_MS: '30000', WORKERS: String(workers) }
    const restart = async (number: number) => {
      await instance(stage, number).stop()
      stage.instances[number] = await stage.start(number, patient)
    }
    await restart(0)
    await restart(1)
    let restarts = 0
    const how = { url: stage.url, callers: 32, method, may_refuse: false }
    const report = await underLoad(stage, name, how, async (_, count) => {
      // Each instance restarts at least twice, on a slow machine too.
      for (; count() < calls || restarts < 4; restarts += 1) {
        await restart(restarts % 2)
        await pause(500)
      }
      return undefined
    })
    return [report, outcome('  restarts', true, String(restarts))]
  }
