import { languageOfField } from '@portico/contract/language.ts'
import type { PaymentFailure } from '@portico/contract/payments.ts'
import { loginLimits, payersOf } from '#access/index.ts'
import { orderIdOf } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { labelOf } from '#integrations/payment-processor.ts'
import { enqueueMail } from '#mail/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { methodsOf } from './method-store.ts'
import { factsOf, newReference } from './order-facts.ts'
import { insertOrder, type OrderRow, orderById } from './order-store.ts'

/** Another card is no help where it is unknown whether the first card was charged, or where the service failed. */
const ANOTHER_CARD_HELPS: PaymentFailure[] = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'authentication_needed',
  'method_removed',
]

/** The id of the order that charges the back-up card derives from this one: there is at most one. */
export function backupIdOf(order_id: string): string {
  return orderIdOf('backup', order_id)
}

/**
 * In the transaction in which an automatic order has failed: creates the order that charges the back-up card, which counts as the
 * same attempt. Where there is none, or it would not help, listeners are notified of the failure. A card that its bank has blocked
 * as lost, stolen or fraudulent ends the attempt: the thief may have the other card too.
 */
export async function orderFailed(ctx: Ctx, db: Db, order: OrderRow, is_blocked = false): Promise<void> {
  const helps = order.failure !== null && ANOTHER_CARD_HELPS.includes(order.failure) && !is_blocked
  const is_first_try = !order.is_present && order.method_id !== null && order.backup_of === null
  const backup = helps && is_first_try ? await backupMethod(db, order) : undefined
  if (!backup) return notifyFailed(ctx, db, order)
  const { owner_id, login_id, processor, purpose, product, amount_micros, tax_micros, tax_facts, origin } = order
  const now = ctx.clock.now()
  await insertOrder(db, {
    id: backupIdOf(order.id),
    reference: newReference(),
    owner_id,
    login_id,
    created_by: null,
    processor,
    purpose,
    product,
    amount_micros,
    tax_micros,
    tax_facts: JSON.stringify(tax_facts),
    state: 'created',
    method_id: backup.id,
    method_label: labelOf(backup),
    is_present: false,
    origin,
    created_at: now,
    changed_at: now,
    backup_of: order.id,
  })
  const next = await orderById(db, backupIdOf(order.id))
  if (!next) throw new Error(`back-up order for ${order.id} was not stored`)
  for (const listener of ctx.payments.listeners)
    await listener.replaced?.({ ...ctx, db }, db, factsOf(order), factsOf(next))
  ctx.payments.onStep('backup order made')
}

async function backupMethod(db: Db, { owner_id, method_id, processor }: OrderRow) {
  if (processor === 'wire') return undefined
  const methods = await methodsOf(db, owner_id, processor)
  return methods.find(({ id, is_backup }) => is_backup && id !== method_id)
}

async function notifyFailed(ctx: Ctx, db: Db, order: OrderRow): Promise<void> {
  const first = order.backup_of ? await orderById(db, order.backup_of) : undefined
  const method_label = [first?.method_label, order.method_label].filter(Boolean).join(', ')
  const failed = { ...factsOf(order), method_label, failure: order.failure ?? 'processor_error' }
  for (const listener of ctx.payments.listeners) await listener.failed?.({ ...ctx, db }, db, failed)
}

/** In the transaction in which it was paid. */
export async function mailBackupUsed(ctx: Ctx, db: Db, order: OrderRow): Promise<void> {
  const within = { ...ctx, db }
  const first = order.backup_of ? await orderById(db, order.backup_of) : undefined
  if (!first) return
  const { login } = await loginLimits(within, order.login_id)
  for (const { id, email, name, language } of await payersOf(within, order.owner_id)) {
    const site = await siteOfAccount(within, id)
    await enqueueMail(within, {
      to: email,
      site,
      template: 'backup_card_used',
      language: languageOfField(language),
      data: {
        name,
        login,
        declined: first.method_label,
        method: order.method_label,
        total_micros: order.amount_micros + order.tax_micros,
        link: new URL('/users/getrows?tab=methods', site.origin).href,
      },
    })
  }
}
