import { sso, ssoSignIn } from '@portico/contract/sso.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { change } from '#http/change.ts'
import { type Handlers, mount } from '#http/mount.ts'
import { confirmBySso } from './confirm.ts'
import { connectSso } from './connect.ts'
import { addSsoDomain, proveSsoDomain, removeSsoDomain } from './domains.ts'
import { checkSsoDomain, confirmSsoDomain, mailSsoDomain, spendDomainMail } from './prove-by-mail.ts'
import { getSso, removeSso, saveSso, switchSso } from './settings.ts'
import { beginSso, finishSso, testSso } from './sign-in.ts'

/**
 * Single sign-on of an account: its sign-in service vouches for the people of its domains, who become members of its
 * team. The session it opens works on the logins of this account and on nothing else of theirs (docs/decisions/044).
 */
const ssoHandlers: Handlers<typeof sso> = {
  getSso,
  saveSso,
  switchSso,
  removeSso,
  addSsoDomain,
  proveSsoDomain,
  mailSsoDomain: change(mailSsoDomain, { before: spendDomainMail }),
  removeSsoDomain,
  testSso,
}

const ssoSignInHandlers: Handlers<typeof ssoSignIn> = {
  beginSso,
  confirmBySso,
  finishSso,
  connectSso,
  checkSsoDomain,
  confirmSsoDomain,
}

/** Single sign-on, its set-up by owners and its use by members. */
export function ssoRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, sso, ssoHandlers)
  mount(app, ctx, checks, ssoSignIn, ssoSignInHandlers)
}
