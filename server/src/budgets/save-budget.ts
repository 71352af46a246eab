import { BUDGETS_MAX, type BudgetList, type budgets } from '@portico/contract/budgets.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { isWithinCap } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { monthStart } from '@portico/contract/time.ts'
import { accountLogins, activeLogin, lockTeam } from '#access/index.ts'
import { changesBetween } from '#audit/index.ts'
import type { ChangeCtx } from '#http/change.ts'
import { checkSeen } from '#http/check-seen.ts'
import { needProof } from '#http/need-proof.ts'
import { recountTag } from '#ledger/limits/index.ts'
import { recallLeases } from '#ledger/outgoing/index.ts'
import { getBudgets } from './get-budgets.ts'
import { type BudgetRow, budgetsOf, deleteBudget, insertBudget, updateLines } from './store.ts'

export async function saveBudget(
  ctx: ChangeCtx,
  { login, tag, seen, ...lines }: Input<typeof budgets.saveBudget>,
): Promise<BudgetList> {
  const { owner_id } = await activeLogin(ctx)
  // Under a lock, or two at once would each add one for the same.
  await lockTeam(ctx, owner_id)
  const logins = await accountLogins(ctx, owner_id)
  const login_id = login === null ? null : idOf(logins, login)
  const all = await budgetsOf(ctx.db, owner_id)
  const known = all.find((one) => one.login_id === login_id && one.tag === tag)
  checkSeen(seen, known ? linesOf(known) : null)
  if (known && !isWithinCap(known.hard_micros, lines.hard_micros)) needProof(ctx, 'recent')
  const now = ctx.clock.now()
  if (known) await updateLines(ctx.db, known.id, lines, now)
  else {
    if (all.length >= BUDGETS_MAX) throw new Problem('too_many')
    // Before the budget is there: the gateway locks accounts first and budgets after.
    if (tag !== null) await recountTag(ctx, owner_id, tag, monthStart(now))
    await insertBudget(ctx.db, { owner_id, login_id, tag, ...lines }, now)
  }
  // Calls to come are measured by the hard line, also those whose money was taken in advance.
  if (lines.hard_micros !== null) await recallLeases(ctx, login_id === null ? logins.map(({ id }) => id) : [login_id])
  const before = known ? linesOf(known) : { soft_micros: null, hard_micros: null }
  const detail = { ...named(login, tag), ...changesBetween(before, lines) }
  ctx.audit('budget_changed', { user_id: owner_id, detail })
  return getBudgets(ctx)
}

function idOf(logins: { id: number; login: string }[], login: string): number {
  const found = logins.find((one) => one.login === login)
  if (!found) throw new Problem('invalid_input', { fields: { login: MESSAGES.pattern } })
  return found.id
}

function linesOf({ soft_micros, hard_micros }: BudgetRow) {
  return { soft_micros, hard_micros }
}

function named(login: string | null | undefined, tag: string | null) {
  return { ...(login && { login }), ...(tag !== null && { tag }) }
}

export async function removeBudget(ctx: ChangeCtx, { id }: Input<typeof budgets.removeBudget>): Promise<BudgetList> {
  const { owner_id } = await activeLogin(ctx)
  const known = (await budgetsOf(ctx.db, owner_id)).find((one) => one.id === id)
  if (!known) throw new Problem('not_stored')
  if (known.hard_micros !== null) needProof(ctx, 'recent')
  await deleteBudget(ctx.db, id)
  const login = (await accountLogins(ctx, owner_id)).find((one) => one.id === known.login_id)?.login
  ctx.audit('budget_removed', { user_id: owner_id, detail: named(login, known.tag) })
  return getBudgets(ctx)
}
