import type { access } from '@portico/contract/access.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { memberScope } from '@portico/contract/spend-scopes.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { balanceOf, openAccount } from '#ledger/index.ts'
import { setSpendLimit, spendToday } from '#ledger/limits/index.ts'
import { newestCalls } from './call-store.ts'
import { setStatus } from './caller-store.ts'
import { activeLogin, loginsOf, roleOf } from './index.ts'
import { machineLoginOf } from './login-names.ts'
import { listPeople } from './member-store.ts'
import { makeApiPassword } from './passwords.ts'
import { insertLogin, type LoginRow, loginsOfAccount } from './store.ts'

const MACHINES_MAX = 20

export async function getLogins(ctx: UserCtx) {
  const [rows, active] = [await loginsOf(ctx), await activeLogin(ctx)]
  const calls = await newestCalls(
    ctx.db,
    rows.map(({ id }) => id),
    new Date(ctx.clock.now().getTime() - 90 * DAY_MS),
  )
  const logins = await Promise.all(rows.map((row) => shown(ctx, row, active, calls.get(row.id))))
  return { logins, role: await roleOf(ctx) }
}

async function shown(ctx: UserCtx, row: LoginRow, active: LoginRow, last: Date | undefined) {
  const { limits, spent } = await spendToday(ctx, row.id)
  return {
    login: row.login,
    kind: row.owner_id === ctx.session.user_id ? row.kind : ('team' as const),
    is_active: row.id === active.id,
    is_own: row.owner_id === ctx.session.user_id,
    in_account: row.owner_id === active.owner_id,
    status: row.status,
    balance_micros: await balanceOf(ctx, row.id),
    spent_today_micros: spent.find(({ scope }) => scope === '')?.spent_micros ?? 0,
    cap_micros: limits.find(({ scope }) => scope === '')?.limit_micros ?? null,
    last_call_at: last?.toISOString() ?? null,
  }
}

export async function addMachineLogin(ctx: ChangeCtx, { name }: Input<typeof access.addMachineLogin>) {
  const { owner_id, login: base } = await ownersLogin(ctx)
  const own = await loginsOfAccount(ctx.db, owner_id)
  if (own.filter(({ kind }) => kind === 'machine').length >= MACHINES_MAX) throw new Problem('too_many')
  const login = machineLoginOf(base, name)
  const made = await insertLogin(ctx.db, { login, owner_id, kind: 'machine', created_at: ctx.clock.now() })
  if (!made) throw new Problem('already_there')
  await openAccount(ctx, made)
  await makeApiPassword(ctx, { login_id: made.id, member_id: null }, 0)
  for (const { user_id, cap_micros } of await listPeople(ctx.db, owner_id)) {
    const cap = { scope: memberScope(user_id), kind: 'cap', limit_micros: cap_micros } as const
    await setSpendLimit(ctx, { login_id: made.id, ...cap })
  }
  ctx.audit('machine_login_added', { user_id: owner_id, detail: { login } })
  return { login }
}

async function ownersLogin(ctx: UserCtx): Promise<LoginRow> {
  const { owner_id } = await activeLogin(ctx)
  const personal = (await loginsOfAccount(ctx.db, owner_id)).find(({ kind }) => kind === 'personal')
  if (!personal) throw new Problem('unknown_login')
  return personal
}

export async function setLoginOff(ctx: ChangeCtx, { login, off }: Input<typeof access.setLoginOff>) {
  const { owner_id } = await activeLogin(ctx)
  const found = (await loginsOfAccount(ctx.db, owner_id)).find((row) => row.login === login)
  if (!found) throw new Problem('unknown_login')
  await setStatus(ctx.db, found.id, off ? 'off' : 'active')
  ctx.audit(off ? 'login_off' : 'login_on', { user_id: owner_id, detail: { login } })
  return { type: 'success' as const }
}
