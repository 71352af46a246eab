import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS, HOUR_MS } from '@portico/contract/time.ts'
import { isCallId, timeOfCall } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { MovedDays, MovedKind } from '#ctx/moved-days.ts'
import type { Db } from '#db/db.ts'
import type { ReadAs } from '#db/reader.ts'
import { inTx } from '#db/tx.ts'
import { MIN_HOT_DAYS } from '#env/retention.ts'
import { openDay } from './day-file.ts'
import { openStored } from './files.ts'
import { type Row, unsealRows } from './seal-rows.ts'
import {
  type HourToRead,
  hoursFrom,
  hoursWithin,
  insertBack,
  keysOf,
  lockMovedDay,
  movedDay,
  movedDays,
  movedUntil,
  takeHour,
} from './store.ts'

/** Rows that one read may bring back. */
const MOST_ROWS = 200_000
const PART = 2_000
const RUN = 20_000
const MOST_HOURS = 500
const OWN_TASK = /^(\d\d)(\d\d)(\d\d)\d\d-/

type MovedCtx = Pick<Ctx, 'db' | 'readAs' | 'env' | 'bucket' | 'clock'>

export function openMovedDays(ctx: MovedCtx, { most_rows = MOST_ROWS } = {}): MovedDays {
  const isRecent = (since_ms: number) => since_ms >= ctx.clock.now().getTime() - MIN_HOT_DAYS * DAY_MS

  async function bringHours(kind: MovedKind, hours: HourToRead[], most = most_rows): Promise<void> {
    const missing = hours.filter(({ is_back }) => !is_back)
    // One hour is brought back whatever it holds: no read needs less.
    if (missing.length > 1 && missing.reduce((sum, { rows }) => sum + rows, 0) > most) throw new Problem('too_far_back')
    for (const [day, own] of Map.groupBy(hours, (one) => one.day)) await bringDay(ctx, kind, day, own)
  }

  return {
    until: (kind) => movedUntil(ctx.db, kind),
    has: async (kind, at_ms) => !isRecent(at_ms) && at_ms < (await movedUntil(ctx.db, kind)),
    async read(reader, kind, since_ms, read) {
      if (isRecent(since_ms)) return read(0)
      for (;;) {
        const before = await movedUntil(ctx.db, kind)
        if (before > since_ms) onPrimary(ctx, reader)
        const result = await read(before)
        // A day that was moved meanwhile may have been read when it was empty already.
        if ((await movedUntil(ctx.db, kind)) === before) return result
      }
    },
    async bringBack(kind, login_ids, spans) {
      const old = spans.filter(([from, to]) => from < to && !isRecent(from))
      if (old.length > 0 && login_ids.length > 0)
        await bringHours(kind, await hoursWithin(ctx.db, kind, login_ids, old))
    },
    async bringBackNamed(kind, id) {
      const hours = await hoursOfName(ctx.db, kind, id, isRecent)
      await bringHours(kind, await withName(ctx, kind, id, hours))
    },
    async bringBackNext(kind, login_id, { after_ms, rows }) {
      if (isRecent(after_ms)) return undefined
      const hours = await hoursFrom(ctx.db, kind, login_id, new Date(after_ms), MOST_HOURS)
      let taken = 0
      const end = hours.findIndex((hour) => {
        taken += hour.rows
        return taken > rows
      })
      // The hour of the cursor may be read to its end already.
      const next = end < 0 ? hours : hours.slice(0, end + 2)
      await bringHours(kind, next, Number.POSITIVE_INFINITY)
      return next.length < hours.length
        ? hours[next.length]?.hour
        : hours.length === MOST_HOURS
          ? hours.at(-1)?.hour
          : undefined
    },
  }
}

/** A replica does not have what is brought back to the primary in the same read. */
function onPrimary(ctx: Pick<Ctx, 'readAs'>, { readAs }: { readAs: ReadAs }): void {
  if (readAs !== ctx.readAs) throw Object.assign(new Error('moved days are read from the primary'), { code: '40001' })
}

