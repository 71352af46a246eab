import { currency, RATES_BASE } from '@portico/contract/currency.ts'
import type { Micros } from '@portico/contract/money.ts'
import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import type { BillingSettings, DayRates, Seller } from '#ctx/billing.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { fetchText } from '#integrations/fetch-text.ts'
import type { DocumentContent } from './document-content.ts'
import { convert, parseRates, rateOn, ratesOfFolder } from './exchange-rates.ts'
import { putRates, ratesBefore } from './rate-store.ts'

/** All days since 1999 are 700 KB as CSV and 8 MB as XML. */
const MAX_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 20_000
const DAYS_STORED = 400

export type DeclaredTax = DocumentContent['tax']['declared']

/**
 * The tax in the currency the seller declares it in (Article 230 of the VAT directive), by the newest rate on or before the day the
 * tax fell due. A rate older than allowed is used all the same, as an invoice must not wait: its day is printed and a warning
 * logged.
 */
export async function declaredTax(
  ctx: Pick<Ctx, 'db' | 'billing' | 'log'>,
  seller: Pick<Seller, 'currency'>,
  tax_micros: Micros,
  at: Date,
): Promise<DeclaredTax> {
  const { exchange } = ctx.billing
  const [from, to] = [currency(), seller.currency]
  if (!exchange || to === null || to === from || tax_micros === 0) return null
  const day = utcDay(at)
  const needed = [from, to].filter((code) => code !== RATES_BASE)
  const stored = await ratesBefore(ctx.db, day, needed)
  const rate = rateOn(stored ? [stored, ...exchange.at_start] : exchange.at_start, day, { from, to })
  if (!rate) throw new Error(`exchange rate from ${from} to ${to} is unknown`)
  const age_days = Math.abs(Date.parse(day) - Date.parse(rate.day)) / DAY_MS
  if (age_days > exchange.max_age_days)
    ctx.log.warn({ from, to, rate_day: rate.day, tax_day: day, age_days }, 'exchange rate is older than allowed')
  return { currency: to, tax_micros: convert(tax_micros, from, rate), ...rate, source: 'ECB' }
}

/** The tax of a correction, by the rate of the document it corrects. */
export function declaredAgain(before: DeclaredTax, tax_micros: Micros): DeclaredTax {
  return before && { ...before, tax_micros: convert(tax_micros, currency(), before) }
}

/** Every hour: reads new files of the folder, and the configured address. */
export async function refreshRates(ctx: Pick<Ctx, 'db' | 'billing' | 'log'>): Promise<void> {
  const { exchange } = ctx.billing
  if (!exchange) return
  await putRates(ctx.db, needed(ctx.billing, ratesOfFolder(exchange.folder)))
  if (!exchange.url) return
  const rates = parseRates(await fetchText(exchange.url, { timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES }))
  if (rates.length === 0) throw new Error(`${exchange.url} has no rates in a form of the ECB`)
  await putRates(ctx.db, needed(ctx.billing, rates))
}

/** Only the last months of a history since 1999, and only currencies that a seller sells or declares in. */
function needed({ seller, whitelabels }: BillingSettings, rates: DayRates[]): DayRates[] {
  const codes: string[] = [currency(), ...[seller, ...Object.values(whitelabels)].flatMap((one) => one.currency ?? [])]
  const days = new Set(
    rates
      .map(({ day }) => day)
      .toSorted()
      .slice(-DAYS_STORED),
  )
  return rates
    .filter(({ day }) => days.has(day))
    .map(({ day, per_euro }) => ({
      day,
      per_euro: Object.fromEntries(Object.entries(per_euro).filter(([code]) => codes.includes(code))),
    }))
}
