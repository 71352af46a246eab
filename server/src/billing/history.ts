import type { BalanceHistory, billing, HistoryLine, Period } from '@portico/contract/billing.ts'
import { inCurrency } from '@portico/contract/currency.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { type Language, languageOfField } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import { activeLogin } from '#access/index.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { csvHead, csvLine } from '#http/csv.ts'
import { readStatement } from '#ledger/index.ts'
import { userById } from '#users/index.ts'
import { decimalOf } from './decimal-of.ts'
import { detailsOf } from './details-store.ts'
import { customerOf } from './document-parties.ts'
import { drawHistory } from './draw-history.ts'
import { shownLine } from './shown-line.ts'
import { monthsOf, spanOf } from './spans.ts'

const PAGE = 100
/** Identifies a line by its day and time, or by its day and API. */
const KEY = /^\d{4}-\d\d-\d\d\|[01]\|[\w:.-]+\|[\w-]+$/
export async function getHistory(
  ctx: UserCtx,
  { kind, before, ...period }: Input<typeof billing.getHistory>,
): Promise<BalanceHistory> {
  if (before !== undefined && !KEY.test(before)) throw new Problem('bad_request')
  const { id, login } = await activeLogin(ctx)
  const newest = { before, limit: PAGE + 1 }
  const { lines, ...sums } = await readStatement(ctx.db, id, { ...spanOf(period), kind, newest })
  const shown = lines.slice(0, PAGE).map((line) => shownLine(ctx.catalogue, line))
  return { login, ...sums, lines: shown, next: lines.length > PAGE ? (shown.at(-1)?.key ?? null) : null }
}

export async function historyFile(ctx: UserCtx, { format, ...period }: Period & { format: 'csv' | 'pdf' }) {
  const { id, login, owner_id } = await activeLogin(ctx)
  const name = `balance-history-${period.from}-${period.to}.${format}`
  if (format === 'csv')
    return { name, type: 'text/csv; charset=utf-8', lines: historyLines(ctx, { id, login }, period) }
  const reader = await userById(ctx, ctx.session.user_id)
  const language = languageOfField(reader?.language)
  const pdf = await statementPdf(ctx, { id, login, owner_id }, { period, language, brand: ctx.brand })
  return { name, type: 'application/pdf', lines: [pdf] }
}

/** The statement of a login, on the screen or by mail. */
export async function statementPdf(
  ctx: Pick<Ctx, 'db' | 'billing' | 'clock' | 'catalogue'>,
  { id, login, owner_id }: { id: number; login: string; owner_id: number },
  { period, language, brand }: { period: Period; language: Language; brand: Brand },
): Promise<Buffer> {
  const statement = await readStatement(ctx.db, id, spanOf(period))
  const holder = customerOf(language, await detailsOf(ctx.db, owner_id), await userById(ctx, owner_id))
  return drawHistory({
    ...statement,
    lines: statement.lines.map((line) => shownLine(ctx.catalogue, line)),
    login,
    period,
    holder,
    language,
    brand,
    logo: brand.wl_id === 0 ? ctx.billing.logo : null,
    now: ctx.clock.now(),
  })
}

const columns = () => [
  'date',
  'time',
  'movement',
  'api',
  'count',
  'reference',
  inCurrency('amount'),
  inCurrency('balance'),
  'login',
]

/** Oldest first, a month at a time, so that memory stays flat. The balance is carried from line to line, as on a bank statement. */
async function* historyLines(
  ctx: Pick<Ctx, 'db' | 'catalogue'>,
  { id, login }: { id: number; login: string },
  period: Period,
): AsyncGenerator<string> {
  yield csvHead(columns())
  let balance: number | undefined
  for (const span of monthsOf(spanOf(period))) {
    const { opening_micros, lines } = await readStatement(ctx.db, id, span)
    balance ??= opening_micros
    let text = ''
    for (const line of lines) {
      balance += line.amount_micros
      text += csvOf(shownLine(ctx.catalogue, line), balance, login)
    }
    if (text) yield text
  }
}

function csvOf(
  { day, at, kind, api, count, about, amount_micros }: HistoryLine,
  balance: number,
  login: string,
): string {
  const time = at?.slice(11, 19) ?? null
  return csvLine([day, time, kind, api?.id ?? null, count, about, decimalOf(amount_micros), decimalOf(balance), login])
}
