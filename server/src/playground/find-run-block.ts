import { CODE } from '@portico/contract/codes.ts'
import { may } from '@portico/contract/permissions.ts'
import { type PlaygroundBlock, type PlaygroundMode, playground } from '@portico/contract/playground.ts'
import { scopeKind } from '@portico/contract/spend-scopes.ts'
import { activeLogin, holderOf, roleOf } from '#access/index.ts'
import type { Entry } from '#catalogue/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { apiTitle, titleOfScope } from '#function-names/index.ts'
import { type Block, findBlock, type Gate } from '#gateway/index.ts'

interface RunInput {
  entry: Entry
  mode: PlaygroundMode
  task: Record<string, unknown>
}

const REASONS: Record<number, PlaygroundBlock['reason']> = {
  [CODE.unauthorized]: 'login_off',
  [CODE.unverifiedAccount]: 'not_verified',
  [CODE.balanceEmpty]: 'no_funds',
  [CODE.onHold]: 'on_hold',
  [CODE.rateLimit]: 'sandbox_limit',
  [CODE.costLimit]: 'daily_limit',
  [CODE.subscriptionNeeded]: 'subscription',
  [CODE.duplicatesPerHour]: 'duplicates',
  [CODE.duplicatesPerDay]: 'duplicates',
  [CODE.addressRefused]: 'ip',
  [CODE.balanceTooLow]: 'no_funds',
}

/** Why a run would be refused: by the permission of `runLive`, which is checked first, then by the gateway. */
export async function findRunBlock(ctx: UserCtx, gate: Gate, input: RunInput): Promise<PlaygroundBlock | null> {
  const { entry, mode } = input
  const nothing = { code: null, title: '', product: null, limit_micros: 0 }
  if (mode === 'live' && !mayRunLive(await roleOf(ctx))) return { ...nothing, reason: 'role' }
  const login = await activeLogin(ctx)
  const { member_id } = await holderOf(ctx, login, ctx.session.user_id)
  const found = await findBlock(gate, { as: { login: login.login, member_id }, ip: ctx.request.ip, ...input })
  const reason = found && reasonOf(found)
  if (!reason) return null
  const { code, refusal } = found
  const title =
    reason === 'subscription' ? apiTitle(gate.catalogue, entry.api) : titleOfScope(gate.catalogue, refusal?.scope ?? '')
  const product = reason === 'subscription' ? entry.subscription : null
  return { reason, code, title, product, limit_micros: refusal?.limit_micros ?? 0 }
}

function mayRunLive(role: Awaited<ReturnType<typeof roleOf>>): boolean {
  const { caller } = playground.runLive
  return typeof caller === 'string' || caller.action === undefined || may(role, caller.action)
}

function reasonOf({ code, refusal }: Block): PlaygroundBlock['reason'] | undefined {
  return refusal && scopeKind(refusal.scope) === 'member' ? 'member_limit' : REASONS[code]
}
