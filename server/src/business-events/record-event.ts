import type { BUSINESS_EVENTS, BusinessEventType } from '@portico/contract/business-events.ts'
import type * as z from 'zod/mini'
import { idFrom } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { customerOf, deliverToAll, insertEvent } from './event-store.ts'

type DataOf<T extends BusinessEventType> = Omit<z.infer<(typeof BUSINESS_EVENTS)[T]['data']>, 'customer'>

export type BusinessEvent<T extends BusinessEventType = BusinessEventType> = {
  [K in T]: {
    type: K
    /** Names what happened among all of its type: with the same key it is the same event. */
    key: string | number
    /** The account; null: all of them. */
    owner_id: number | null
    data: DataOf<K>
  }
}[T]

/**
 * Records what happened, and queues it for the endpoints that chose it. `db` is the transaction that makes it so:
 * rolled back with it, and recorded once however many processes report it. Staff are no customers.
 */
export async function recordEvent(
  { db, clock }: { db: Db; clock: Ctx['clock'] },
  { type, key, owner_id, data }: BusinessEvent,
): Promise<void> {
  const found = owner_id === null ? null : await customerOf(db, owner_id)
  if (found === undefined || found?.is_staff) return
  const customer = found && { id: found.id, email: found.email, brand_id: found.brand_id }
  await putEvent(db, { type, key, created_at: clock.now(), owner_id, data: { customer, ...data } })
}

/** For `deriveRollups`, which notices the first live call of an account. */
export const firstCallListener =
  ({ clock }: Pick<Ctx, 'clock'>) =>
  (db: Db, { owner_id, login }: { owner_id: number; login: string }) =>
    recordEvent({ db, clock }, { type: 'customer.first_call', key: owner_id, owner_id, data: { login } })

/** The last one of an account: it names the number alone, and is not erased with the rest. */
export async function recordClosed({ db, clock }: { db: Db; clock: Ctx['clock'] }, id: number): Promise<void> {
  const about = { type: 'account.closed' as const, key: id, owner_id: null }
  await putEvent(db, { ...about, created_at: clock.now(), data: { customer: { id } } })
}

async function putEvent(
  db: Db,
  { type, key, created_at, owner_id, data }: Omit<BusinessEvent, 'data'> & { created_at: Date; data: object },
): Promise<void> {
  const id = idFrom(`event:${type}:${key}`)
  const row = { id, type, owner_id, created_at, body: bodyOf({ id, type, created_at, data }) }
  if (await insertEvent(db, row)) await deliverToAll(db, row)
}

/** The bytes that are signed, the same for every try. */
export function bodyOf({ id, type, created_at, data }: { id: string; type: string; created_at: Date; data: object }) {
  return JSON.stringify({ id, type, timestamp: created_at.toISOString(), data })
}
