import { closing } from '@portico/contract/closing.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { change } from '#http/change.ts'
import { mount } from '#http/mount.ts'
import { closeAccount, keepAccount } from './close-account.ts'
import { getClosing } from './get-closing.ts'

export function closingRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, closing, {
    getClosing,
    closeAccount: change(closeAccount),
    keepAccount: change(keepAccount),
  })
}
