import type { Tables } from '#db/tables.ts'

const BOOKS = 'the books of the provider, without a word about whom'
const BY_FUNCTION = 'rows are never changed: functions of the database erase what is personal in them'
const LAW = 'invoices are kept as the law demands, with the billing details they were made out to'
const INSTALLATION = 'of the installation, of no customer'
const SHORT = 'forgotten by itself within a day'
const PAYMENTS = 'references of the payment service, which keeps its own books'

/** Tables of which rows of a closed account stay, with the reason. Whatever is personal in them is erased all the same. */
export const KEPT: Partial<Record<keyof Tables, string>> = {
  audit_log: BY_FUNCTION,
  usage_events: BY_FUNCTION,
  usage_params: BY_FUNCTION,
  error_events: BY_FUNCTION,
  ledger_transactions: BY_FUNCTION,
  ledger_accounts: BY_FUNCTION,
  usage_outcomes: BOOKS,
  usage_minutes: BOOKS,
  usage_hours: BOOKS,
  usage_days: BOOKS,
  error_hours: BOOKS,
  error_days: BOOKS,
  ledger_holds: BOOKS,
  spend_days: BOOKS,
  spend_totals: BOOKS,
  promo_codes: BOOKS,
  usage_refunds: BOOKS,
  database_orders: BOOKS,
  database_purchases: BOOKS,
  database_purchase_files: BOOKS,
  subscription_periods: BOOKS,
  subscription_orders: BOOKS,
  price_versions: BOOKS,
  notices: BOOKS,
  payment_reversals: BOOKS,
  billing_documents: LAW,
  billing_notes: LAW,
  payment_customers: 'the number of a customer whom a job deletes at the payment service; without it nobody could',
  payment_events: PAYMENTS,
  test_processor_methods: PAYMENTS,
  test_processor_payments: PAYMENTS,
  test_processor_reversals: PAYMENTS,
  account_closings: 'that it was closed, when and for which of the reasons; the words that were typed are erased',
  gateway_results: 'deleted with their tasks',
  gateway_running: SHORT,
  rate_limits: SHORT,
  spent_proofs: SHORT,
  trial_addresses: 'a keyed hash of an address, of no account, so that trial credit is given once',
  outbox: 'found by the address and deleted',
  audit_checks: INSTALLATION,
  billing_counters: INSTALLATION,
  exchange_rates: INSTALLATION,
  database_files: INSTALLATION,
  database_versions: INSTALLATION,
  whitelabels: INSTALLATION,
  key_ring: INSTALLATION,
  books_currency: INSTALLATION,
  reader_key: INSTALLATION,
  schema_migrations: INSTALLATION,
  schema_functions: INSTALLATION,
  work_turns: INSTALLATION,
}
