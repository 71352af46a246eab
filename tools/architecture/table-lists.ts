/** Tables that more modules read than the one that writes them, or that two write: every pair is a decision. All others have one module. */
export const SHARED_TABLES: Record<string, { writes: string[]; reads: string[] }> = {
  // Every module needs users and logins. `db` needs them for the row policies of readers.
  api_logins: {
    writes: ['access'],
    reads: [
      'alerts',
      'backup',
      'budgets',
      'business-watch',
      'closing',
      'dashboard',
      'data-export',
      'databases',
      'db',
      'gateway',
      'ledger',
      'moved-days',
      'operator',
      'payments',
      'promo',
      'recharge',
      'team',
    ],
  },
  // `db` checks whether any exist: if so, keys are derived as before the key ring.
  users: {
    writes: ['access', 'http', 'users'],
    reads: [
      'access',
      'auth',
      'backup',
      'billing',
      'business-events',
      'closing',
      'dashboard',
      'data-export',
      'databases',
      'db',
      'http',
      'ledger',
      'operator',
      'payments',
      'recharge',
      'sso',
      'subscriptions',
      'whitelabel',
    ],
  },
  // A team may require two-factor sign-in of its members.
  second_factors: { writes: ['auth'], reads: ['db', 'team'] },
  passkeys: { writes: ['auth'], reads: ['db', 'team'] },
  team_members: { writes: ['team'], reads: ['access', 'closing', 'db', 'http', 'sso', 'whitelabel'] },
  whitelabels: { writes: ['whitelabel'], reads: ['http'] },
  // Closing an account erases personal data, also in append-only tables.
  audit_log: { writes: ['audit', 'closing'], reads: ['operator'] },
  // Written by the ledger, erased as above, and read by traffic/ for all reports on calls; the other modules join them with their own tables.
  usage_minutes: {
    writes: ['ledger'],
    reads: ['alerts', 'budgets', 'business-watch', 'gateway', 'operator', 'traffic'],
  },
  usage_hours: { writes: ['ledger'], reads: ['access', 'traffic'] },
  // The history of the status page begins with them.
  usage_days: { writes: ['ledger'], reads: ['gateway', 'operator', 'status', 'traffic'] },
  usage_stale: { writes: ['ledger'], reads: ['traffic'] },
  usage_events: {
    writes: ['ledger', 'closing', 'moved-days'],
    reads: ['access', 'db', 'gateway', 'operator', 'traffic'],
  },
  // The books prove the sums of files; the addresses in them are erased with those of the rows.
  moved_days: { writes: ['moved-days', 'ledger'], reads: [] },
  // Days whose addresses are still to be erased are not moved.
  erased_days: { writes: ['ledger'], reads: ['moved-days'] },
  moved_hours: { writes: ['moved-days'], reads: ['ledger'] },
  usage_outcomes: { writes: ['ledger'], reads: ['data-export', 'gateway', 'operator'] },
  database_purchases: { writes: ['databases'], reads: ['closing', 'data-export'] },
  // Deleted with a closed account.
  subscriptions: { writes: ['subscriptions'], reads: ['closing'] },
  usage_params: { writes: ['ledger', 'closing'], reads: ['data-export', 'gateway', 'traffic'] },
  error_events: { writes: ['ledger', 'closing', 'moved-days'], reads: ['gateway', 'operator', 'refusals', 'traffic'] },
  error_hours: { writes: ['ledger'], reads: ['refusals', 'traffic'] },
  error_days: { writes: ['ledger'], reads: ['status', 'traffic'] },
  ledger_accounts: {
    writes: ['ledger', 'closing'],
    reads: ['alerts', 'business-watch', 'closing', 'data-export', 'db', 'operator', 'recharge', 'traffic'],
  },
  ledger_entries: { writes: ['ledger'], reads: ['closing', 'traffic'] },
  // A restore checks that the database is empty.
  ledger_transactions: { writes: ['ledger', 'closing'], reads: ['backup', 'data-export'] },
  // The details of a call name the version it was charged by.
  price_versions: { writes: ['prices'], reads: ['traffic'] },
  // The gateway counts the tags that have a budget; a closed account has none.
  budgets: { writes: ['budgets'], reads: ['access', 'ledger'] },
  // The operator's list of accounts shows spend and last activity.
  spend_days: { writes: ['ledger'], reads: ['business-watch', 'operator'] },
  sessions: { writes: ['http'], reads: ['operator'] },
  // The console finds a customer by these; notes are erased with the account.
  billing_details: { writes: ['billing'], reads: ['operator'] },
  billing_documents: { writes: ['billing'], reads: ['operator'] },
  // The console lists documents of all customers, and proves that no number is missing.
  billing_notes: { writes: ['billing'], reads: ['operator'] },
  billing_counters: { writes: ['billing'], reads: ['operator'] },
  payment_methods: { writes: ['payments'], reads: ['operator'] },
  customer_notes: { writes: ['operator', 'closing'], reads: [] },
  approvals: { writes: ['operator', 'closing'], reads: [] },
  spend_limits: { writes: ['ledger'], reads: ['access', 'alerts', 'business-watch'] },
  // Events are erased with the account they are about.
  business_events: { writes: ['business-events', 'closing'], reads: [] },
  // The books compare orders with entries; a bonus and a recharge depend on the orders before.
  payment_orders: { writes: ['payments'], reads: ['data-export', 'ledger', 'operator', 'promo', 'recharge'] },
  payment_reversals: { writes: ['payments'], reads: ['ledger'] },
  // Single-use values: proofs of work, and states of an OAuth sign-in.
  spent_proofs: { writes: ['auth', 'db'], reads: [] },
  trial_addresses: { writes: ['users'], reads: [] },
  rate_limits: { writes: ['http'], reads: ['gateway'] },
}

