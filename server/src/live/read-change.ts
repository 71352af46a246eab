import type { Change, LiveRow, Tail } from '@portico/contract/live.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { activeLogin, creditsOf, loginsOf } from '#access/index.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx, Session } from '#ctx/ctx.ts'
import { functionsByKey } from '#function-names/index.ts'
import { newestCalls, type SeenCall } from '#traffic/index.ts'

/** Calls in one change at most; the tables show more. */
const SHOWN = 50
const LOOKED_AT = 200
/** Calls are ordered by their start, so a slow call appears after faster ones that started later. */
const SLOWEST_MS = 5 * 60_000

/** Calls that were sent to this reader, and whether they were queued then; undefined: none yet. */
export type SentCalls = ReadonlyMap<string, { at: Date; is_queued: boolean }> | undefined

export async function readChange(
  ctx: Pick<Ctx, 'db' | 'clock' | 'catalogue'> & { session: Session },
  tail: Tail | undefined,
  result: SentCalls,
): Promise<{ change: Change; sent: SentCalls }> {
  const active = await activeLogin(ctx)
  const credits = await creditsOf(ctx)
  if (!tail) return { change: { ...credits, rows: [] }, sent: result }
  const since = sinceOf(result, ctx.clock.now().getTime())
  const logins = tail === 'api' ? [active] : await machinesOf(ctx)
  const ids = logins.map(({ id }) => id)
  const newest = await newestCalls(ctx.db, ids, since, LOOKED_AT)
  const fresh = newest.filter((call) => !result?.has(call.id)).slice(0, SHOWN)
  const ended = newest.filter((call) => !isQueued(call) && result?.get(call.id)?.is_queued)
  const rows = [...fresh, ...ended]
  return {
    change: { ...credits, rows: rows.map((row) => asRow(row, logins, ctx.catalogue)) },
    sent: new Map(newest.map((call) => [call.id, { at: call.at, is_queued: isQueued(call) }])),
  }
}

/** The oldest time at which something can have changed, because tasks that were sent as queued end later. */
function sinceOf(result: SentCalls, now_ms: number): Date {
  if (!result) return new Date(now_ms - DAY_MS)
  const waiting = [...result.values()].filter(({ is_queued }) => is_queued).map(({ at }) => at.getTime())
  return new Date(Math.min(now_ms - SLOWEST_MS, ...waiting))
}

function isQueued({ status_class }: SeenCall): boolean {
  return status_class === 'queued'
}

async function machinesOf(ctx: Pick<Ctx, 'db'> & { session: Session }) {
  return (await loginsOf(ctx)).filter(({ kind }) => kind === 'machine')
}

function asRow(
  { at, api, login_id, ...call }: SeenCall,
  logins: { id: number; login: string }[],
  catalogue: Catalogue,
): LiveRow {
  const login = logins.find(({ id }) => id === login_id)?.login ?? ''
  const key = `${api}/${call.function}`
  const playground = functionsByKey(catalogue).get(key)?.playground ?? null
  return { ...call, at: at.toISOString(), function: key, login, playground }
}
