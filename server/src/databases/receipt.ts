import { currency } from '@portico/contract/currency.ts'
import type { purchaseReceipt } from '@portico/contract/database-files.ts'
import { FILE_ENDINGS, type Purchase } from '@portico/contract/databases.ts'
import { type Language, languageOfField } from '@portico/contract/language.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import type * as z from 'zod/mini'
import { activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { textsIn } from '#i18n/translate.ts'
import { userById } from '#users/index.ts'
import { showPurchase } from './show-purchases.ts'

export async function receiptOf(ctx: UserCtx, { id }: z.output<typeof purchaseReceipt.input>) {
  const { owner_id } = await activeLogin(ctx)
  const language = languageOfField((await userById(ctx, ctx.session.user_id))?.language)
  const purchase = await showPurchase(ctx, { id, owner_id, language })
  const owner = await userById(ctx, owner_id)
  const text = writeReceipt(purchase, language, { brand: ctx.brand.title, account: owner?.email ?? '' })
  return { name: `${purchase.reference}.txt`, type: 'text/plain; charset=utf-8', lines: oneText(text) }
}

async function* oneText(text: string): AsyncGenerator<string> {
  yield text
}

export function writeReceipt(
  purchase: Purchase,
  language: Language,
  { brand, account }: { brand: string; account: string },
): string {
  const t = textsIn(language)
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: currency(), currencyDisplay: 'code' })
  const whole = new Intl.NumberFormat(language)
  const amount = money.format(microsToUnits(purchase.amount_micros))
  const lines: [string, string][] = [
    [t('Order'), purchase.reference],
    [t('Date'), `${day.format(new Date(purchase.created_at))} (UTC)`],
    [t('Account'), account],
    [t('Paid from the balance of'), purchase.login],
    [t('Database'), purchase.title],
    [t('Version'), purchase.version],
    [t('Locations'), purchase.locations.map((code) => countries.of(code) ?? code).join(', ')],
    [t('Format'), FILE_ENDINGS[purchase.format]],
    ...optional(t('Updates until'), purchase.updates_until && day.format(new Date(purchase.updates_until))),
    [t('Amount'), amount],
    ...optional(t('Refunded to the balance'), purchase.state === 'failed' && amount),
  ]
  const width = Math.max(...lines.map(([label]) => label.length)) + 2
  const files = purchase.files.map(
    ({ name, records, sha256 }) => `  ${name}  ${whole.format(records)} ${t('records')}\n  SHA-256 ${sha256}`,
  )
  return [
    `${brand} · ${t('Receipt')}`,
    '',
    ...lines.map(([label, value]) => `${label.padEnd(width)}${value}`),
    ...(files.length > 0 ? ['', t('Files'), ...files] : []),
    '',
    t('Paid from credit added earlier. Invoices are issued for payments; this receipt is not an invoice.'),
    '',
  ].join('\n')
}

function optional(label: string, value: string | false | null): [string, string][] {
  return value ? [[label, value]] : []
}
