import { createHash } from 'node:crypto'
import type { operator } from '@portico/contract/operator.ts'
import type { ClosedMonth } from '@portico/contract/operator-months.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS, monthStart, utcDay } from '@portico/contract/time.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import type { Handlers } from '#http/mount.ts'
import { firstDayOfBooks, lastClosedDay } from '#ledger/books/index.ts'
import { spanOf, writeMonth } from './month-file.ts'
import { closedMonths, fileOfMonth, insertMonth } from './month-store.ts'
import type { SourceCosts } from './source-costs.ts'

type Mine = 'listMonths' | 'closeMonth' | 'monthFile'

/** Months for the accountant. Each is closed once its days are, which proves that they balance and receive no more bookings. */
export function monthHandlers(costs: SourceCosts): Pick<Handlers<typeof operator>, Mine> {
  return {
    listMonths: async (ctx) => ({ months: await monthsOf(ctx) }),
    closeMonth: async (ctx, { month, reason, by }) => {
      const found = await monthOf(ctx, month)
      if (found.closed_at !== null) return found
      if (found.not_yet) throw new Problem('invalid_input', { fields: { month: WHY[found.not_yet] } })
      const file = await writeMonth(ctx, costs, month)
      const row = { month, closed_at: ctx.clock.now(), closed_by: by, sha256: sha256(file), file }
      await inTx(ctx.db, async (db) => {
        if (await insertMonth(db, row))
          await audit({ ...ctx, db }, 'month_closed', {
            actor: `operator:${by}`,
            detail: { month, sha256: row.sha256, reason },
          })
      })
      return monthOf(ctx, month)
    },
    monthFile: async (ctx, { month }) => {
      const row = await fileOfMonth(ctx.db, month)
      if (!row) throw new Problem('invalid_input', { fields: { month: 'is not closed' } })
      if (sha256(row.file) !== row.sha256) throw new Error(`the file of ${month} is not what was written`)
      return { name: `accounts-${month}.zip`, content: row.file.toString('base64'), sha256: row.sha256 }
    },
  }
}

const WHY = { not_over: 'is not over', days_open: 'has days whose books are not closed yet' }

/** From the first booking to this month, newest first. */
async function monthsOf(ctx: RequestCtx): Promise<ClosedMonth[]> {
  const first = await firstDayOfBooks(ctx.db)
  const months: string[] = []
  const now = monthStart(ctx.clock.now())
  for (let at = now; first !== undefined && utcDay(at) >= `${first.slice(0, 7)}-01`; at = monthStart(at, -1))
    months.push(utcDay(at).slice(0, 7))
  const closed = await closedMonths(ctx.db)
  const last = await lastClosedDay(ctx.db)
  return months.map((month) => {
    const row = closed.find((one) => one.month === month)
    return {
      month,
      closed_at: row?.closed_at.toISOString() ?? null,
      closed_by: row?.closed_by ?? null,
      sha256: row?.sha256 ?? null,
      bytes: row?.bytes ?? null,
      not_yet: row ? null : notYet(ctx, month, last),
    }
  })
}

async function monthOf(ctx: RequestCtx, month: string): Promise<ClosedMonth> {
  const found = (await monthsOf(ctx)).find((one) => one.month === month)
  if (!found) throw new Problem('invalid_input', { fields: { month: 'has no bookings' } })
  return found
}

function notYet(ctx: RequestCtx, month: string, last: string | undefined): ClosedMonth['not_yet'] {
  const { until } = spanOf(month)
  if (until > ctx.clock.now()) return 'not_over'
  return last !== undefined && last >= utcDay(new Date(until.getTime() - DAY_MS)) ? null : 'days_open'
}

function sha256(file: Buffer): string {
  return createHash('sha256').update(file).digest('hex')
}
