import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** The columns of the migrations, as TypeScript sees them. */
type Given<T> = ColumnType<T, T, never>
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface Tables {
  users: {
    id: GeneratedAlways<number>
    public_id: Given<string>
    email: string
    email_norm: string
    name: string
    phone: Later<string>
    password_hash: Later<string>
    language: Generated<string>
    theme_view: Generated<'light' | 'dark' | 'system'>
    time_zone: Generated<string>
    country: Later<string>
    domain: Generated<string>
    parent_id: Later<number>
    wl_id: Generated<number>
    status: Generated<'pending' | 'active' | 'disabled' | 'closed'>
    is_staff: Generated<boolean>
    first_visit: Generated<boolean>
    created_at: Given<Date>
    verified_at: Later<Date>
    last_login_at: Later<Date>
  }
  feature_grants: { user_id: number; feature: string }
  sessions: {
    token_hash: Given<Buffer>
    user_id: Given<number>
    created_at: Given<Date>
    last_seen_at: Date
    reauth_at: Date
    ip: Given<string>
    user_agent: Given<string>
  }
  rate_limits: { key: string; window_start: Date; used: number }
  audit_log: {
    id: GeneratedAlways<number>
    at: Given<Date>
    actor: Given<string>
    action: Given<string>
    user_id: Given<number | null>
    detail: JSONColumnType<Record<string, unknown>, string, never>
    ip: Given<string>
    request_id: Given<string>
    previous: Given<Buffer>
    hash: Given<Buffer>
  }
  api_logins: {
    id: GeneratedAlways<number>
    login: string
    owner_id: number
    kind: Generated<'personal' | 'team' | 'machine'>
    created_at: Given<Date>
  }
  ledger_accounts: {
    id: GeneratedAlways<number>
    name: Given<string>
    api_login_id: Given<number | null>
    balance_micros: Generated<number>
    floor_micros: Later<number>
  }
  ledger_transactions: {
    id: Given<string>
    kind: Given<'gift' | 'payment' | 'usage' | 'refund' | 'correction'>
    memo: Given<string>
    actor: Given<string>
    at: Given<Date>
  }
  ledger_entries: { transaction_id: Given<string>; account_id: Given<number>; amount_micros: Given<number> }
  schema_migrations: { number: number; name: string; sha256: string; applied_at: Date }
}
