import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { NEED_KINDS, NEEDS, type NeedKind } from '@portico/contract/operator-today.ts'
import { type StaffAction, staffMay } from '@portico/contract/staff-permissions.ts'
import { DAY_MS, monthStart, utcDay } from '@portico/contract/time.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { Handlers } from '#http/mount.ts'
import { usageBetween, usageOfDays, usageUntil } from '#ledger/books/index.ts'
import { callsBetween } from './find-call-store.ts'
import { type Found, type NeedSources, needReaders } from './needs.ts'
import { accountsSince } from './today-store.ts'

type Today = Output<typeof operator.today>

const RATE_MS = 5 * 60_000
const WEEK_MS = 7 * DAY_MS

/** The start page: what needs a person, and how the day goes; each role gets its own part. */
export function todayHandlers(sources: NeedSources): Pick<Handlers<typeof operator>, 'today'> {
  const readers = needReaders(sources)
  return {
    today: async (ctx) => {
      const now = ctx.clock.now()
      const may = (action: StaffAction) => staffMay(ctx.staff?.role ?? 'admin', action)
      const seesMoney = may('see_money')
      const seesCustomers = may('see_customers')
      const [today, before] = seesMoney || seesCustomers ? await bothDays(ctx, now) : [undefined, undefined]
      const added = seesCustomers ? await newAccounts(ctx, now) : null
      return {
        at: now.toISOString(),
        needs: await needsOf(ctx, readers, may),
        revenue_micros: seesMoney && today ? { today: today.micros, before: before.micros } : null,
        month: seesMoney ? await monthOf(ctx, now) : null,
        calls: { seconds: RATE_MS / 1000, ...(await callsBetween(ctx.db, new Date(now.getTime() - RATE_MS), now)) },
        new_customers: added,
        active_customers: seesCustomers && today ? { today: today.customers, before: before.customers } : null,
      }
    },
  }
}

async function bothDays(ctx: RequestCtx, now: Date) {
  const before = new Date(wholeMinute(now.getTime()).getTime() - WEEK_MS)
  const isMidnight = utcDay(before) !== utcDay(new Date(before.getTime() - 1))
  const none = { micros: 0, customers: 0 }
  const last = isMidnight ? none : await usageUntil(ctx.db, utcDay(before), before)
  return [await usageBetween(ctx.db, utcDay(now), utcDay(now)), last] as const
}

async function monthOf(ctx: RequestCtx, now: Date): Promise<NonNullable<Today['month']>> {
  const [start, before] = [monthStart(now), monthStart(now, -1)]
  return {
    micros: await usageOfDays(ctx.db, utcDay(start), utcDay(now)),
    before_micros: await usageOfDays(ctx.db, utcDay(before), utcDay(new Date(start.getTime() - 1))),
  }
}

async function newAccounts(ctx: RequestCtx, now: Date): Promise<Today['new_customers']> {
  const start = Date.parse(utcDay(now))
  const today = await accountsSince(ctx.db, new Date(start), now)
  const before = await accountsSince(ctx.db, new Date(start - WEEK_MS), new Date(now.getTime() - WEEK_MS))
  return { today, before }
}

async function needsOf(
  ctx: RequestCtx,
  readers: ReturnType<typeof needReaders>,
  may: (action: StaffAction) => boolean,
): Promise<Today['needs']> {
  const kinds = NEED_KINDS.filter((kind) => may(NEEDS[kind]))
  const found = await Promise.all(
    kinds.map(async (kind): Promise<[NeedKind, Found]> => [kind, await readers[kind](ctx)]),
  )
  return found
    .filter(([, { count }]) => count > 0)
    .map(([kind, { count, at, items }]) => ({
      kind,
      count,
      at: written(at),
      items: items.map((item) => ({ ...item, at: written(item.at) })),
    }))
}

function wholeMinute(ms: number): Date {
  return new Date(Math.floor(ms / 60_000) * 60_000)
}

function written(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
