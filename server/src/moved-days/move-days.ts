import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { DAY_MS, HOUR_MS, utcDay } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { MovedKind } from '#ctx/moved-days.ts'
import { errorCode } from '#db/error-code.ts'
import { inTx } from '#db/tx.ts'
import { dayAfter, lastClosedDay, movedDayFaults } from '#ledger/books/index.ts'
import { openDay, rowHash, writeDay } from './day-file.ts'
import { draftOf, filePath, openStored, publish, removeFile } from './files.ts'
import { mergeMovedDays } from './merge-days.ts'
import {
  type Attempt,
  claimDay,
  daysToLeave,
  daysToMove,
  deleteDay,
  extendClaim,
  hasRows,
  insertFile,
  leaveDay,
  moveDay,
  rowsAfter,
} from './move-store.ts'
import { type KeyOf, newKey, type Row, sealRows, unsealRows } from './seal-rows.ts'
import { type Hour, keysOf, movedDays } from './store.ts'

/** What happens to a day, in order; a test ends the process at each. */
export const MOVE_STEPS = [
  'claimed',
  'drafted',
  'published',
  'read_back',
  'recorded',
  'moved',
  'merging',
  'merged',
] as const
type MoveStep = (typeof MOVE_STEPS)[number]
type MoveCtx = Pick<Ctx, 'db' | 'env' | 'bucket' | 'clock' | 'log'> & { onStep?(step: MoveStep): void }

const KINDS: MovedKind[] = ['usage', 'errors']
const LEASE_MS = 10 * 60_000
const PAGE = 2_000
const LOCKED = '55P03'

/**
 * Job, every hour: moves closed days that are older than KEEP_HOT_DAYS to files, from the oldest, sums up their minutes by
 * quarter-hours, and empties partitions of moved days that were read and are not any more. Returns the number of days that were moved. A check of the books or a backup in progress makes
 * it wait for the next hour.
 */
export async function moveDays(ctx: MoveCtx): Promise<number> {
  try {
    for (const { kind, day } of await daysToLeave(ctx.db)) await leaveDay(ctx.db, kind, day)
    await deleteExpired(ctx)
    // Also what a process that was stopped has left.
    await mergeMovedDays(ctx)
    return await moveOld(ctx)
  } catch (error) {
    if (errorCode(error) !== LOCKED) throw error
    return 0
  }
}

async function moveOld(ctx: MoveCtx): Promise<number> {
  const { hot_days, addresses_days } = ctx.env.keep
  const closed = await lastClosedDay(ctx.db)
  if (hot_days === undefined || closed === undefined) return 0
  const oldest = utcDay(new Date(ctx.clock.now().getTime() - hot_days * DAY_MS))
  const before = [oldest, dayAfter(closed)].sort()[0] ?? oldest
  let moved = 0
  for (const kind of KINDS)
    for (const day of await daysToMove(ctx.db, kind, { before, needs_erased: addresses_days !== undefined })) {
      if ((kind === 'errors' && day < firstErrorDay(ctx)) || !(await hasRows(ctx.db, kind, day))) continue
      // A day that cannot be moved keeps later ones, so that moved days have one end.
      if (!(await move(ctx, kind, day))) break
      moved += 1
      if (kind === 'usage') await mergeMovedDays(ctx)
    }
  return moved
}

async function move(ctx: MoveCtx, kind: MovedKind, day: string): Promise<boolean> {
  const attempt = randomUUID()
  const of: Attempt = { kind, day, attempt, path: filePath(kind, day, attempt) }
  const address_key = randomBytes(32)
  const claim = await claimDay(ctx.db, of, { address_key, lease_ms: LEASE_MS })
  if (!claim) return false
  ctx.onStep?.('claimed')
  if (claim.old_path) await removeFile(ctx, claim.old_path)
  const written = await write(ctx, of, address_key)
  ctx.onStep?.('published')
  if ((await readBack(ctx, of, written, address_key)) !== written.hash)
    throw new Error(`${of.path} does not have what was written to it`)
  ctx.onStep?.('read_back')
  const is_ours = await inTx(ctx.db, (db) => insertFile(db, of, written))
  if (!is_ours) return false
  ctx.onStep?.('recorded')
  const faults = await movedDayFaults(ctx.db, kind, day)
  if (faults.length > 0) {
    ctx.log.error(
      { day, kind, discrepancies: faults.slice(0, 10) },
      'a day is not moved: its file does not equal the ledger',
    )
    return false
  }
  const is_moved = await inTx(ctx.db, (db) => moveDay(db, of))
  if (is_moved) ctx.log.info({ day, kind, rows: written.rows, bytes: written.bytes }, 'a day was moved to a file')
  ctx.onStep?.('moved')
  return is_moved
}

