import { inCurrency } from '@portico/contract/currency.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { agentScope } from '@portico/contract/spend-scopes.ts'
import { fundsOf } from '#ledger/index.ts'
import { spendToday, spentInTotal } from '#ledger/limits/index.ts'
import type { AgentSession } from './agent-session.ts'
import { ok, type ToolResult } from './catalogue-tools.ts'

export async function toolGetBalanceAndLimits({ ctx, agent, caller }: AgentSession): Promise<ToolResult> {
  const { login_id } = agent
  const funds = await fundsOf(ctx, login_id)
  const { limits, spent } = await spendToday(ctx, login_id)
  const ever = await spentInTotal(ctx, login_id)
  const scope = agentScope(agent.id)
  const whole_day = limits.find((one) => one.scope === '' && one.kind === 'daily_limit')
  return ok({
    api_login: agent.login,
    [inCurrency('balance')]: microsToUnits(funds.balance_micros),
    [inCurrency('held_by_running_requests')]: microsToUnits(funds.held_micros),
    agent_login: {
      name: agent.name,
      expires_at: agent.expires_at.toISOString(),
      modes: agent.is_live ? ['sandbox', 'live'] : ['sandbox'],
      allowed_functions: agent.functions ?? 'all',
      total: limitOf(agent.total_micros, used(ever, scope)),
      today_utc: limitOf(agent.day_micros, used(spent, scope)),
    },
    daily_limit_of_the_login: limitOf(whole_day?.limit_micros ?? null, used(spent, '')),
    requests_per_minute: caller.per_minute,
    simultaneous_requests: caller.simultaneous,
  })
}

function used(rows: { scope: string; spent_micros: number; held_micros: number }[], scope: string): number {
  const row = rows.find((one) => one.scope === scope)
  return (row?.spent_micros ?? 0) + (row?.held_micros ?? 0)
}

function limitOf(limit_micros: number | null, used_micros: number) {
  if (limit_micros === null) return { [inCurrency('limit')]: null, [inCurrency('used')]: microsToUnits(used_micros) }
  const left_micros = Math.max(0, limit_micros - used_micros)
  return {
    [inCurrency('limit')]: microsToUnits(limit_micros),
    [inCurrency('used')]: microsToUnits(used_micros),
    [inCurrency('left')]: microsToUnits(left_micros),
  }
}
