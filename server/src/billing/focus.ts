import type { Period } from '@portico/contract/billing.ts'
import { currency } from '@portico/contract/currency.ts'
import { DAY_MS, monthStart } from '@portico/contract/time.ts'
import { accountLogins, activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { apiTitle, titlesOf } from '#function-names/index.ts'
import { type Cell, csvLine } from '#http/csv.ts'
import { costByDay } from '#traffic/index.ts'
import { userById } from '#users/index.ts'
import { decimalOf } from './decimal-of.ts'
import { detailsOf } from './details-store.ts'
import { sellerFor } from './seller.ts'
import { monthsOf, spanOf } from './spans.ts'

/** One charge: the cost of a function for a login on a UTC day. */
interface Charge {
  day: Date
  login: string
  api: string
  api_title: string
  function: string
  function_title: string
  tasks: number
  cost_micros: number
}

interface Account {
  id: number
  name: string
  /** The service name shown to customers. */
  provider: string
  issuer: string
}

type Column = [name: string, cell: (charge: Charge, account: Account) => Cell]

/**
 * The columns of FOCUS 1.2: all mandatory ones, and the others that we can fill. We sell at one price, so that all four costs are
 * equal.
 */
const COLUMNS: Column[] = [
  ['BilledCost', ({ cost_micros }) => decimalOf(cost_micros)],
  ['BillingAccountId', (_, { id }) => String(id)],
  ['BillingAccountName', (_, { name }) => name],
  ['BillingAccountType', () => 'Account'],
  ['BillingCurrency', () => currency()],
  ['BillingPeriodEnd', ({ day }) => moment(monthStart(day, 1))],
  ['BillingPeriodStart', ({ day }) => moment(monthStart(day))],
  ['ChargeCategory', () => 'Usage'],
  ['ChargeClass', () => null],
  ['ChargeDescription', ({ api_title, function_title }) => `${api_title}: ${function_title}`],
  ['ChargeFrequency', () => 'Usage-Based'],
  ['ChargePeriodEnd', ({ day }) => moment(new Date(day.getTime() + DAY_MS))],
  ['ChargePeriodStart', ({ day }) => moment(day)],
  ['ConsumedQuantity', ({ tasks }) => tasks],
  ['ConsumedUnit', () => 'Tasks'],
  ['ContractedCost', ({ cost_micros }) => decimalOf(cost_micros)],
  ['EffectiveCost', ({ cost_micros }) => decimalOf(cost_micros)],
  ['InvoiceIssuerName', (_, { issuer }) => issuer],
  ['ListCost', ({ cost_micros }) => decimalOf(cost_micros)],
  ['PricingCategory', () => 'Standard'],
  ['PricingCurrency', () => currency()],
  ['PricingQuantity', ({ tasks }) => tasks],
  ['PricingUnit', () => 'Tasks'],
  ['ProviderName', (_, { provider }) => provider],
  ['PublisherName', (_, { provider }) => provider],
  ['ServiceCategory', () => 'Analytics'],
  ['ServiceName', ({ api_title }) => api_title],
  ['ServiceSubcategory', () => 'Other (Analytics)'],
  ['SkuId', (charge) => `${charge.api}/${charge.function}`],
  ['SkuPriceId', (charge) => `${charge.api}/${charge.function}`],
  ['SubAccountId', ({ login }) => login],
  ['SubAccountName', ({ login }) => login],
  ['SubAccountType', () => 'API login'],
]

/**
 * Covers all logins of the account, oldest day first. Programs read it, so it begins with its first column, without a byte order
 * mark.
 */
export async function focusFile(ctx: UserCtx, period: Period) {
  const { owner_id } = await activeLogin(ctx)
  const owner = await userById(ctx, owner_id)
  const details = await detailsOf(ctx.db, owner_id)
  const issuer = sellerFor(ctx.billing, await ctx.sites.ofAccount(owner_id)).name
  const account = { id: owner_id, name: details?.name ?? owner?.name ?? '', provider: ctx.brand.title, issuer }
  return {
    name: `focus-1.2-${period.from}-${period.to}.csv`,
    type: 'text/csv; charset=utf-8',
    lines: focusLines(ctx, account, period),
  }
}

async function* focusLines(ctx: UserCtx, account: Account, period: Period): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([name]) => name))
  const own = await accountLogins(ctx, account.id)
  const logins = new Map(own.map(({ id, login }) => [id, login]))
  const titleOf = titlesOf(ctx.catalogue)
  for (const { from, to } of monthsOf(spanOf(period))) {
    const rows = await costByDay(ctx, [...logins.keys()], [from.getTime(), to.getTime()])
    const lines = rows
      .filter(({ tasks, cost_micros }) => tasks > 0 || cost_micros > 0)
      .map(({ at, login_id, ...row }) => ({
        ...row,
        day: at,
        login: logins.get(login_id) ?? '',
        api_title: apiTitle(ctx.catalogue, row.api),
        function_title: titleOf(`${row.api}/${row.function}`),
      }))
      .map((charge) => csvLine(COLUMNS.map(([, cell]) => cell(charge, account))))
    if (lines.length > 0) yield lines.join('')
  }
}

function moment(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}
