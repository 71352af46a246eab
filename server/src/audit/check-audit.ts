import { DAY_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import {
  type AuditCheck,
  checkRows,
  insertCheck,
  isStillThere,
  type Link,
  newestCheck,
  newestGoodCheck,
} from './check-store.ts'
import { FIRST } from './store.ts'

const BATCH = 5_000
const START: Link = { last_id: 0, hash: FIRST, rows: 0 }

/**
 * Checks the whole chain in batches, and records the result. Rows of an earlier check that are missing now are found by
 * that check, even at the end, where no row follows.
 */
export async function checkAudit(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<AuditCheck> {
  const found = await follow(ctx, START)
  const broken = [...(await lost(ctx, await newestGoodCheck(ctx.db, { is_whole: false }))), ...found.broken]
  return keep(ctx, { ...found, broken: [...new Set(broken)], is_whole: true })
}

/**
 * Job, every hour: checks rows since the last check, and once a day all of them. A break is logged as an error each
 * time.
 */
export async function watchAudit(ctx: Pick<Ctx, 'db' | 'clock' | 'log'>): Promise<AuditCheck> {
  const whole = await newestGoodCheck(ctx.db, { is_whole: true })
  const is_due = !whole || ctx.clock.now().getTime() - whole.at.getTime() >= DAY_MS
  const check = is_due ? await checkAudit(ctx) : await checkNew(ctx)
  if (check.broken.length > 0)
    ctx.log.error(
      { broken: check.broken.slice(0, 20), count: check.broken.length },
      'audit log chain is broken: rows were changed or removed (portico audit verify)',
    )
  // Another system's log cannot be changed together with the database.
  else
    ctx.log.info(
      { last_id: check.last_id, hash: check.hash.toString('hex'), rows: check.rows },
      'audit log chain checked',
    )
  return check
}

export function lastAuditCheck(ctx: Pick<Ctx, 'db'>): Promise<AuditCheck | undefined> {
  return newestCheck(ctx.db)
}

async function checkNew(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<AuditCheck> {
  const good = await newestGoodCheck(ctx.db, { is_whole: false })
  if (!good) return checkAudit(ctx)
  const found = await follow(ctx, good)
  const broken = [...(await lost(ctx, good)), ...found.broken]
  const isNothingNew = broken.length === 0 && found.last_id === good.last_id
  return isNothingNew ? good : keep(ctx, { ...found, broken, is_whole: false })
}

/** The row an earlier check ended with, where it is missing or different now. */
async function lost(ctx: Pick<Ctx, 'db'>, check: AuditCheck | undefined): Promise<number[]> {
  return !check || check.rows === 0 || (await isStillThere(ctx.db, check)) ? [] : [check.last_id]
}

async function follow(ctx: Pick<Ctx, 'db'>, from: Link): Promise<Link & { broken: number[] }> {
  const broken: number[] = []
  let position = from
  for (;;) {
    const next = await checkRows(ctx.db, position, BATCH)
    if (next.rows === 0) return { ...position, broken }
    broken.push(...next.broken)
    position = { ...next, rows: position.rows + next.rows }
  }
}

async function keep(ctx: Pick<Ctx, 'db' | 'clock'>, check: Omit<AuditCheck, 'at'>): Promise<AuditCheck> {
  const { last_id, hash, rows, broken, is_whole } = check
  const stored = { at: ctx.clock.now(), last_id, hash, rows, broken, is_whole }
  await insertCheck(ctx.db, stored)
  return stored
}

export function auditMetric(ctx: Pick<Ctx, 'db'>) {
  return {
    name: 'portico_audit_broken_rows',
    help: 'Rows of the audit log that the last check found changed or missing',
    read: async () => (await lastAuditCheck(ctx))?.broken.length,
  }
}
