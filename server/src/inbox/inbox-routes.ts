import { inbox } from '@portico/contract/inbox.ts'
import { inboxCount } from '@portico/contract/inbox-count.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { mount } from '#http/mount.ts'
import { inboxCountHandlers, inboxHandlers } from './handlers.ts'

export function inboxRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, inbox, inboxHandlers)
  mount(app, ctx, checks, inboxCount, inboxCountHandlers)
}