/**
 * Each database function belongs to a module: the file in `server/src/db/functions`, and the module whose store uses it.
 * Tables it names count as used by that module. Names that are built at run time are not seen (the partitions of
 * usage_events, usage_params and error_events).
 */
export const FUNCTION_MODULES: Record<string, string> = {
  'account-closes-at': 'closing',
  'account-has-history': 'ledger',
  'account-keeps-an-owner': 'team',
  'account-logins': 'ledger',
  'admit-calls': 'gateway',
  'apply-ledger-entries': 'ledger',
  'call-ids': 'ledger',
  'count-errors': 'ledger',
  'day-partitions': 'ledger',
  'decide-holds': 'ledger',
  'end-calls': 'ledger',
  'erase-addresses': 'ledger',
  'erase-closed-account': 'closing',
  'held-back': 'team',
  meter: 'ledger',
  'moved-days': 'moved-days',
  reader: 'db',
  'refuse-change': 'db',
  budgets: 'ledger',
  'resolve-holds': 'ledger',
  'settle-calls': 'ledger',
  'settle-group': 'ledger',
  'spend-scopes': 'ledger',
  'session-accounts': 'sso',
  'sso-demanded': 'sso',
  'subscribed-products': 'subscriptions',
  'take-holds': 'ledger',
  'usage-times': 'ledger',
  'working-login': 'access',
}

/** Functions that read tables and are called by stores of other modules. */
export const SHARED_FUNCTIONS: Record<string, string[]> = {
  // A closing account neither pays nor signs in.
  account_closes_at: ['access', 'payments', 'recharge', 'subscriptions', 'users'],
  // A session is read together with its permissions.
  held_back: ['access', 'http'],
  working_login: ['http'],
  sso_vouches: ['http'],
  session_accounts: ['access'],
  subscribed_products: ['access', 'dashboard'],
  sso_only_logins: ['access'],
  reader_people_with_factor: ['team'],
  // A restore fills the partitions that the backup was taken from.
  make_day_partition: ['backup'],
}
