import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { boundLogin, loginLimits, loginNamed } from '#access/index.ts'
import { changesBetween, lastAuditCheck } from '#audit/index.ts'
import { type Catalogue, understood } from '#catalogue/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { publishVersion } from '#databases/index.ts'
import type { Gateway } from '#gateway/index.ts'
import { change } from '#http/change.ts'
import type { Metrics } from '#http/metrics.ts'
import type { Handlers } from '#http/mount.ts'
import { comparisonState } from '#payments/index.ts'
import type { Prices } from '#prices/index.ts'
import type { Source, Status } from '#status/index.ts'
import { askToConfirm, userByEmail, userCount } from '#users/index.ts'
import { approvalHandlers } from './approvals.ts'
import { auditLogHandlers } from './audit-log.ts'
import { bookHandlers } from './books.ts'
import { catalogueHandlers } from './catalogue.ts'
import { credit, recallForDebit } from './credit.ts'
import { customerHandlers } from './customers.ts'
import { grant, revoke } from './features.ts'
import { impersonate } from './impersonate.ts'
import { incidentHandlers } from './incidents.ts'
import { issueOnetime } from './issue-onetime.ts'
import { mailHandlers } from './mails.ts'
import { moneyHandlers } from './money.ts'
import { monthHandlers } from './months.ts'
import { noticeHandlers } from './notices.ts'
import { tokenHandlers } from './operator-tokens.ts'
import { paymentHandlers } from './payments.ts'
import { priceHandlers } from './prices.ts'
import { promoOperatorHandlers } from './promos.ts'
import { queueItemHandlers } from './queue-items.ts'
import { queueHandlers } from './queues.ts'
import { refundHandlers } from './refunds.ts'
import { requestHandlers } from './requests.ts'
import { revenueHandlers } from './revenue.ts'
import { serviceHandlers } from './service.ts'
import { showUser } from './show-user.ts'
import type { SourceCosts } from './source-costs.ts'
import { staffHandlers } from './staff.ts'
import { staffSees } from './staff-sees.ts'
import { todayHandlers } from './today.ts'
import { uploadHandlers } from './uploads.ts'
import { userHandlers } from './users.ts'
import { webhookHandlers } from './webhooks.ts'
import { whitelabelHandlers } from './whitelabels.ts'

interface About {
  version: string
  database: string
  embedded: boolean
  started: Date
}

interface Parts {
  about: About
  prices: Prices
  metrics: Metrics
  gateway: Gateway
  status: Status
}

export function operatorHandlers(parts: Parts, source: Source, costs: SourceCosts): Handlers<typeof operator> {
  const { about, prices, metrics, gateway, status } = parts
  const queues = queueHandlers(metrics)
  return {
    showUser,
    loadedCatalogue: async (ctx) => ({ paths: ctx.catalogue.entries.map(understood) }),
    unconfirm: change(async (ctx, { email, reason }) => {
      const user = await userByEmail(ctx, email)
      if (!user) throw new Problem('unknown_user')
      const changed = await askToConfirm(ctx, user.id)
      if (changed) ctx.audit('unconfirmed', { user_id: user.id, detail: { reason } })
      return { email: user.email, changed }
    }),
    grant: change(grant),
    revoke: change(revoke),
    setLogin: change(async (ctx, { login, reason, by: _, subscriptions, ...bounds }) => {
      checkSubscriptions(ctx.catalogue, subscriptions ?? [])
      const given = { ...bounds, ...(subscriptions && { subscriptions }) }
      const before = await boundsOf(ctx, login)
      const { owner_id, ...now } = await boundLogin(ctx, login, given)
      const set = { ...bounds, ...(subscriptions && { subscriptions: subscriptions.join(', ') }) }
      ctx.audit('login_bounds_changed', {
        user_id: owner_id,
        detail: { login, reason, ...set, ...changesBetween(before, set) },
      })
      return { login, ...now }
    }),
    publishDatabase: publishVersion,
    ...staffHandlers,
    ...tokenHandlers,
    ...webhookHandlers,
    ...userHandlers,
    ...catalogueHandlers,
    ...uploadHandlers(prices),
    ...customerHandlers,
    ...requestHandlers,
    ...revenueHandlers(costs),
    ...moneyHandlers,
    ...monthHandlers(costs),
    ...queues,
    ...queueItemHandlers(gateway),
    ...serviceHandlers(status, source),
    ...todayHandlers({
      queues: queues.queues,
      books: bookHandlers.books,
    }),
    ...whitelabelHandlers,
    ...noticeHandlers,
    ...incidentHandlers,
    ...paymentHandlers,
    ...priceHandlers(prices),
    ...promoOperatorHandlers,
    // Last: these are the same actions with the limit of one person.
    ...approvalHandlers({
      credit: change(credit, { before: recallForDebit }),
      ...refundHandlers,
      ...paymentHandlers,
      ...promoOperatorHandlers,
    }),
    impersonate,
    onetime: change(issueOnetime),
    ...bookHandlers,
    ...auditLogHandlers,
    ...mailHandlers,
    status: async (ctx) => {
      const check = await lastAuditCheck(ctx)
      return {
        version: about.version,
        database: about.database,
        embedded: about.embedded,
        users: await userCount(ctx),
        uptime_s: Math.round((ctx.clock.now().getTime() - about.started.getTime()) / 1000),
        audit: check ? { checked_at: check.at.toISOString(), rows: check.rows, broken: check.broken } : null,
        payments: staffSees(ctx, 'see_money') ? await comparisonState(ctx) : null,
      }
    },
  }
}

/** For the log, under the names of the input. */
async function boundsOf(ctx: RequestCtx, login: string) {
  const { id, status, subscriptions } = await loginNamed(ctx, login)
  const { request_limits } = await loginLimits(ctx, id)
  return { ...request_limits, on_hold: status === 'on_hold', subscriptions: subscriptions.join(', ') }
}

/** A name that no function needs would silently grant nothing. */
function checkSubscriptions({ entries }: Pick<Catalogue, 'entries'>, given: string[]): void {
  const known = [...new Set(entries.flatMap(({ subscription }) => subscription ?? []))].toSorted()
  const unknown = given.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const list = known.length > 0 ? `known are ${known.join(', ')}` : 'no function needs one'
  throw new Problem('invalid_input', { fields: { subscriptions: `${unknown.join(', ')} is unknown; ${list}` } })
}
