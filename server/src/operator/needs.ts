import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import type { NeedKind } from '@portico/contract/operator-today.ts'
import { normaliseEmail } from '@portico/contract/rules.ts'
import { DAY_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { endingKeys } from '#access/secrets/index.ts'
import { lastAuditCheck } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { overdueDay } from '#ledger/books/index.ts'
import { listBouncedMails, listFailedMails } from '#mail/index.ts'
import { comparisonState, ordersToMend, stuckMessages } from '#payments/index.ts'
import { openBreakers } from '#service/index.ts'
import { shownApprovals } from './approvals.ts'
import { ordersWithoutInvoice } from './today-store.ts'
import { idsOfEmails } from './user-list-store.ts'

/** Where the numbers come from that other commands show as well. */
export interface NeedSources {
  queues: (ctx: RequestCtx) => Promise<Output<typeof operator.queues>>
  books: (ctx: RequestCtx) => Promise<Output<typeof operator.books>>
}

export interface Found {
  count: number
  at: Date | null
  items: { label: string; note?: string; at: Date | null; customer_id: number | null }[]
}

const SHOWN = 5
/** A queue is emptied within seconds; what waits longer needs someone. */
const OLD_S = 60
/** As long before its end the maker of a key gets a mail. */
const KEY_DAYS = 7
/** Support writes to the customer by another way within these days. */
const BOUNCE_DAYS = 7
/** An invoice that is missing for longer was looked into or belongs to an older version. */
const INVOICE_DAYS = 30
/** After all orders of these days had one, only newer orders are read for so long: all of 300,000 take a third of a second. */
const INVOICES_AGAIN_MS = 10 * MINUTE_MS

/** What needs a person, by kind; a new kind is one line here and one in the contract. */
export function needReaders({ queues, books }: NeedSources): Record<NeedKind, (ctx: RequestCtx) => Promise<Found>> {
  let all_invoiced_ms = 0
  return {
    sources: async (ctx) => {
      const open = await openBreakers(ctx)
      return listed(open.map(({ endpoint: label }) => ({ label, at: null, customer_id: null })))
    },
    approvals: async (ctx) => {
      const waiting = await shownApprovals(ctx, 'waiting')
      return listed(
        waiting.map(({ requested_by, reason, requested_at, customer }) => ({
          label: `${requested_by}: ${reason}`,
          at: new Date(requested_at),
          customer_id: customer?.id ?? null,
        })),
      )
    },
    books: async (ctx) => {
      const { result } = await books(ctx)
      // Before the job has run in this process, an open day means nothing.
      const hasRun = (await queues(ctx)).jobs.some(({ job }) => job === 'close_days')
      const day = hasRun ? await overdueDay(ctx) : undefined
      const lines = [...(result?.discrepancies ?? []), ...(day ? [day] : [])]
      return {
        ...listed(lines.map((label) => ({ label, at: null, customer_id: null }))),
        at: day ? new Date(day) : null,
      }
    },
    audit: async (ctx) => {
      const check = await lastAuditCheck(ctx)
      const broken = check?.broken ?? []
      return listed(broken.map((one) => ({ label: String(one), at: check?.at ?? null, customer_id: null })))
    },
    payments_held: async (ctx) => ofOrders(await ordersToMend(ctx.db, 'held', SHOWN)),
    disputes: async (ctx) => ofOrders(await ordersToMend(ctx.db, 'disputed', SHOWN)),
    wires: async (ctx) => ofOrders(await ordersToMend(ctx.db, 'wire', SHOWN)),
    payment_messages: async (ctx) => {
      const rows = await stuckMessages(ctx.db, SHOWN)
      return counted(rows, ({ type, at }) => ({ label: type, at, customer_id: null }))
    },
    payment_findings: async (ctx) => {
      const { findings } = await comparisonState(ctx)
      return listed(
        findings.map(({ payment_ref, finding, found_at }) => ({
          label: `${payment_ref}: ${finding}`,
          at: new Date(found_at),
          customer_id: null,
        })),
      )
    },
    documents: async (ctx) => {
      const now_ms = ctx.clock.now().getTime()
      const isRecent = now_ms - all_invoiced_ms < INVOICES_AGAIN_MS
      const since = isRecent ? new Date(all_invoiced_ms - INVOICES_AGAIN_MS) : ago(ctx, INVOICE_DAYS)
      const orders = await ordersWithoutInvoice(ctx.db, since, SHOWN)
      if (!isRecent && orders.length === 0) all_invoiced_ms = now_ms
      return ofOrders(orders)
    },
    queues: async (ctx) => {
      const old = (await queues(ctx)).queues.filter(({ oldest_s }) => oldest_s >= OLD_S)
      const items = old.map(({ queue, oldest_s }) => ({
        label: queue,
        at: new Date(ctx.clock.now().getTime() - oldest_s * 1000),
        customer_id: null,
      }))
      const oldest = items.toSorted((one, other) => one.at.getTime() - other.at.getTime())
      return { ...listed(oldest), count: old.reduce((sum, { waiting }) => sum + waiting, 0) }
    },
    mails: async (ctx) => {
      const rows = await listFailedMails(ctx.db, ago(ctx, 1), SHOWN)
      return counted(rows, ({ template, failed_at }) => ({ label: template, at: failed_at, customer_id: null }))
    },
    bounces: async (ctx) => {
      const rows = await listBouncedMails(ctx.db, ago(ctx, BOUNCE_DAYS), SHOWN)
      const owners = await idsOfEmails(
        ctx.db,
        rows.map(({ to_address }) => to_address),
      )
      return counted(rows, ({ to_address, bounce, bounced_at }) => ({
        label: to_address,
        note: bounce ?? '',
        at: bounced_at,
        customer_id: owners.get(normaliseEmail(to_address)) ?? null,
      }))
    },
    keys: async (ctx) => {
      const now = ctx.clock.now()
      const rows = await endingKeys(ctx.db, now, ago(ctx, -KEY_DAYS), SHOWN)
      return counted(rows, ({ name, expires_at, owner_id }) => ({ label: name, at: expires_at, customer_id: owner_id }))
    },
  }
}

function ago({ clock }: Pick<RequestCtx, 'clock'>, days: number): Date {
  return new Date(clock.now().getTime() - days * DAY_MS)
}

function listed(items: Found['items']): Found {
  return { count: items.length, at: items[0]?.at ?? null, items: items.slice(0, SHOWN) }
}

/** Rows that know how many there are besides them. */
function counted<Row extends { total: number }>(rows: Row[], item: (row: Row) => Found['items'][number]): Found {
  return { ...listed(rows.map(item)), count: rows[0]?.total ?? 0 }
}

function ofOrders(rows: { reference: string; owner_id: number; at: Date; total: number }[]): Found {
  return counted(rows, ({ reference, owner_id, at }) => ({ label: reference, at, customer_id: owner_id }))
}
