import type { Tables } from '#db/tables.ts'

export type Table = keyof Tables

/** By which column rows are somebody's: of the person who asks, of the account, of one of its logins, or of a row that is. */
export type Whose =
  | { user: string }
  | { account: string }
  | { login: string }
  /** An account of the ledger that belongs to a login. */
  | { ledger_account: string }
  | { order: string }
  | { purchase: string }
  /** Their address. */
  | { email: string }
  /** Lines of the audit log: what they did, and what happened to the account. */
  | { deeds: 'own' | 'of_account' }

/** What is read for a page of rows from other tables. */
export type More = 'calls' | 'bookings' | 'people'

export interface Kind {
  /** The name of its files in the archive. */
  file: string
  table: Table
  /** Unique for each row that is read, in the order they are written. */
  key: readonly string[]
  /** Secrets and marks that are of use to the server alone. */
  leave_out?: readonly string[]
  whose: Whose
  only?: 'of_customer' | 'own_or_shared'
  more?: More
}

/** Of the person, whatever account they work on: it is in every archive. */
export function isPersonal({ whose }: Pick<Kind, 'whose'>): boolean {
  return 'user' in whose || 'email' in whose || ('deeds' in whose && whose.deeds === 'own')
}

const CLAIM = ['tries', 'claimed_until']

