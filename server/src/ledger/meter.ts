import type { Ctx } from '#ctx/ctx.ts'
import { type Attempt, type Batch, openBatch } from '#db/batch.ts'
import { errorCode } from '#db/error-code.ts'
import { inSpan } from '#db/trace.ts'
import { DEFAULT_STORED } from '#env/retention.ts'
import { openAnnouncer } from './announce.ts'
import { type DailyKeep, type KeepBounds, openDailyKeep } from './daily-keep.ts'
import { openGiveBack } from './give-back.ts'
import { type LeaseOptions, type OpenLeases, openLeases } from './leases/open-leases.ts'
import { commitMeter, type HoldRow, type SettleRow, type Verdict } from './meter-store.ts'
import {
  checkCall,
  checkedHold,
  type HoldOutcome,
  holdOutcome,
  type SettleOutcome,
  type SettleRequest,
  settleOutcome,
  settleRow,
} from './metered-call.ts'
import { groupOf } from './settle-group.ts'
import { commitGroup } from './settle-group-store.ts'
import { shareBookings } from './share-bookings.ts'

export interface Meter {
  /** Reserves the highest possible price before the call goes upstream, or returns the reason to refuse it. */
  hold(request: HoldRow): Promise<HoldOutcome>
  /** Books the cost of the call, releases the rest of its hold and stores its usage, all in one commit. */
  settle(request: SettleRequest): Promise<SettleOutcome>
  /** Makes sure that the hold of a call is stored under its own id, for those who book it if this process dies. */
  own(id: string): Promise<void>
  /** Releases a whole hold; false when there was none. */
  void(id: string): Promise<boolean>
  /** The same for failed calls, without waiting: retried until the database accepts it. */
  giveBack(ids: string[]): void
  /** The lease on which a settlement drew that is under way or has no known outcome: as long as it exists, the call may still be booked. */
  leaseOf(id: string): string | undefined
  /** Bounds of the volume stored for each login per day. */
  stored: Omit<DailyKeep, 'fit' | 'close'>
  /** Announces that these logins have another balance or other calls after a commit made elsewhere. */
  announce(login_ids: number[]): void
  metrics: Batch<Item, Verdict>['metrics']
  health: Batch<Item, Verdict>['health']
  isStalled: Batch<Item, Verdict>['isStalled']
  /** How calls were admitted by leases; undefined where there are none. */
  leases(): ReturnType<OpenLeases['metrics']> | undefined
  /** Refuses new calls and waits for those that are being booked. */
  close(): Promise<void>
}

type Item =
  | { kind: 'settle'; id: string; row: SettleRow }
  | { kind: 'void'; id: string }
  | { kind: 'hold'; id: string; row: HoldRow }

/** The transaction a call waits for, which it shares with others. */
const spanOf = (booking: 'hold' | 'settle') => ({
  name: 'database transaction',
  kind: 'client' as const,
  attributes: { 'db.system.name': 'postgresql', 'portico.booking': booking },
})

/** Concurrent requests are committed together, and answered only after that commit. */
export function openMeter(
  ctx: Pick<Ctx, 'db' | 'log'>,
  bounds: {
    max_items?: number
    max_waiting?: number
    stored?: KeepBounds
    timeout_ms?: number
    give_back_pause_ms?: number
    /** With it calls that come often are admitted by leases; without it each has a hold of its own. */
    leases?: LeaseOptions
  } = {},
): Meter {
  const announcer = openAnnouncer(ctx)
  const stored = openDailyKeep(ctx, bounds.stored ?? DEFAULT_STORED)
  const batch = openBatch<Item, Verdict>({
    ...bounds,
    log: ctx.log,
    id: ({ id }) => id,
    owner: (item) => (item.kind === 'void' ? item.id : item.row.login_id),
    isOwed: (item) => item.kind === 'void' || (item.kind === 'settle' && isOwed(item.row)),
    commit: async (items, how) => {
      const verdicts = await commitItems(ctx, items, how)
      announcer.announce(items.flatMap((item) => (item.kind === 'settle' ? item.row.login_id : [])))
      return verdicts
    },
    onLate: (item, { is_ok }) => item.kind === 'hold' && is_ok && giveBack.owe([item.id]),
  })
  const voidHold = async (id: string) => {
    checkCall(id, 0)
    return !(await batch.add({ kind: 'void', id })).is_repeat
  }
  const giveBack = openGiveBack(ctx.log, voidHold, bounds.give_back_pause_ms)
  const holdAlone = async (row: HoldRow) => {
    const verdict = await inSpan(spanOf('hold'), () => batch.add({ kind: 'hold', id: row.id, row }))
    return { outcome: holdOutcome(verdict), has_leases: verdict.has_leases === true }
  }
  const leases = bounds.leases && openLeases({ ...ctx, ...bounds.leases }, { holdAlone, isStalled: batch.isStalled })
  const unknown = new Map<string, string>()
  const settleAlone = async (row: SettleRow) =>
    settleOutcome(await inSpan(spanOf('settle'), () => batch.add({ kind: 'settle', id: row.id, row })))
  return {
    async hold(request) {
      const row = checkedHold(request)
      return leases ? leases.hold(row) : (await holdAlone(row)).outcome
    },
    async settle(request) {
      const row = stored.fit(settleRow(request))
      return leases?.reserved(row.id) === undefined
        ? settleAlone(row)
        : settleByLease({ leases, unknown }, row, settleAlone)
    },
    own: async (id) => leases?.own(id),
    // While a settlement is under way, nothing in memory proves that it will not be booked.
    void: async (id) => (!unknown.has(id) && leases?.release(id) === true) || voidHold(id),
    giveBack: (ids) => giveBack.owe(ids.filter((id) => leases?.release(id) !== true)),
    leaseOf: (id) => unknown.get(id),
    stored,
    announce: announcer.announce,
    metrics: batch.metrics,
    health: batch.health,
    isStalled: batch.isStalled,
    leases: () => leases?.metrics(),
    async close() {
      await leases?.close()
      await giveBack.close()
      await batch.close()
      await stored.close()
      await announcer.close()
    },
  }
}

