import { REQUESTS_AT_ONCE, REQUESTS_PER_MINUTE } from '@portico/contract/rules.ts'
import type { Via } from '@portico/contract/via.ts'
import { compileRules } from '#http/ip-rules.ts'
import type { CallerRow } from './caller-store.ts'

/** The authenticated caller of the data API, with their bounds. */
export interface ApiCaller {
  login_id: number
  login: string
  owner_id: number
  /** The member whose password it was, when it was not that of the login itself: spending counts as theirs. */
  member_id: number | null
  /** The agent login or the API key the call came by, with its bounds. */
  agent: { id: number; is_live: boolean; functions: readonly string[] | null; key: CallingKey | null } | null
  /** Null: the customer's own program, with a password or an API key. */
  via: Via | null
  is_verified: boolean
  on_hold: boolean
  /** True while the account is being closed and that can still be cancelled. */
  is_closing: boolean
  is_off: boolean
  h2h: boolean
  mayCallFrom(ip: string): boolean
  per_minute: number
  simultaneous: number
  duplicates: { hour: number | null; day: number | null }
  webhook_delay_ms: number
  /** Subscriptions its account pays for, and those the operator granted. */
  subscriptions: readonly string[]
  /** Its rule for storing answers, as it was saved; null: the default. */
  answers: unknown
  /** Tags of calls that a budget of the account counts. */
  budget_tags: readonly string[]
}

interface CallingKey {
  name: string
  is_read_only: boolean
  /** Requests per minute beside those of its login; null for no limit of its own. */
  per_minute: number | null
  mayCallFrom(ip: string): boolean
}

export function callerOf(row: Omit<CallerRow, 'is_known' | 'mac' | 'valid_until'>): ApiCaller {
  // Compiled only after the password was right: the time it takes reveals the number of rules.
  let isAllowed: ReturnType<typeof compileRules> | undefined
  return {
    login_id: row.id,
    login: row.login,
    owner_id: row.owner_id,
    member_id: row.member_id,
    agent: null,
    via: null,
    is_verified: row.verified_at !== null,
    on_hold: row.status === 'on_hold' || row.owner_status !== 'active' || row.is_closing,
    is_closing: row.is_closing,
    is_off: row.status === 'off',
    h2h: row.kind === 'machine',
    mayCallFrom(ip) {
      isAllowed ??= compileRules(row.ip_rules)
      return isAllowed(ip)
    },
    per_minute: row.per_minute ?? REQUESTS_PER_MINUTE,
    simultaneous: row.simultaneous ?? REQUESTS_AT_ONCE,
    duplicates: { hour: row.duplicates_hour, day: row.duplicates_day },
    webhook_delay_ms: row.webhook_delay_ms,
    subscriptions: row.subscriptions,
    answers: row.answers,
    budget_tags: row.budget_tags,
  }
}