/** Brings back the hours of one day that are not there. A second caller waits until the first one has committed. */
async function bringDay(ctx: MovedCtx, kind: MovedKind, day: string, hours: HourToRead[]): Promise<void> {
  const about = hours.some(({ is_back }) => !is_back) ? await movedDay(ctx.db, kind, day) : undefined
  const file = about && (await openDay(kind, await openStored(ctx, about)))
  for (const run of runsOf(hours)) {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last) continue
    const rows = first.is_back ? [] : await file?.read(first.first_row, last.first_row + last.rows)
    await inTx(ctx.db, async (db) => {
      if (!rows || !(await lockMovedDay(db, kind, day))) return
      // Locked until the rows are there: an account that is erased meanwhile has its rows erased after that.
      const keys = await keysOf(db, [first.login_id])
      const missing: HourToRead[] = []
      for (const hour of run) if (await takeHour(db, kind, hour)) missing.push(hour)
      if (first.is_back || missing.length === 0) return
      const { address_key = null } = about ?? {}
      const all = unsealRows(kind, rows, { keyOf: (login_id) => keys.get(login_id), address_key })
      const own = missing.flatMap((hour) => all.slice(hour.first_row - first.first_row).slice(0, hour.rows))
      let count = 0
      for (let at = 0; at < own.length; at += PART) count += await insertBack(db, kind, own.slice(at, at + PART))
      const wanted = missing.reduce((sum, hour) => sum + hour.rows, 0)
      if (count !== wanted) throw new Error(`the file of ${kind} of ${day} has ${count} of ${wanted} rows`)
    })
  }
}

/** Hours of a login that follow each other in the file, as many as are read together. */
function runsOf(hours: HourToRead[]): HourToRead[][] {
  const runs: HourToRead[][] = []
  for (const hour of hours.toSorted((a, b) => a.first_row - b.first_row)) {
    const run = runs.at(-1)
    const [first, last] = [run?.[0], run?.at(-1)]
    const follows = first && last && last.first_row + last.rows === hour.first_row && first.login_id === hour.login_id
    if (follows && first.is_back === hour.is_back && hour.first_row + hour.rows - first.first_row <= RUN)
      run?.push(hour)
    else runs.push([hour])
  }
  return runs
}

/** The hours in which the named call can be. A task's id has no year. */
async function hoursOfName(
  db: Db,
  kind: MovedKind,
  id: string,
  isRecent: (ms: number) => boolean,
): Promise<HourToRead[]> {
  const call = id.toLowerCase()
  if (isCallId(call)) {
    const at_ms = timeOfCall(call).getTime()
    return isRecent(at_ms) ? [] : hoursWithin(db, kind, undefined, [[at_ms, at_ms + 1]])
  }
  const [, month, day, hour] = OWN_TASK.exec(id) ?? []
  if (!month || !day || !hour) return []
  const days = (await movedDays(db, { kind })).filter((one) => one.day.slice(5) === `${month}-${day}`)
  const starts = days.map((one) => Date.parse(one.day) + Number(hour) * HOUR_MS)
  return hoursWithin(
    db,
    kind,
    undefined,
    starts.map((start) => [start, start + HOUR_MS]),
  )
}

/** Those of these hours that have the named call, of all logins: only the ids are read. */
async function withName(ctx: MovedCtx, kind: MovedKind, id: string, hours: HourToRead[]): Promise<HourToRead[]> {
  const found: HourToRead[] = []
  const [name, wanted] = isCallId(id.toLowerCase()) ? ['id', id.toLowerCase()] : ['task_id', id]
  for (const [day, own] of Map.groupBy(hours, (one) => one.day)) {
    const about = await movedDay(ctx.db, kind, day)
    if (!about) continue
    const file = await openDay(kind, await openStored(ctx, about))
    for (const hour of own) {
      const rows: Row[] = await file.read(hour.first_row, hour.first_row + hour.rows, [name])
      if (rows.some((row) => row[name] === wanted)) found.push(hour)
    }
  }
  return found
}
