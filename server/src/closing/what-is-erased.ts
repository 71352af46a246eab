import { PROFILE_TEXTS } from '@portico/contract/profile.ts'
import type { Tables } from '#db/tables.ts'

type Table = keyof Tables
/** Selects rows by the founder, by the account, or by its logins. */
type By = 'person' | 'account' | 'logins'

export interface Erasure {
  table: Table
  column: string
  by: By
  /** Instead of deleting the row: the new values of its columns. */
  set?: string
}

const ofPerson = (table: Table, column = 'user_id'): Erasure => ({ table, column, by: 'person' })
const ofAccount = (table: Table): Erasure => ({ table, column: 'owner_id', by: 'account' })
const ofLogins = (table: Table): Erasure => ({ table, column: 'login_id', by: 'logins' })

/**
 * The erasure of each table, in this order. Logins are renamed and the user is blanked last: the rest is found by them.
 */
export const ERASED: readonly Erasure[] = [
  ...(
    [
      'sessions',
      'identities',
      'passkeys',
      'recovery_codes',
      'second_factors',
      'pending_factors',
      'pending_sign_ins',
      'link_tokens',
      'activation_codes',
      'email_changes',
      'failed_sign_ins',
      'seen_places',
      'known_devices',
      'update_reads',
      'feature_grants',
      'data_exports',
      'playground_runs',
      'playground_saved',
      'team_members',
      'sso_identities',
      'inbox_items',
      'customer_notes',
    ] as const
  ).map((table) => ofPerson(table)),
  ...(
    [
      'playground_runs',
      'playground_saved',
      'alert_webhooks',
      'alert_deliveries',
      'alerts_sent',
      'alerts_seen',
      'api_passwords',
      'gateway_webhooks',
      'gateway_tasks',
      'gateway_webhook_hosts',
      'gateway_webhook_pace',
      'gateway_keys',
      'usage_answers',
      'gateway_load',
      'spend_limits',
      'auto_recharges',
    ] as const
  ).map(ofLogins),
  ...(
    [
      'usage_views',
      'invitations',
      'billing_details',
      'vat_checks',
      'statement_mails',
      'account_rules',
      'team_members',
      'sso_identities',
      'sso_domains',
      'sso_settings',
      'alert_channels',
      'budgets',
      'inbox_items',
      'approvals',
      'business_events',
    ] as const
  ).map(ofAccount),
  { table: 'data_exports', column: 'owner_id', by: 'account' },
  {
    table: 'agent_logins',
    column: 'login_id',
    by: 'logins',
    set: "name = kind || ' ' || id, addresses = '{}', revoked_at = coalesce(revoked_at, now())",
  },
  {
    table: 'payment_methods',
    column: 'owner_id',
    by: 'account',
    set: "brand = '', last4 = '', exp_month = null, exp_year = null, is_default = false, removed_at = coalesce(removed_at, now())",
  },
  {
    table: 'payment_orders',
    column: 'owner_id',
    by: 'account',
    set: "method_label = '', checkout_url = null, return_to = '', tax_facts = tax_facts - 'vat_id'",
  },
  {
    table: 'subscriptions',
    column: 'owner_id',
    by: 'account',
    set: "method_label = '', state = 'expired', access_until = null",
  },
  {
    table: 'api_logins',
    column: 'owner_id',
    by: 'account',
    set: "login = 'closed-' || id, status = 'off', ip_rules = '[]', alerts = '{}'",
  },
  {
    table: 'users',
    column: 'id',
    by: 'person',
    set: `email = 'closed-' || id || '@closed.invalid', email_norm = 'closed-' || id || '@closed.invalid', name = '', ${PROFILE_TEXTS.map((text) => `${text} = null`).join(', ')},
      password_hash = null, country = null, time_zone = null, parent_id = null, attribution = '{}', consent = null, last_login_at = null, last_seen_at = null,
      news = false, offers = false, reports = false, triggers = false`,
  },
]
