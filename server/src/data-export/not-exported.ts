import type { Table } from './kind.ts'

const SECRET = 'secrets that open something, or marks to compare them with'
const IN_HAND = 'work in hand, which is in the usage, the errors or the messages when it is done'
const SUMS = 'sums of rows that are in the archive'
const COUNTERS = 'counters that keep guessers and floods out'
const INSTALLATION = 'of the installation, of no customer'
const PROCESSOR = 'simulates the payment service where there is none'

/** Tables that no archive holds rows of, each with the reason. A test compares this and the kinds with the database. */
export const NOT_EXPORTED: Partial<Record<Table, string>> = {
  recovery_codes: SECRET,
  link_tokens: SECRET,
  activation_codes: SECRET,
  email_changes: SECRET,
  pending_factors: SECRET,
  pending_sign_ins: SECRET,
  spent_proofs: SECRET,
  trial_addresses: SECRET,
  reader_key: SECRET,
  key_ring: SECRET,
  books_currency: INSTALLATION,
  rate_limits: COUNTERS,
  failed_sign_ins: COUNTERS,
  usage_minutes: SUMS,
  usage_hours: SUMS,
  usage_days: SUMS,
  usage_stale: SUMS,
  volume_calls: IN_HAND,
  error_hours: SUMS,
  error_days: SUMS,
  book_closings: SUMS,
  ledger_transactions: 'read for the rows of ledger_entries',
  usage_params: 'read for the rows of usage_events',
  usage_outcomes: 'read for the rows of usage_events',
  gateway_results: 'what the source of the data answered: fetched by the API as long as it is kept',
  ledger_holds: IN_HAND,
  ledger_begun_calls: IN_HAND,
  usage_kept: IN_HAND,
  alerts_seen: IN_HAND,
  budget_alerts: IN_HAND,
  work_turns: IN_HAND,
  gateway_load: IN_HAND,
  gateway_running: IN_HAND,
  gateway_tasks: IN_HAND,
  gateway_webhooks: IN_HAND,
  gateway_webhook_hosts: IN_HAND,
  gateway_webhook_pace: IN_HAND,
  gateway_keys: IN_HAND,
  gateway_instances: INSTALLATION,
  payment_comparisons: 'runs that compared our payments with the processor, about no account in particular',
  payment_findings:
    'differences between the processor and us, for the operator: the payments themselves are in the archive',
  payment_events: 'messages of the payment service: what they changed is in the payments',
  test_processor_methods: PROCESSOR,
  test_processor_payments: PROCESSOR,
  test_processor_reversals: PROCESSOR,
  promo_codes: 'offers of the provider: the use of one is in the archive',
  database_versions: 'of the catalogue',
  database_files: 'of the catalogue',
  audit_checks: INSTALLATION,
  billing_counters: INSTALLATION,
  exchange_rates: INSTALLATION,
  book_checkpoints: INSTALLATION,
  erased_days: INSTALLATION,
  whitelabels: INSTALLATION,
  schema_migrations: INSTALLATION,
  schema_functions: INSTALLATION,
}
