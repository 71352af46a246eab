import type { PaymentFailure } from '@portico/contract/payments.ts'
import type { RechargeSettings } from '@portico/contract/recharge.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface RechargeRow extends RechargeSettings {
  login_id: number
  owner_id: number
  is_on: boolean
  orders: number
  failures: number
  retry_at: Date | null
  failed_label: string | null
  failure: PaymentFailure | null
  stopped_at: Date | null
}

const ROW = [
  'login_id',
  'owner_id',
  'is_on',
  'threshold_micros',
  'amount_micros',
  'method_id',
  'month_max_micros',
  'orders',
  'failures',
  'retry_at',
  'failed_label',
  'failure',
  'stopped_at',
] as const

export function rechargeOf(db: Db, login_id: number): Promise<RechargeRow | undefined> {
  return db.selectFrom('auto_recharges').select(ROW).where('login_id', '=', login_id).executeTakeFirst()
}

/** Locked until the end of the transaction: no other process decides about this login. */
export function lockRecharge(db: Db, login_id: number): Promise<RechargeRow | undefined> {
  return db.selectFrom('auto_recharges').select(ROW).where('login_id', '=', login_id).forUpdate().executeTakeFirst()
}

/** Saving turns it on and resets earlier failures. */
export async function putRecharge(
  db: Db,
  ids: { login_id: number; owner_id: number; changed_by: number },
  settings: RechargeSettings,
  now: Date,
): Promise<void> {
  const { login_id, owner_id, changed_by } = ids
  const change = {
    ...settings,
    is_on: true,
    failures: 0,
    retry_at: null,
    failed_label: null,
    failure: null,
    stopped_at: null,
    changed_by,
    changed_at: now,
  }
  await db
    .insertInto('auto_recharges')
    .values({ login_id, owner_id, ...change, created_at: now })
    .onConflict((on) => on.column('login_id').doUpdateSet(change))
    .execute()
}

export async function turnRechargeOff(db: Db, login_id: number, changed_by: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auto_recharges')
    .set({ is_on: false, stopped_at: null, failed_label: null, failure: null, changed_by, changed_at: now })
    .where('login_id', '=', login_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The number of the order that is made now. */
export async function countOrder(db: Db, login_id: number, now: Date): Promise<void> {
  await db
    .updateTable('auto_recharges')
    .set((is) => ({ orders: is('orders', '+', 1), changed_at: now }))
    .where('login_id', '=', login_id)
    .execute()
}

export async function putFailures(
  db: Db,
  login_id: number,
  change: Partial<Pick<RechargeRow, 'is_on' | 'failures' | 'retry_at' | 'failed_label' | 'failure' | 'stopped_at'>>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('auto_recharges')
    .set({ ...change, changed_at: now })
    .where('login_id', '=', login_id)
    .execute()
}

/**
 * Logins whose balance is below the owner's threshold and that may be charged: not before their `retry_at`, and not while a charge
 * is in progress, or was attempted and is read by `askAboutOrders`. In no order, so that some that fail do not delay others for
 * good.
 */
export async function loginsBelow(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ login_id: number }>`
    select r.login_id from auto_recharges r
      join ledger_accounts a on a.api_login_id = r.login_id
      join api_logins l on l.id = r.login_id
      join users u on u.id = l.owner_id
      where r.is_on and a.balance_micros < r.threshold_micros and (r.retry_at is null or r.retry_at <= ${now})
        and l.status = 'active' and u.status = 'active' and account_closes_at(u.id) is null
        and not exists (select from payment_orders o where o.login_id = r.login_id and o.purpose = 'auto_recharge'
          and (o.state in ('open', 'processing')
            or o.state = 'created' and (o.checked_at is not null or o.quarantine is not null)))
      order by random() limit ${limit}`.execute(db)
  return rows.map(({ login_id }) => login_id)
}
