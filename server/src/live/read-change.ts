import type { Change, LiveRow } from '@portico/contract/live.ts'
import { activeLogin } from '#access/room.ts'
import { balanceOf } from '#ledger/room.ts'
import type { Ctx, Session } from '../ctx.ts'
import { newestCalls, type SeenCall } from './store.ts'

/** At most so many calls in one change; a reader of more is better served by the tables. */
const SHOWN = 50
const LOOKED_AT = 200
const DAY_MS = 24 * 3_600_000
/** A call is known by when it began, so a slow one comes to light behind quicker ones that began later. */
const SLOWEST_MS = 5 * 60_000

/** What a reader has been told of; undefined: nothing yet. */
export type Told = ReadonlySet<string> | undefined

export async function readChange(
  ctx: Pick<Ctx, 'db' | 'clock'> & { session: Session },
  withTail: boolean,
  told: Told,
): Promise<{ change: Change; told: Told }> {
  const { id } = await activeLogin(ctx)
  const balance_micros = await balanceOf(ctx, id)
  if (!withTail) return { change: { balance_micros, rows: [] }, told }
  const since = new Date(ctx.clock.now().getTime() - (told ? SLOWEST_MS : DAY_MS))
  const newest = await newestCalls(ctx.db, id, since, LOOKED_AT)
  const rows = newest.filter((call) => !told?.has(call.id)).slice(0, SHOWN)
  return { change: { balance_micros, rows: rows.map(asRow) }, told: new Set(newest.map((call) => call.id)) }
}

function asRow({ at, api, ...call }: SeenCall): LiveRow {
  return { ...call, at: at.toISOString(), function: `${api}/${call.function}` }
}
