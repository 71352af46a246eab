import { randomUUID } from 'node:crypto'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { processorOf } from './customer.ts'
import {
  customerOf,
  lockMethods,
  type MethodRow,
  makeBackup,
  makeDefault,
  markRemoved,
  methodById,
  methodsOf,
  putMethod,
} from './method-store.ts'

/** Stored methods of an account, as listed by the processor, and the default among them. */
export async function listMethods(ctx: Pick<Ctx, 'db' | 'payments'>, owner_id: number): Promise<MethodRow[]> {
  const { processor } = ctx.payments
  return processor ? methodsOf(ctx.db, owner_id, processor.name) : []
}

export async function defaultMethod(
  ctx: Pick<Ctx, 'db' | 'payments'>,
  owner_id: number,
): Promise<MethodRow | undefined> {
  return (await listMethods(ctx, owner_id)).find(({ is_default }) => is_default)
}

/** Brings our list to that of the processor, whatever the order of events. */
export async function syncMethods(ctx: Ctx, owner_id: number): Promise<void> {
  const processor = processorOf(ctx)
  const customer = await customerOf(ctx.db, owner_id, processor.name)
  if (!customer) return
  const stored = await processor.methods(customer.customer_ref)
  await inTx(ctx.db, async (db) => {
    await lockMethods(db, owner_id)
    const now = ctx.clock.now()
    for (const method of stored)
      await putMethod(db, { ...method, id: randomUUID(), owner_id, processor: processor.name, created_at: now })
    const gone = (await methodsOf(db, owner_id, processor.name)).filter(({ method_ref }) =>
      stored.every((method) => method.method_ref !== method_ref),
    )
    await markRemoved(
      db,
      gone.map(({ id }) => id),
      now,
    )
    await keepDefault(ctx, db, owner_id)
  })
}

/** An account with methods has a default: the newest, when there is none. */
async function keepDefault(ctx: Pick<Ctx, 'payments'>, db: Db, owner_id: number): Promise<void> {
  const [first] = await methodsOf(db, owner_id, processorOf(ctx).name)
  if (first && !first.is_default) await makeDefault(db, owner_id, first.id)
}

type OnChanged = (db: Db, method: MethodRow) => Promise<void>

export async function setDefault(ctx: Ctx, owner_id: number, id: string, onSet: OnChanged): Promise<void> {
  await inTx(ctx.db, async (db) => {
    await lockMethods(db, owner_id)
    const method = await ownMethod({ ...ctx, db }, owner_id, id)
    await makeDefault(db, owner_id, id)
    await onSet(db, method)
  })
}

/** Charged when the default of an automatic payment is declined; null removes it. The default itself cannot be the back-up. */
export async function setBackup(ctx: Ctx, owner_id: number, id: string | null, onSet: (db: Db) => Promise<void>) {
  await inTx(ctx.db, async (db) => {
    await lockMethods(db, owner_id)
    const method = id === null ? undefined : await ownMethod({ ...ctx, db }, owner_id, id)
    if (method?.is_default) throw new Problem('unknown_method')
    await makeBackup(db, owner_id, method?.id)
    await onSet(db)
  })
}

/** Removed at the processor first: a method shown as removed can no longer be charged. */
export async function removeMethod(ctx: Ctx, owner_id: number, id: string, onRemoved: OnChanged): Promise<void> {
  const method = await ownMethod(ctx, owner_id, id)
  await processorOf(ctx).removeMethod(method.method_ref)
  await inTx(ctx.db, async (db) => {
    await lockMethods(db, owner_id)
    await markRemoved(db, [id], ctx.clock.now())
    await keepDefault(ctx, db, owner_id)
    await onRemoved(db, method)
  })
}

async function ownMethod(ctx: Pick<Ctx, 'db'>, owner_id: number, id: string): Promise<MethodRow> {
  const method = await methodById(ctx.db, id)
  if (!method || method.owner_id !== owner_id || method.removed_at) throw new Problem('unknown_method')
  return method
}
