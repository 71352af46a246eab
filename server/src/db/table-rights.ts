import { MEMBER_ACTIONS } from '@portico/contract/audit-actions.ts'
import { STATE_RIGHTS } from './state-rights.ts'
import type { Tables } from './tables.ts'

type Table = keyof Tables

interface Rights {
  /**
   * Rights of the server's role. `append`: read and add, never change; `change`: add, change and delete; columns: read,
   * add, and change only these.
   */
  app: 'none' | 'read' | 'append' | 'change' | readonly string[]
  /** The rows a signed-in user reads: a condition, `true` for all rows, or none, with the reason. */
  reader: string | { none: string }
}

const mine = "user_id = any ((select reader_ids('user'))::integer[])"
const inAccount = (column: string) => `${column} = any ((select reader_ids('accounts'))::integer[])`
const ofLogin = (column = 'login_id') => `${column} = any ((select reader_ids('logins'))::integer[])`
const never = (none: string) => ({ none })
const BEFORE_SIGN_IN = never('read before a user is signed in')
const GATEWAY = never('of the gateway, which no page reads')
const WORKERS = never('of the workers, which no page reads')

/** Rights on every table, granted at every start and compared with the database by a test. A table that is missing here does not compile. */
export const TABLE_RIGHTS: Record<Table, Rights> = {
  // Append-only.
  audit_log: {
    app: 'append',
    // Owners and admins also see how members sign in, and what protects their accounts.
    reader: `${inAccount('user_id')} or (user_id = any ((select reader_members())::integer[])
      and action = any ('{${MEMBER_ACTIONS.join()}}'))`,
  },
  audit_checks: { app: 'append', reader: never('of the installation') },
  ledger_transactions: {
    app: 'append',
    reader: 'exists (select from ledger_entries e where e.transaction_id = ledger_transactions.id)',
  },
  ledger_entries: { app: 'append', reader: 'account_id = any ((select reader_ledger_accounts())::integer[])' },
  usage_events: { app: 'append', reader: ofLogin() },
  usage_outcomes: { app: 'append', reader: ofLogin() },
  usage_refunds: { app: 'append', reader: ofLogin() },
  usage_params: { app: 'append', reader: 'reader_has_call(id, at)' },
  error_events: { app: 'append', reader: ofLogin() },
  billing_documents: { app: 'append', reader: inAccount('owner_id') },
  billing_notes: { app: 'append', reader: inAccount('owner_id') },
  customer_notes: { app: 'change', reader: never('of staff, about a customer') },
  approvals: { app: 'change', reader: never('of staff among themselves') },
  book_checks: { app: 'change', reader: never('of the provider') },
  closed_months: { app: 'append', reader: never('of the provider') },
  subscription_periods: { app: 'append', reader: inAccount('owner_id') },
  subscription_orders: { app: 'append', reader: WORKERS },
  database_versions: { app: 'append', reader: 'true' },
  // The content of a file does not change: its buyers hold its hash.
  database_files: { app: 'append', reader: 'true' },
  database_purchase_files: {
    app: 'append',
    reader: 'exists (select from database_purchases p where p.id = database_purchase_files.purchase_id)',
  },
  catalogue_uploads: { app: 'append', reader: never('of the installation') },
  catalogue_activations: { app: 'append', reader: never('of the installation') },
  price_versions: { app: ['withdrawn_at'], reader: `owner_id is null or ${inAccount('owner_id')}` },
  schema_migrations: { app: 'read', reader: never('of the installation') },
  schema_functions: { app: 'read', reader: never('of the installation') },
  reader_key: { app: 'none', reader: never('with it a statement could be any user') },

  // Only entries change the balance.
  ledger_accounts: { app: ['held_micros', 'floor_micros'], reader: ofLogin('api_login_id') },

  users: {
    app: 'change',
    // Former members, and staff, are still named beside what they did.
    reader: `id = any ((select reader_people())::integer[])
      or exists (select from audit_log a where a.actor = 'user:' || users.id or a.actor = 'staff:' || users.id)`,
  },
  feature_grants: { app: 'change', reader: mine },
  sessions: { app: 'change', reader: mine },
  identities: { app: 'change', reader: mine },
  data_exports: { app: 'change', reader: mine },
  passkeys: { app: 'change', reader: mine },
  second_factors: { app: 'change', reader: mine },
  recovery_codes: { app: 'change', reader: mine },
  update_reads: { app: 'change', reader: mine },
  team_members: { app: 'change', reader: inAccount('owner_id') },
  account_closings: { app: 'change', reader: inAccount('owner_id') },
  account_rules: { app: 'change', reader: inAccount('owner_id') },
  invitations: { app: 'change', reader: inAccount('owner_id') },
  api_logins: { app: 'change', reader: inAccount('owner_id') },
  api_passwords: { app: 'change', reader: ofLogin() },
  agent_logins: { app: 'change', reader: ofLogin() },
  spend_limits: { app: 'change', reader: ofLogin() },
  spend_days: { app: 'change', reader: ofLogin() },
  spend_totals: { app: 'change', reader: ofLogin() },
  volume_months: { app: 'change', reader: inAccount('owner_id') },
  volume_calls: { app: 'change', reader: never('work in hand of the gateway') },
  usage_minutes: { app: 'change', reader: ofLogin() },
  usage_hours: { app: 'change', reader: ofLogin() },
  usage_days: { app: 'change', reader: ofLogin() },
  usage_views: { app: 'change', reader: inAccount('owner_id') },
  usage_stale: { app: 'change', reader: ofLogin() },
  error_hours: { app: 'change', reader: ofLogin() },
  error_days: { app: 'change', reader: ofLogin() },
  payment_customers: { app: 'change', reader: inAccount('owner_id') },
  payment_methods: { app: 'change', reader: inAccount('owner_id') },
  payment_orders: { app: 'change', reader: inAccount('owner_id') },
  payment_reversals: {
    app: 'change',
    reader: 'exists (select from payment_orders o where o.id = payment_reversals.order_id)',
  },
  test_processor_payments: {
    app: 'change',
    reader: 'exists (select from payment_customers c where c.customer_ref = test_processor_payments.customer_ref)',
  },
  billing_details: { app: 'change', reader: inAccount('owner_id') },
  vat_checks: { app: 'change', reader: inAccount('owner_id') },
  subscriptions: { app: 'change', reader: inAccount('owner_id') },
  auto_recharges: { app: 'change', reader: inAccount('owner_id') },
  promo_uses: { app: 'change', reader: inAccount('owner_id') },
  promo_codes: {
    app: 'change',
    reader: 'exists (select from promo_uses u where u.code_id = promo_codes.id)',
  },
  database_orders: { app: ['state', 'reason', 'paid_at', 'tries', 'changed_at'], reader: inAccount('owner_id') },
  database_purchases: {
    app: ['state', 'tries', 'claimed_until', 'link_number', 'changed_at', 'ready_at'],
    reader: inAccount('owner_id'),
  },
  playground_runs: { app: 'change', reader: ofLogin() },
  playground_saved: { app: 'change', reader: ofLogin() },
  alert_webhooks: { app: 'change', reader: ofLogin() },
  alert_deliveries: { app: 'change', reader: ofLogin() },
  alert_channels: { app: 'change', reader: inAccount('owner_id') },
  budgets: { app: 'change', reader: inAccount('owner_id') },
  // Only while they are in the team it concerns.
  inbox_items: { app: 'change', reader: `${mine} and ${inAccount('owner_id')}` },
  sso_settings: { app: 'change', reader: inAccount('owner_id') },
  sso_domains: { app: 'change', reader: inAccount('owner_id') },
  replica_heartbeats: { app: 'change', reader: 'true' },
  balance_levels: { app: 'change', reader: WORKERS },
  ...STATE_RIGHTS,
  notices: { app: 'change', reader: `owner_id is null or ${inAccount('owner_id')}` },

  book_checkpoints: { app: 'change', reader: never('of the installation') },
  erased_days: { app: 'read', reader: never('of the installation') },
  book_closings: { app: 'change', reader: never('of the installation') },

  rate_limits: { app: 'change', reader: BEFORE_SIGN_IN },
  link_tokens: { app: 'change', reader: BEFORE_SIGN_IN },
  activation_codes: { app: 'change', reader: BEFORE_SIGN_IN },
  seen_places: { app: 'change', reader: BEFORE_SIGN_IN },
  known_devices: { app: 'change', reader: BEFORE_SIGN_IN },
  failed_sign_ins: { app: 'change', reader: BEFORE_SIGN_IN },
  pending_sign_ins: { app: 'change', reader: BEFORE_SIGN_IN },
  email_changes: { app: 'change', reader: never('requested and confirmed by calls that change') },
  pending_factors: { app: 'change', reader: never('requested and confirmed by calls that change') },
  sso_identities: { app: 'change', reader: BEFORE_SIGN_IN },
  spent_proofs: { app: 'change', reader: BEFORE_SIGN_IN },
  trial_addresses: { app: 'append', reader: BEFORE_SIGN_IN },
  whitelabels: { app: 'change', reader: BEFORE_SIGN_IN },
  payment_events: { app: 'change', reader: WORKERS },
  payment_comparisons: { app: 'change', reader: WORKERS },
  payment_findings: { app: 'change', reader: WORKERS },
  test_processor_methods: { app: 'change', reader: WORKERS },
  test_processor_reversals: { app: 'change', reader: WORKERS },
  billing_counters: { app: 'change', reader: WORKERS },
  exchange_rates: { app: 'change', reader: WORKERS },
  statement_mails: { app: 'change', reader: WORKERS },
  outbox: { app: 'change', reader: WORKERS },
  work_turns: { app: 'change', reader: WORKERS },
  alerts_sent: { app: 'change', reader: WORKERS },
  alerts_seen: { app: 'change', reader: WORKERS },
  budget_alerts: { app: 'change', reader: WORKERS },
  ledger_holds: { app: 'change', reader: GATEWAY },
  ledger_begun_calls: { app: 'change', reader: GATEWAY },
  books_currency: { app: ['currency'], reader: never('of the installation') },
  key_ring: { app: 'change', reader: never('seals of the installation') },
  gateway_instances: { app: 'change', reader: GATEWAY },
  gateway_load: { app: 'change', reader: GATEWAY },
  gateway_running: { app: 'change', reader: GATEWAY },
  gateway_tasks: { app: 'change', reader: GATEWAY },
  gateway_results: { app: 'change', reader: GATEWAY },
  gateway_webhooks: { app: 'change', reader: GATEWAY },
  gateway_webhook_hosts: { app: 'change', reader: GATEWAY },
  usage_answers: { app: 'change', reader: ofLogin() },
  usage_kept: { app: 'change', reader: GATEWAY },
  gateway_webhook_pace: { app: 'change', reader: GATEWAY },
  gateway_keys: { app: 'change', reader: GATEWAY },
}

