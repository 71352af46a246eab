import type { access, IpRule } from '@portico/contract/access.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { compileRules, readRule } from '#http/ip-rules.ts'
import { callingAddresses } from './call-store.ts'
import { holdIpRules, ipRulesOf, saveIpRules } from './caller-store.ts'
import { activeLogin } from './index.ts'

const LISTED = 10

export async function getIpAccess(ctx: UserCtx) {
  const { id } = await activeLogin(ctx)
  return answer(ctx, id, await ipRulesOf(ctx.db, id))
}

/**
 * An unreadable rule is refused by its number. A list that locks out today's callers is saved only when confirmed, and
 * one that another session has changed meanwhile is refused: its additions would be lost and their servers refused.
 */
export async function saveIpAccess(ctx: ChangeCtx, { rules, check, seen }: Input<typeof access.saveIpAccess>) {
  const { id, login, owner_id } = await activeLogin(ctx)
  const wrong = rules.findIndex(({ cidr }) => !readRule(cidr))
  if (wrong >= 0) throw new Problem('invalid_input', { fields: { [`rules.${wrong}`]: MESSAGES.pattern } })
  const once = rules.filter((rule, at) => rules.findIndex(({ cidr }) => cidr === rule.cidr) === at)
  const before = (await holdIpRules(ctx.db, id)).map(({ cidr }) => cidr)
  if (seen && !isSame(seen, before)) throw new Problem('list_changed')
  if (check) return answer(ctx, id, once)
  await saveIpRules(ctx.db, id, once)
  const after = once.map(({ cidr }) => cidr)
  const added = listed(after.filter((cidr) => !before.includes(cidr)))
  const removed = listed(before.filter((cidr) => !after.includes(cidr)))
  const detail = { login, rules: once.length, ...(added && { added }), ...(removed && { removed }) }
  ctx.audit('ip_rules_changed', { user_id: owner_id, detail })
  return answer(ctx, id, once)
}

function isSame(some: string[], others: string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one))
}

/** A log line stays short: it has the first rules and notes that there are more. */
function listed(cidrs: string[]): string {
  return cidrs.length > LISTED ? `${cidrs.slice(0, LISTED).join(', ')}, …` : cidrs.join(', ')
}

async function answer(ctx: UserCtx, login_id: number, rules: IpRule[]) {
  const may = compileRules(rules)
  const since = new Date(ctx.clock.now().getTime() - DAY_MS)
  const locked_out = rules.length > 0 ? (await callingAddresses(ctx.db, login_id, since)).filter((ip) => !may(ip)) : []
  return { rules, my_ip: ctx.request.ip, locked_out }
}
