import { languageOfField } from '@portico/contract/language.ts'
import type { Product } from '@portico/contract/product.ts'
import { payersOf } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import type { SubscriptionRow } from './store.ts'

type Writing = Pick<Ctx, 'db' | 'clock' | 'env' | 'sites'>

type Payer = Awaited<ReturnType<typeof payersOf>>[number]

async function headOf(ctx: Writing, payer: Payer) {
  const site = await siteOfAccount(ctx, payer.id)
  const link = new URL('/api-access-subscription', site.origin).href
  return { head: { to: payer.email, site, language: languageOfField(payer.language) }, name: payer.name, link }
}

export async function mailPrice(ctx: Writing, product: Product, row: SubscriptionRow, price_micros: number) {
  for (const payer of await payersOf(ctx, row.owner_id)) {
    const { head, name, link } = await headOf(ctx, payer)
    const metrics = { price_micros, before_micros: row.price_micros, at: row.period_end.toISOString() }
    const data = { name, title: product.titles[head.language], ...metrics, link }
    await enqueueMail(ctx, { ...head, template: 'subscription_price', data })
  }
}

export async function mailPastDue(ctx: Writing, product: Product, row: SubscriptionRow, method_label: string) {
  for (const payer of await payersOf(ctx, row.owner_id)) {
    const { head, name, link } = await headOf(ctx, payer)
    const at = (row.access_until ?? row.period_end).toISOString()
    const data = { name, title: product.titles[head.language], method: method_label, at, link }
    await enqueueMail(ctx, { ...head, template: 'subscription_past_due', data })
  }
}

export async function mailEnded(ctx: Writing, product: Product, row: SubscriptionRow) {
  for (const payer of await payersOf(ctx, row.owner_id)) {
    const { head, name, link } = await headOf(ctx, payer)
    const data = { name, title: product.titles[head.language], link }
    await enqueueMail(ctx, { ...head, template: 'subscription_ended', data })
  }
}