/** Functions that run as their owner, with the roles that may call them; triggers need no permission. */
export const OWNER_FUNCTIONS: Record<string, readonly ('app' | 'reader')[]> = {
  'make_day_partition(text,date)': ['app'],
  'move_day(text,date,uuid)': ['app'],
  'leave_day(text,date)': ['app'],
  'bring_back(text,json)': ['app'],
  'drop_day_partition(text,date)': ['app'],
  'delete_from_rest(text,timestamp with time zone)': ['app'],
  'erase_addresses(date)': ['app'],
  'erase_calls(integer,integer)': ['app'],
  'erase_audit(integer,text,timestamp with time zone,integer)': ['app'],
  'erase_memos(integer,text[])': ['app'],
  'apply_ledger_entries()': [],
  'sso_vouches(integer,integer)': ['app'],
  'sso_only_teams(integer)': [],
  'sso_only_logins(integer)': ['app', 'reader'],
  'session_accounts(integer,integer)': ['app', 'reader'],
  'account_has_history(integer)': [],
  'account_is_used(integer)': [],
  'working_login(integer,integer,integer)': ['app', 'reader'],
  'become_reader(integer,text)': ['reader'],
  'become_reader(integer,integer,text)': ['reader'],
  'reader_ids(text)': ['reader'],
  'reader_ledger_accounts()': ['reader'],
  'reader_people()': ['reader'],
  'reader_people_with_factor()': ['reader'],
  'reader_members()': ['reader'],
  'reader_has_call(uuid,timestamp with time zone)': ['reader'],
}