async function write(ctx: MoveCtx, of: Attempt, address_key: Buffer) {
  const draft = await draftOf(ctx, of.path)
  const hash = rowHash(of.kind)
  const hours: Hour[] = []
  const keys = new Map<number, Buffer>()
  let rows = 0
  async function* all(): AsyncGenerator<Row> {
    for await (const part of partsOf(ctx, of)) {
      const login_id = Number(part[0]?.login_id)
      if (!keys.has(login_id)) for (const [id, key] of await keysOf(ctx.db, [login_id], newKey)) keys.set(id, key)
      for (const row of part) hash.add(row)
      count(hours, part, rows)
      rows += part.length
      yield* sealRows(of.kind, part, { keyOf: (id) => keys.get(id), address_key })
    }
  }
  try {
    await writeDay(draft, of.kind, all())
    ctx.onStep?.('drafted')
    const stored = await publish(ctx, draft, of.path)
    return { ...stored, rows, hours, hash: hash.done(), keyOf: ((id) => keys.get(id)) satisfies KeyOf }
  } finally {
    await rm(draft, { force: true })
  }
}

/** Rows of one login and hour at a time, at most a page of them. */
async function* partsOf(ctx: MoveCtx, of: Attempt): AsyncGenerator<Row[]> {
  let after: Row | undefined
  let renewed_ms = performance.now()
  do {
    const page = await rowsAfter(ctx.db, of.kind, of.day, { after, limit: PAGE })
    yield* Map.groupBy(page, (row) => `${row.login_id} ${hourOf(row)}`).values()
    after = page.length < PAGE ? undefined : page.at(-1)
    if (performance.now() - renewed_ms > LEASE_MS / 10) {
      renewed_ms = performance.now()
      if (!(await extendClaim(ctx.db, of, LEASE_MS))) throw new Error(`another process moves ${of.day}`)
    }
  } while (after)
}

function count(hours: Hour[], part: Row[], first_row: number): void {
  const [first] = part
  if (!first) return
  const login_id = Number(first.login_id)
  const hour = hourOf(first)
  const cost_micros = part.reduce((sum, row) => sum + Number(row.cost_micros ?? 0), 0)
  const last = hours.at(-1)
  if (last?.login_id === login_id && last.hour === hour) {
    last.rows += part.length
    last.cost_micros += cost_micros
  } else hours.push({ login_id, hour, first_row, rows: part.length, cost_micros })
}

function hourOf({ at }: Row): number {
  const ms = Date.parse(String(at))
  return ms - (ms % HOUR_MS)
}

/** The hash of the rows as they are read where they were stored. */
async function readBack(
  ctx: MoveCtx,
  of: Attempt,
  written: Awaited<ReturnType<typeof write>>,
  address_key: Buffer,
): Promise<string> {
  const file = await openDay(of.kind, await openStored(ctx, written))
  if (file.rows !== written.rows) throw new Error(`${of.path} has ${file.rows} of ${written.rows} rows`)
  const hash = rowHash(of.kind)
  for (const { first_row, rows } of written.hours)
    for (const row of unsealRows(of.kind, await file.read(first_row, first_row + rows), { ...written, address_key }))
      hash.add(row)
  return hash.done()
}

/** Files of errors end with the retention of errors. The file goes before the commit: what a stop leaves is deleted by the next run. */
async function deleteExpired(ctx: MoveCtx): Promise<void> {
  for (const { kind, day, path } of await movedDays(ctx.db, { kind: 'errors', before: firstErrorDay(ctx) })) {
    await inTx(ctx.db, async (db) => {
      await deleteDay(db, kind, day)
      await removeFile(ctx, path)
    })
  }
}

function firstErrorDay({ env, clock }: MoveCtx): string {
  return utcDay(new Date(clock.now().getTime() - env.keep.errors_days * DAY_MS))
}