/** What an archive holds. Columns that are not left out are all in it, also those a later version adds. */
export const KINDS: readonly Kind[] = [
  { file: 'profile', table: 'users', key: ['id'], leave_out: ['password_hash', 'email_norm'], whose: { user: 'id' } },
  { file: 'features', table: 'feature_grants', key: ['feature'], whose: { user: 'user_id' } },
  {
    file: 'sessions',
    table: 'sessions',
    key: ['token_hash'],
    leave_out: ['token_hash', 'staff_id', 'staff_reason'],
    whose: { user: 'user_id' },
    only: 'of_customer',
  },
  { file: 'single-sign-on', table: 'sso_identities', key: ['owner_id', 'issuer'], whose: { user: 'user_id' } },
  { file: 'sign-in-services', table: 'identities', key: ['provider', 'subject'], whose: { user: 'user_id' } },
  {
    file: 'passkeys',
    table: 'passkeys',
    key: ['id'],
    leave_out: ['public_key', 'counter'],
    whose: { user: 'user_id' },
  },
  {
    file: 'two-factor',
    table: 'second_factors',
    key: ['user_id'],
    leave_out: ['sealed_key', 'last_step'],
    whose: { user: 'user_id' },
  },
  {
    file: 'known-browsers',
    table: 'known_devices',
    key: ['device_hash'],
    leave_out: ['device_hash'],
    whose: { user: 'user_id' },
  },
  { file: 'known-places', table: 'seen_places', key: ['mark'], leave_out: ['mark'], whose: { user: 'user_id' } },
  { file: 'news-read', table: 'update_reads', key: ['update_id'], whose: { user: 'user_id' } },
  { file: 'memberships', table: 'team_members', key: ['owner_id'], whose: { user: 'user_id' } },
  {
    file: 'mails',
    table: 'outbox',
    key: ['id'],
    leave_out: ['data', 'brand', 'message_id', 'last_error', 'tries', 'next_try_at'],
    whose: { email: 'to_address' },
  },
  {
    file: 'downloads-of-my-data',
    table: 'data_exports',
    key: ['id'],
    leave_out: CLAIM,
    whose: { user: 'user_id' },
  },
  {
    file: 'my-activity',
    table: 'audit_log',
    key: ['id'],
    leave_out: ['previous', 'hash'],
    whose: { deeds: 'own' },
  },
  { file: 'my-playground-history', table: 'playground_runs', key: ['id'], whose: { user: 'user_id' } },
  { file: 'my-playground-saved', table: 'playground_saved', key: ['id'], whose: { user: 'user_id' } },
  {
    file: 'activity',
    table: 'audit_log',
    key: ['id'],
    leave_out: ['previous', 'hash'],
    whose: { deeds: 'of_account' },
  },
  { file: 'team', table: 'team_members', key: ['user_id'], whose: { account: 'owner_id' }, more: 'people' },
  {
    file: 'single-sign-on-settings',
    table: 'sso_settings',
    key: ['owner_id'],
    leave_out: ['sealed_secret'],
    whose: { account: 'owner_id' },
  },
  {
    file: 'single-sign-on-domains',
    table: 'sso_domains',
    key: ['domain'],
    leave_out: ['token', 'mail_hash', 'mail_until'],
    whose: { account: 'owner_id' },
  },
  { file: 'refunds-of-calls', table: 'usage_refunds', key: ['id'], leave_out: ['actor'], whose: { login: 'login_id' } },
  {
    file: 'orders-of-databases',
    table: 'database_orders',
    key: ['order_id'],
    leave_out: ['tries'],
    whose: { account: 'owner_id' },
  },
  { file: 'closing', table: 'account_closings', key: ['owner_id'], whose: { account: 'owner_id' } },
  { file: 'team-rules', table: 'account_rules', key: ['owner_id'], whose: { account: 'owner_id' } },
  {
    file: 'invitations',
    table: 'invitations',
    key: ['id'],
    leave_out: ['token_hash'],
    whose: { account: 'owner_id' },
  },
  { file: 'logins', table: 'api_logins', key: ['id'], whose: { account: 'owner_id' } },
  {
    file: 'api-passwords',
    table: 'api_passwords',
    key: ['made_at', 'mac'],
    leave_out: ['mac', 'sealed'],
    whose: { login: 'login_id' },
  },
  { file: 'agents', table: 'agent_logins', key: ['id'], leave_out: ['mac'], whose: { login: 'login_id' } },
  { file: 'spend-limits', table: 'spend_limits', key: ['scope', 'kind'], whose: { login: 'login_id' } },
  {
    file: 'spend-by-day',
    table: 'spend_days',
    key: ['day', 'scope'],
    leave_out: ['held_micros'],
    whose: { login: 'login_id' },
  },
  {
    file: 'spend-in-total',
    table: 'spend_totals',
    key: ['scope'],
    leave_out: ['held_micros'],
    whose: { login: 'login_id' },
  },
  { file: 'usage', table: 'usage_events', key: ['at', 'id'], whose: { login: 'login_id' }, more: 'calls' },
  { file: 'usage-views', table: 'usage_views', key: ['name'], whose: { account: 'owner_id' } },
  { file: 'errors', table: 'error_events', key: ['at', 'id'], whose: { login: 'login_id' } },
  {
    file: 'playground-history',
    table: 'playground_runs',
    key: ['id'],
    whose: { login: 'login_id' },
  },
  {
    file: 'playground-saved',
    table: 'playground_saved',
    key: ['id'],
    whose: { login: 'login_id' },
    only: 'own_or_shared',
  },
  { file: 'alerts', table: 'alerts_sent', key: ['kind', 'key'], whose: { login: 'login_id' } },
  {
    file: 'alert-webhook',
    table: 'alert_webhooks',
    key: ['login_id'],
    leave_out: ['sealed', 'old_sealed', 'old_until'],
    whose: { login: 'login_id' },
  },
  {
    file: 'alert-webhook-messages',
    table: 'alert_deliveries',
    key: ['id'],
    leave_out: ['claimed_until', 'due_at'],
    whose: { login: 'login_id' },
  },
  { file: 'balances', table: 'ledger_accounts', key: ['id'], whose: { login: 'api_login_id' } },
  {
    file: 'balance-history',
    table: 'ledger_entries',
    key: ['transaction_id'],
    whose: { ledger_account: 'account_id' },
    more: 'bookings',
  },
  {
    file: 'payments',
    table: 'payment_orders',
    key: ['id'],
    leave_out: ['checkout_url'],
    whose: { account: 'owner_id' },
  },
  { file: 'refunds', table: 'payment_reversals', key: ['id'], leave_out: ['actor'], whose: { order: 'order_id' } },
  { file: 'payment-customer', table: 'payment_customers', key: ['processor'], whose: { account: 'owner_id' } },
  {
    file: 'payment-methods',
    table: 'payment_methods',
    key: ['id'],
    leave_out: ['method_ref'],
    whose: { account: 'owner_id' },
  },
  { file: 'auto-recharge', table: 'auto_recharges', key: ['login_id'], whose: { account: 'owner_id' } },
  { file: 'promo-codes', table: 'promo_uses', key: ['code_id'], whose: { account: 'owner_id' } },
  { file: 'billing-details', table: 'billing_details', key: ['owner_id'], whose: { account: 'owner_id' } },
  { file: 'invoices', table: 'billing_documents', key: ['id'], whose: { account: 'owner_id' } },
  { file: 'subscriptions', table: 'subscriptions', key: ['product'], whose: { account: 'owner_id' } },
  { file: 'subscription-periods', table: 'subscription_periods', key: ['order_id'], whose: { account: 'owner_id' } },
  { file: 'subscription-orders', table: 'subscription_orders', key: ['order_id'], whose: { account: 'owner_id' } },
  {
    file: 'databases',
    table: 'database_purchases',
    key: ['id'],
    leave_out: [...CLAIM, 'link_number'],
    whose: { account: 'owner_id' },
  },
  {
    file: 'database-files',
    table: 'database_purchase_files',
    key: ['purchase_id', 'version', 'location'],
    whose: { purchase: 'purchase_id' },
  },
  { file: 'notices', table: 'notices', key: ['id'], whose: { account: 'owner_id' } },
  { file: 'prices', table: 'price_versions', key: ['id'], leave_out: ['actor'], whose: { account: 'owner_id' } },
]