/** More calls than can be under way when an outage begins. */
const MOST_UNKNOWN = 20_000

async function settleByLease(
  { leases, unknown }: { leases: OpenLeases; unknown: Map<string, string> },
  row: SettleRow,
  settle: (row: SettleRow) => Promise<SettleOutcome>,
): Promise<SettleOutcome> {
  // The database compares with all that the lease holds, which is for other calls, too.
  if (row.cost_micros > (leases.reserved(row.id) ?? 0)) return { ok: false, reason: 'over_hold' }
  let isKnown = false
  const drawn = leases.draw(row.id, row.cost_micros)
  if (drawn) unknown.set(row.id, drawn.lease_id)
  const oldest = unknown.size > MOST_UNKNOWN ? unknown.keys().next().value : undefined
  if (oldest) unknown.delete(oldest)
  try {
    const outcome = await settle({ ...row, ...drawn })
    unknown.delete(row.id)
    isKnown = outcome.ok && !outcome.is_repeat
    return outcome
  } finally {
    leases.settled(row.id, isKnown)
  }
}

/** The same decision as `hold`, in the transaction of the caller, which a dry run rolls back. */
export async function holdIn(db: Ctx['db'], request: HoldRow): Promise<HoldOutcome> {
  const [verdict] = await commitMeter(db, { settles: [], voids: [], holds: [checkedHold(request)] })
  if (!verdict) throw new Error(`meter returned no verdict for ${request.id}`)
  return holdOutcome(verdict)
}

/** What the database answers where it can't take calls as a group: one is there already, or its lease is gone or too small. */
const NOT_A_GROUP = ['23505', '23514', 'P0001']

/** Undefined: `meter()` judges each of them. */
async function settleTogether(db: Ctx['db'], items: Item[]): Promise<Verdict[] | undefined> {
  const rows = items.flatMap((item) => (item.kind === 'settle' ? item.row : []))
  const group = rows.length === items.length ? groupOf(rows) : undefined
  if (!group) return undefined
  try {
    return await commitGroup(db, rows, group)
  } catch (error) {
    if (NOT_A_GROUP.includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}

async function commitItems({ db }: Pick<Ctx, 'db'>, items: Item[], { isAlone, isUncertain }: Attempt) {
  const together = isAlone || isUncertain ? undefined : await settleTogether(db, items)
  if (together) return together
  const verdicts = await commitMeter(db, {
    settles: shareBookings(
      items.flatMap((item) => (item.kind === 'settle' ? (isAlone ? withoutRequest(item.row) : item.row) : [])),
    ),
    voids: items.flatMap((item) => (item.kind === 'void' ? item.id : [])),
    holds: items.flatMap((item) => (item.kind === 'hold' ? item.row : [])),
  })
  const byId = new Map(verdicts.map((verdict) => [verdict.id, isUncertain ? asOurs(verdict) : verdict]))
  return items.map(({ id }) => {
    const verdict = byId.get(id)
    if (!verdict) throw new Error(`meter returned no verdict for ${id}`)
    return verdict
  })
}

/** A call that was charged, or that posted a task to the sandbox, which runs only when its call is recorded. */
function isOwed({ cost_micros, is_sandbox, status_class }: SettleRow): boolean {
  return cost_micros > 0 || (is_sandbox && status_class === 'queued')
}

/** The request is worth less than the booking: when part of it cannot be stored, the call is booked without it. */
function withoutRequest(row: SettleRow): SettleRow {
  return { ...row, request: null }
}

/** After an attempt whose answer was lost, a repeated id means that this attempt succeeded. */
function asOurs(verdict: Verdict): Verdict {
  return { ...verdict, is_ok: verdict.is_ok || verdict.reason === 'repeated', is_repeat: false }
}
