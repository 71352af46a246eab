import { alertChannels } from '@portico/contract/alert-channels.ts'
import { alerting } from '@portico/contract/alerts.ts'
import { budgets } from '@portico/contract/budgets.ts'
import { inbox } from '@portico/contract/inbox.ts'
import { inboxCount } from '@portico/contract/inbox-count.ts'
import type { FastifyInstance } from 'fastify'
import { alertChannelHandlers, alertingHandlers } from '#alerts/handlers.ts'
import { budgetHandlers } from '#budgets/handlers.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { mount } from '#http/mount.ts'
import { inboxCountHandlers, inboxHandlers } from '#inbox/handlers.ts'

/** Everything about what customers are notified of. */
export function mountAlerts(app: FastifyInstance, ctx: Ctx, checks: Parameters<typeof mount>[2]): void {
  mount(app, ctx, checks, alerting, alertingHandlers)
  mount(app, ctx, checks, alertChannels, alertChannelHandlers)
  mount(app, ctx, checks, budgets, budgetHandlers)
  mount(app, ctx, checks, inbox, inboxHandlers)
  mount(app, ctx, checks, inboxCount, inboxCountHandlers)
}
