import { alertChannels } from '@portico/contract/alert-channels.ts'
import { alerting } from '@portico/contract/alerts.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { mount } from '#http/mount.ts'
import { alertChannelHandlers, alertingHandlers } from './handlers.ts'

export function alertRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, alerting, alertingHandlers)
  mount(app, ctx, checks, alertChannels, alertChannelHandlers)
}
