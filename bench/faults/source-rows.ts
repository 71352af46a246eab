import { setTimeout as pause } from 'node:timers/promises'
import { callWhile } from './callers.ts'
import { back, instance, outcome, type Report, type Row, underLoad } from './row.ts'
import type { Mood } from './source.ts'
import type { Stage } from './stage.ts'

const moody =
  (mood: Mood, lasts_ms: number): Row =>
  async (stage) => {
    const report = await underLoad(stage, `source: ${mood}, ${lasts_ms / 1000} s`, {}, async (seen) => {
      await pause(1000)
      stage.source.mood = mood
      await pause(lasts_ms)
      stage.source.mood = 'well'
      return back(seen, performance.now())
    })
    return [report]
  }

export const unavailable = moody('unavailable', 3000)
export const cutOff = moody('cut off', 3000)
export const garbage = moody('garbage', 3000)
export const half = moody('half an answer', 3000)
/** Longer than the upstream timeout. */
export const silent = moody('silent', 13_000)

/** Calls of one customer that always fail, on the same path: those of others are answered as before. */
export async function oneFails(stage: Stage): Promise<Report[]> {
  const { url } = instance(stage, 0)
  let failing = 0
  const report = await underLoad(
    stage,
    'one customer’s calls always fail (C2)',
    { callers: 4, may_refuse: false },
    async () => {
      const bad = await callWhile(stage, { url, callers: 4, name: 'bad', keyword: 'always fails' }, () => pause(12_000))
      failing = [...bad.refused.values()].reduce((sum, times) => sum + times, 0)
      if (bad.acknowledged.length > 0) throw new Error('a failing call was acknowledged')
      return undefined
    },
  )
  return [report, outcome('  of theirs failed', failing > 20, String(failing))]
}
