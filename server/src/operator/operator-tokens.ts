import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { FastifyRequest } from 'fastify'
import { hashToken, randomToken } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { TokenCaller } from '#ctx/token-caller.ts'
import type { AccessChecks } from '#http/admit.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { VERSION } from '../version.ts'
import { operatorDocument } from './operator-document.ts'
import { allTokens, insertToken, noteUse, revoke, type TokenRow, tokenByHash } from './operator-token-store.ts'
import { holdsToken } from './token.ts'

/** The last use is noted once in this time. */
const NOTED_EVERY_MS = 60_000
/** Scanners of source code recognise a leaked token by its beginning. */
const PREFIX = 'portico_op_'
const SHAPE = /^Bearer portico_op_([\w-]{43})$/

type Mine = 'addToken' | 'listTokens' | 'revokeToken' | 'openApi'

/** Tokens of the provider's programs, as an admin makes and ends them. */
export const tokenHandlers: Pick<Handlers<typeof operator>, Mine> = {
  addToken: change(async (ctx, { name, scopes, days, reason, by }) => {
    const secret = randomToken()
    const now = ctx.clock.now()
    const row = {
      name,
      scopes: [...new Set(scopes)],
      token_hash: hashToken(secret),
      created_by: by,
      created_at: now,
      expires_at: new Date(now.getTime() + days * DAY_MS),
    }
    if (!(await insertToken(ctx.db, row)))
      throw new Problem('already_there', { fields: { name: 'is taken: the log names tokens by it' } })
    ctx.audit('operator_token_added', { detail: { name, scopes: row.scopes.join(', '), days, reason } })
    return { name, token: `${PREFIX}${secret}`, expires_at: row.expires_at.toISOString() }
  }),
  listTokens: async (ctx, { limit }) => ({
    tokens: (await allTokens(ctx.db, limit)).map((row) => ({
      ...row,
      state: stateOf(row, ctx.clock.now()),
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
      revoked_at: row.revoked_at?.toISOString() ?? null,
    })),
  }),
  revokeToken: change(async (ctx, { name, reason }) => {
    const revoked = await revoke(ctx.db, name, ctx.clock.now())
    if (revoked === undefined) throw new Problem('invalid_input', { fields: { name: 'is the name of no token' } })
    if (revoked) ctx.audit('operator_token_revoked', { detail: { name, reason } })
    return { name, revoked }
  }),
  openApi: async (ctx) => operatorDocument({ origin: ctx.sites.staff.origin.origin, version: VERSION }),
}

function stateOf({ revoked_at, expires_at }: TokenRow, now: Date): 'active' | 'expired' | 'revoked' {
  if (revoked_at) return 'revoked'
  return expires_at <= now ? 'expired' : 'active'
}

/** Who calls without a session: the command line on this machine, or a program with a token. */
export function operatorChecks(local_token: string): Pick<AccessChecks, 'isOperator' | 'tokenOf'> {
  return { isOperator: (request) => holdsToken(request, local_token), tokenOf }
}

/**
 * The program whose token this is. From any address, but only over https where the site has it, on a host of staff,
 * and never from a page of a browser.
 */
async function tokenOf(ctx: Ctx, request: FastifyRequest): Promise<TokenCaller | undefined> {
  const [, secret] = SHAPE.exec(request.headers.authorization ?? '') ?? []
  const is_in_clear = ctx.env.public_url.protocol === 'https:' && request.protocol !== 'https'
  if (!secret || is_in_clear || request.headers.origin !== undefined) return undefined
  if (!(await ctx.sites.of(request.host)).serves.staff) return undefined
  const row = await tokenByHash(ctx.db, hashToken(secret))
  const now = ctx.clock.now()
  if (!row || stateOf(row, now) !== 'active') return undefined
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) >= NOTED_EVERY_MS) await noteUse(ctx.db, row.name, now)
  return { name: row.name, scopes: row.scopes, reason: null }
}
