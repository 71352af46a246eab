import { sso, ssoSignIn } from '@portico/contract/sso.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { mount } from '#http/mount.ts'
import { ssoHandlers, ssoSignInHandlers } from './handlers.ts'

/** Single sign-on, its set-up by owners and its use by members. */
export function ssoRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, sso, ssoHandlers)
  mount(app, ctx, checks, ssoSignIn, ssoSignInHandlers)
}
