import { CODE } from '@portico/contract/codes.ts'
import { type AccountState, RUNWAY_WARNS_DAYS } from '@portico/contract/dashboard.ts'
import { isLimitReached, type Refusal } from '#refusals/index.ts'

/** Facts about one login from which its states follow. */
export interface Facts {
  is_verified: boolean
  is_on_hold: boolean
  /** The amount that calls may still spend. */
  free_micros: number
  days_left: number | null
  resets_at: string
  limits: {
    kind: 'daily_limit' | 'cap' | 'total'
    scope: string
    title: string
    limit_micros: number
    used_micros: number
  }[]
  duplicates: { hour: number | null; day: number | null }
  subscriptions: string[]
  /** The payment method of automatic charges that were turned off after failures. */
  recharge_failed: string | null
  /** Payments continue although billing details for invoice and tax are missing. */
  lacks_details: boolean
  /** An address that was refused and is still not allowed. */
  refused_ip: string | null
  /** An address that used a wrong API password and has not called with the right one since. */
  wrong_password_ip: string | null
  /** The newest refusal within a day by each code, reason and scope. */
  refusals: (Pick<Refusal, 'code' | 'reason' | 'scope' | 'limit_micros' | 'message'> & {
    is_today: boolean
    title: string
    product: string | null
  })[]
  outage: { status: 'down' | 'maintenance'; until: string | null } | null
}

/**
 * The states that stop a login's calls or soon will, worst first. A refusal counts only while its cause exists: a limit that was
 * raised or an address that was allowed since is not shown.
 */
export function statesOf(facts: Facts): AccountState[] {
  const today = facts.refusals.filter(({ is_today }) => is_today)
  const states: (AccountState | undefined)[] = [
    facts.is_on_hold ? { kind: 'on_hold' } : undefined,
    facts.is_verified ? undefined : { kind: 'not_verified' },
    facts.free_micros <= 0 ? { kind: 'no_funds' } : undefined,
    facts.recharge_failed === null ? undefined : { kind: 'recharge_failed', method: facts.recharge_failed },
    facts.outage ? { kind: 'outage', ...facts.outage } : undefined,
    facts.refused_ip === null ? undefined : { kind: 'ip', ip: facts.refused_ip },
    facts.wrong_password_ip === null ? undefined : { kind: 'wrong_password', ip: facts.wrong_password_ip },
    ...facts.limits.filter((limit) => isLimitReached(limit, today)).map((limit) => limitState(limit, facts)),
    missingSubscription(facts),
    isRepeating(facts) ? { kind: 'duplicates' } : undefined,
    facts.lacks_details ? { kind: 'billing_details' } : undefined,
    runwayState(facts),
  ]
  return states.filter((state) => state !== undefined)
}

function runwayState({ free_micros, days_left }: Facts): AccountState | undefined {
  if (free_micros <= 0 || days_left === null || days_left > RUNWAY_WARNS_DAYS) return undefined
  return { kind: 'runway', days: days_left }
}

type Limit = Facts['limits'][number]

function limitState({ title, limit_micros }: Limit, { resets_at }: Facts): AccountState {
  return { kind: 'daily_limit', title, limit_micros, resets_at }
}

function missingSubscription({ refusals, subscriptions }: Facts): AccountState | undefined {
  const refused = refusals.find(({ code }) => code === CODE.subscriptionNeeded)
  if (!refused?.product || subscriptions.includes(refused.product)) return undefined
  return { kind: 'subscription', title: refused.title, product: refused.product }
}

function isRepeating({ refusals, duplicates }: Facts): boolean {
  const isRefused = (wanted: number) => refusals.some(({ code }) => code === wanted)
  return (
    (duplicates.hour !== null && isRefused(CODE.duplicatesPerHour)) ||
    (duplicates.day !== null && isRefused(CODE.duplicatesPerDay))
  )
}
