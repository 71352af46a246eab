import type { AccountState, dashboard } from '@portico/contract/dashboard.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import { type Action, may } from '@portico/contract/permissions.ts'
import type { Role } from '@portico/contract/role.ts'
import { activeLogin, roleOf } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { chooseLogins } from '#users/index.ts'
import { gatherFacts } from './gather-facts.ts'
import { type Facts, statesOf } from './states-of.ts'
import { type IsSourceDown, watchSource } from './watch-source.ts'

export async function getStates(
  ctx: UserCtx,
  isSourceDown: IsSourceDown,
  { scope }: Input<typeof dashboard.getStates>,
): Promise<Output<typeof dashboard.getStates>> {
  const logins = await chooseLogins(ctx, { scope }, '/h2h-dashboard')
  const [active, role, source] = [await activeLogin(ctx), await roleOf(ctx), await watchSource(ctx, isSourceDown)]
  const status = source.is_maintained ? 'maintenance' : source.is_down ? 'down' : undefined
  const outage: Facts['outage'] = status ? { status, until: source.until } : null
  const found = await Promise.all(
    logins.map(async ({ id, login, owner_id }, at) => {
      // A state of all logins is shown once.
      const facts = await gatherFacts(ctx, { login_id: id, owner_id }, at === 0 ? outage : null)
      const shown = statesOf(facts).filter(
        ({ kind }) => kind !== 'billing_details' || (at === 0 && may(role, 'add_funds')),
      )
      return shown.map((state) => ({
        login: scope === 'h2h' && state.kind !== 'outage' ? login : null,
        can_fix: id === active.id && mayFix(role, state.kind),
        state: shownTo(role, state),
      }))
    }),
  )
  return { states: found.flat() }
}

/** Charges are shown only to members who may see payments. */
function shownTo(role: Role, state: AccountState): AccountState {
  return state.kind === 'recharge_failed' && !may(role, 'add_funds') ? { ...state, method: '' } : state
}

/** The permission that the button of a state needs; other states are for everyone. */
const FIXES: Partial<Record<AccountState['kind'], Action>> = {
  ip: 'change_ip_rules',
  wrong_password: 'see_api_password',
  duplicates: 'change_call_settings',
  daily_limit: 'change_spend_limits',
  no_funds: 'add_funds',
  runway: 'add_funds',
  subscription: 'add_funds',
  recharge_failed: 'add_funds',
  billing_details: 'add_funds',
}

export function mayFix(role: Role, kind: AccountState['kind']): boolean {
  const action = FIXES[kind]
  return action === undefined || may(role, action)
}
