// Written from the migrated database by `npm run db:types`.

import type { Always, Default, Fixed, ColumnTypes as Its, Json, Nullable } from './column-types.ts'

export interface Tables {
  account_closings: {
    owner_id: number
    asked_by: Nullable<number>
    asked_at: Date
    closes_at: Date
    reason: string
    note: Default<string>
    reminded_at: Nullable<Date>
    told_at: Nullable<Date>
    erased_at: Nullable<Date>
  }
  account_rules: { owner_id: number; factor_from: Nullable<Date> }
  activation_codes: { user_id: number; code_mac: string; expires_at: Date; tries: Default<number> }
  agent_logins: {
    id: Always<number>
    login_id: number
    user_id: number
    name: string
    mac: Buffer
    is_live: boolean
    functions: Nullable<string[]>
    total_micros: Nullable<number>
    day_micros: Nullable<number>
    created_at: Date
    expires_at: Date
    last_used_at: Nullable<Date>
    revoked_at: Nullable<Date>
    kind: Default<'agent' | 'key'>
    prefix: Nullable<string>
    is_read_only: Default<boolean>
    addresses: Default<string[]>
    old_mac: Nullable<Buffer>
    old_until: Nullable<Date>
    expiry_mailed_at: Nullable<Date>
    per_minute: Nullable<number>
  }
  alert_channels: {
    id: Always<number>
    owner_id: number
    app: 'slack' | 'teams'
    name: string
    host: string
    sealed: Buffer
    created_at: Date
  }
  alert_deliveries: {
    id: Always<number>
    event_id: string
    login_id: number
    kind: Its['alert_deliveries.kind']
    body: string
    is_replay: Default<boolean>
    created_at: Date
    due_at: Date
    tries: Default<number>
    sent_at: Nullable<Date>
    failed_at: Nullable<Date>
    http_status: Nullable<number>
    failure: Nullable<'forbidden' | 'slow' | 'down' | 'refused' | 'removed'>
    error_code: Nullable<string>
    sent_to: Nullable<string>
    claimed_until: Nullable<Date>
    channel_id: Nullable<number>
  }
  alert_webhooks: {
    login_id: number
    url: string
    sealed: Buffer
    secret_since: Date
    old_sealed: Nullable<Buffer>
    old_until: Nullable<Date>
  }
  alerts_seen: { login_id: number; state: string; seen_at: Date }
  alerts_sent: {
    login_id: number
    kind: Its['alerts_sent.kind']
    key: string
    sent_at: Date
    ended_at: Nullable<Date>
  }
  api_logins: {
    id: Always<number>
    login: string
    owner_id: number
    kind: Default<'personal' | 'team' | 'machine'>
    created_at: Date
    status: Default<'active' | 'off' | 'on_hold'>
    per_minute: Nullable<number>
    simultaneous: Nullable<number>
    duplicates_hour: Nullable<number>
    duplicates_day: Nullable<number>
    webhook_delay_ms: Default<number>
    ip_rules: Default<Json<Its['api_logins.ip_rules']>>
    alerts: Default<Json<Its['api_logins.alerts']>>
    subscriptions: Default<string[]>
    answers: Nullable<Json<Its['api_logins.answers']>>
  }
  api_passwords: {
    login_id: number
    made_at: Date
    mac: Buffer
    sealed: Nullable<Buffer>
    valid_until: Nullable<Date>
    member_id: Nullable<number>
  }
  approvals: {
    id: string
    action: Its['approvals.action']
    input: Json<Its['approvals.input']>
    amount_micros: number
    owner_id: Nullable<number>
    reason: string
    requested_by: number
    requested_at: Date
    expires_at: Date
    decision: Nullable<Its['approvals.decision']>
    decided_by: Nullable<number>
    decided_at: Nullable<Date>
    decision_reason: Nullable<string>
    finished_at: Nullable<Date>
    result: Nullable<Json<Its['approvals.result']>>
    failure: Nullable<Json<Its['approvals.failure']>>
  }
  audit_checks: {
    id: Always<number>
    at: Fixed<Date>
    is_whole: Fixed<boolean>
    last_id: Fixed<number>
    hash: Fixed<Buffer>
    rows: Fixed<number>
    broken: Fixed<number[]>
  }
  audit_log: {
    id: Always<number>
    at: Fixed<Date>
    actor: Fixed<string>
    action: Fixed<string>
    user_id: Fixed<Nullable<number>>
    detail: Fixed<Json<Its['audit_log.detail']>>
    ip: Fixed<string>
    request_id: Fixed<string>
    previous: Fixed<Buffer>
    hash: Fixed<Buffer>
    erased_at: Fixed<Nullable<Date>>
  }
  auto_recharges: {
    login_id: number
    owner_id: number
    is_on: boolean
    threshold_micros: number
    amount_micros: number
    method_id: Nullable<string>
    month_max_micros: Nullable<number>
    orders: Default<number>
    failures: Default<number>
    retry_at: Nullable<Date>
    failed_label: Nullable<string>
    failure: Nullable<Its['auto_recharges.failure']>
    stopped_at: Nullable<Date>
    changed_by: Nullable<number>
    created_at: Date
    changed_at: Date
  }
  balance_levels: { login_id: number; level: 'fine' | 'low' | 'empty'; changes: Default<number> }
  billing_counters: { wl_id: number; kind: Its['billing_counters.kind']; year: number; last: number }
  billing_details: {
    owner_id: number
    kind: 'company' | 'person'
    name: string
    line1: string
    line2: string
    postal_code: string
    city: string
    country: string
    vat_id: string
    invoice_emails: string[]
    po_number: string
    changed_at: Date
    e_invoice: Default<'none' | 'xrechnung' | 'facturx'>
    buyer_reference: Default<string>
    statements_since: Nullable<Date>
  }
  billing_documents: {
    id: Fixed<string>
    kind: Fixed<'invoice' | 'credit_note'>
    wl_id: Fixed<number>
    year: Fixed<number>
    sequence: Fixed<number>
    number: Fixed<string>
    owner_id: Fixed<number>
    order_id: Fixed<string>
    reversal_id: Fixed<Nullable<string>>
    invoice_id: Fixed<Nullable<string>>
    amount_micros: Fixed<number>
    tax_micros: Fixed<number>
    issued_at: Fixed<Date>
    content: Fixed<Json<unknown>>
  }
  billing_notes: {
    id: Fixed<string>
    kind: Fixed<'proforma' | 'fee_note' | 'fee_credit'>
    wl_id: Fixed<number>
    year: Fixed<number>
    sequence: Fixed<number>
    number: Fixed<string>
    owner_id: Fixed<number>
    order_id: Fixed<string>
    reversal_id: Fixed<Nullable<string>>
    invoice_id: Fixed<Nullable<string>>
    amount_micros: Fixed<number>
    tax_micros: Fixed<number>
    issued_at: Fixed<Date>
    content: Fixed<Json<unknown>>
  }
  book_checkpoints: {
    day: string
    transactions: number
    calls: number
    checked_at: Date
    usage_micros: Nullable<number>
  }
  book_checks: {
    id: string
    started_at: Default<Date>
    alive_at: Default<Date>
    ended_at: Nullable<Date>
    progress: Nullable<Json<unknown>>
    error: Nullable<string>
    result: Nullable<Json<unknown>>
  }
  book_closings: { account_id: number; micros: number }
  books_currency: { id: Fixed<Default<boolean>>; currency: string }
  budget_alerts: {
    budget_id: number
    month: string
    line: 'forecast' | 'soft' | 'hard'
    line_micros: number
    sent_at: Date
  }
  budgets: {
    id: Always<number>
    owner_id: number
    login_id: Nullable<number>
    tag: Nullable<string>
    soft_micros: Nullable<number>
    hard_micros: Nullable<number>
    created_at: Date
    changed_at: Date
    checked_at: Date
    recounted_at: Nullable<Date>
  }
  business_events: { id: string; type: string; owner_id: Nullable<number>; body: string; created_at: Date }
  catalogue_activations: {
    id: Always<number>
    upload_id: Fixed<Nullable<number>>
    valid_from: Fixed<Date>
    activated_at: Fixed<Date>
    actor: Fixed<string>
  }
  catalogue_uploads: {
    id: Always<number>
    files: Fixed<Json<unknown>>
    created_at: Fixed<Date>
    created_by: Fixed<string>
    reason: Fixed<string>
  }
  closed_months: {
    month: Fixed<string>
    closed_at: Fixed<Date>
    closed_by: Fixed<string>
    sha256: Fixed<string>
    file: Fixed<Buffer>
  }
  customer_notes: { id: string; user_id: number; author_id: Nullable<number>; author: string; at: Date; text: string }
  data_exports: {
    id: string
    user_id: number
    owner_id: number
    scope: Its['data_exports.scope']
    state: Default<Its['data_exports.state']>
    created_at: Date
    tries: Default<number>
    claimed_until: Nullable<Date>
    ready_at: Nullable<Date>
    expires_at: Nullable<Date>
    bytes: Nullable<number>
  }
  database_files: {
    database_id: Fixed<string>
    version: Fixed<string>
    location: Fixed<string>
    format: Fixed<Its['database_files.format']>
    path: Fixed<string>
    bytes: Fixed<number>
    records: Fixed<number>
    sha256: Fixed<string>
    at: Fixed<Date>
  }
  database_orders: {
    order_id: Fixed<string>
    purchase_id: Fixed<string>
    owner_id: Fixed<number>
    login_id: Fixed<number>
    created_by: Fixed<number>
    database_id: Fixed<string>
    title: Fixed<string>
    version: Fixed<string>
    format: Fixed<Its['database_orders.format']>
    locations: Fixed<string[]>
    with_updates: Fixed<boolean>
    amount_micros: Fixed<number>
    state: Default<'waiting' | 'bought' | 'not_bought'>
    reason: Nullable<Its['database_orders.reason']>
    paid_at: Nullable<Date>
    tries: Default<number>
    created_at: Fixed<Date>
    changed_at: Date
  }
  database_purchase_files: {
    purchase_id: Fixed<string>
    database_id: Fixed<string>
    version: Fixed<string>
    location: Fixed<string>
    format: Fixed<Its['database_purchase_files.format']>
    at: Fixed<Date>
  }
  database_purchases: {
    id: Fixed<string>
    reference: Fixed<string>
    owner_id: Fixed<number>
    login_id: Fixed<number>
    created_by: Fixed<number>
    database_id: Fixed<string>
    title: Fixed<string>
    version: Fixed<string>
    format: Fixed<Its['database_purchases.format']>
    locations: Fixed<string[]>
    amount_micros: Fixed<number>
    state: Default<Its['database_purchases.state']>
    tries: Default<number>
    claimed_until: Nullable<Date>
    updates_until: Fixed<Nullable<Date>>
    link_number: Default<number>
    created_at: Fixed<Date>
    changed_at: Date
    ready_at: Nullable<Date>
  }
  database_versions: {
    database_id: Fixed<string>
    version: Fixed<string>
    published_on: Fixed<string>
    changes: Fixed<Json<Its['database_versions.changes']>>
    locations: Fixed<Json<Its['database_versions.locations']>>
    at: Fixed<Date>
  }
  email_changes: {
    user_id: number
    new_email: string
    old_mac: string
    new_mac: string
    tries: Default<number>
    expires_at: Date
  }
  erased_days: { day: Fixed<string> }
  error_days: {
    login_id: number
    day: string
    kind: string
    is_sandbox: boolean
    code: number
    class: string
    api: string
    function: string
    count: number
    first_at: Date
    last_at: Date
    repeats: Default<number>
  }
  error_events: {
    id: Fixed<string>
    at: Fixed<Date>
    kind: Fixed<'request' | 'webhook'>
    login_id: Fixed<number>
    api: Fixed<string>
    function: Fixed<string>
    method: Fixed<'live' | 'task' | 'reference'>
    path: Fixed<string>
    task_id: Fixed<Nullable<string>>
    code: Fixed<number>
    class: Fixed<string>
    message: Fixed<string>
    http_status: Fixed<Nullable<number>>
    ip: Fixed<Nullable<string>>
    is_sandbox: Fixed<boolean>
    agent_id: Fixed<Nullable<number>>
    via: Fixed<Nullable<'playground' | 'agent'>>
    reason: Fixed<Nullable<string>>
    scope: Fixed<Nullable<string>>
    limit_micros: Fixed<Nullable<number>>
    repeats: Fixed<Default<number>>
    http_method: Fixed<Nullable<string>>
  }
  error_hours: {
    login_id: number
    hour: Date
    kind: string
    is_sandbox: boolean
    code: number
    class: string
    api: string
    function: string
    count: number
    first_at: Date
    last_at: Date
    repeats: Default<number>
  }
  exchange_rates: { day: string; currency: string; per_euro: string }
  failed_sign_ins: { user_id: number; tries: number }
  feature_grants: { user_id: number; feature: string }
  gateway_instances: {
    id: string
    seen_at: Date
    started_at: Default<Date>
    version: Nullable<string>
    host: Nullable<string>
    pid: Nullable<number>
    facts: Nullable<Json<Its['gateway_instances.facts']>>
  }
  gateway_keys: {
    login_id: number
    key_hash: Buffer
    request_hash: Buffer
    attempt: number
    instance: string
    calls: string[]
    made_at: Date
    reply: Nullable<Buffer>
    settles: Nullable<Json<Its['gateway_keys.settles']>>
    is_settled: Default<boolean>
  }
  gateway_load: { login_id: number; minute: Date; calls: number }
  gateway_results: { task_id: string; path: string; result: Buffer }
  gateway_running: { login_id: number; instance: string; running: number }
  gateway_tasks: {
    id: string
    call_id: string
    request_id: string
    login_id: number
    api: string
    function: string
    entry_id: string
    task: Json<Its['gateway_tasks.task']>
    tag: Nullable<string>
    priority: number
    ip: string
    is_sandbox: boolean
    cost_micros: number
    refunded_micros: Default<number>
    posted_at: Date
    due_at: Date
    state: Default<'waiting' | 'done' | 'failed'>
    tries: Default<number>
    upstream_id: Nullable<string>
    status_code: Nullable<number>
    status_message: Nullable<string>
    finished_at: Nullable<Date>
    fetched_at: Nullable<Date>
    claimed_until: Nullable<Date>
    started_at: Nullable<Date>
    price_version: Nullable<number>
  }
  gateway_webhook_hosts: { login_id: number; host: string; failures: number; failed_at: Date }
  gateway_webhook_pace: { login_id: number; next_at: Date }
  gateway_webhooks: {
    id: Always<number>
    task_id: string
    login_id: number
    kind: 'pingback' | 'postback'
    due_at: Date
    tries: Default<number>
    sent_at: Nullable<Date>
    failed_at: Nullable<Date>
    last_error: Nullable<string>
    host: Default<string>
    claimed_until: Nullable<Date>
    waits_for_host: Default<boolean>
    wanted_at: Default<Date>
  }
  identities: {
    provider: Its['identities.provider']
    subject: string
    user_id: number
    email: Nullable<string>
    created_at: Date
  }
  inbox_items: {
    id: Always<number>
    user_id: number
    owner_id: number
    login_id: Nullable<number>
    kind: string
    values: Json<Its['inbox_items.values']>
    created_at: Date
    read_at: Nullable<Date>
  }
  incident_updates: {
    id: Always<number>
    incident: string
    at: Date
    state: Its['incident_updates.state']
    impact: Its['incident_updates.impact']
    apis: string[]
    texts: Json<Its['incident_updates.texts']>
  }
  invitations: {
    id: Always<number>
    owner_id: number
    invited_by: number
    email_norm: string
    role: Its['invitations.role']
    cap_micros: Nullable<number>
    token_hash: Buffer
    created_at: Date
    expires_at: Date
    accepted_at: Nullable<Date>
    revoked_at: Nullable<Date>
  }
  job_runs: {
    job: string
    runs: number
    failures: number
    last_done_at: Nullable<Date>
    last_ms: Nullable<number>
    failed_at: Nullable<Date>
    last_error: Nullable<string>
  }
  key_ring: { id: string; sealed: Buffer; made_at: Default<Date> }
  known_devices: { device_hash: Buffer; user_id: number; seen_at: Date }
  ledger_accounts: {
    id: Always<number>
    name: Fixed<string>
    api_login_id: Fixed<Nullable<number>>
    balance_micros: Fixed<Default<number>>
    held_micros: Default<number>
    floor_micros: Default<number>
  }
  ledger_begun_calls: { id: string; settle: Json<unknown> }
  ledger_entries: { transaction_id: Fixed<string>; account_id: Fixed<number>; amount_micros: Fixed<number> }
  ledger_holds: {
    id: string
    login_id: number
    member_id: Nullable<number>
    api: string
    function: string
    amount_micros: number
    agent_id: Nullable<number>
    is_lease: Nullable<boolean>
    lease_returns: Nullable<number>
    tag: Nullable<string>
  }
  ledger_transactions: {
    id: Fixed<string>
    kind: Fixed<
      | 'gift'
      | 'payment'
      | 'usage'
      | 'refund'
      | 'correction'
      | 'transfer'
      | 'promo'
      | 'dispute'
      | 'dispute_won'
      | 'dispute_fee'
      | 'purchase'
    >
    memo: Fixed<string>
    actor: Fixed<string>
    at: Fixed<Date>
    calls: Fixed<Default<number>>
  }
  link_tokens: {
    token_hash: Buffer
    purpose: 'activate' | 'reset' | 'token' | 'onetime' | 'onetime_admin' | 'restore_email'
    user_id: number
    staff_id: Nullable<number>
    data: Default<Json<Its['link_tokens.data']>>
    created_at: Date
    expires_at: Date
    used_at: Nullable<Date>
    wl_id: number
  }
  moved_days: {
    kind: 'usage' | 'errors'
    day: string
    state: 'writing' | 'written' | 'moved'
    path: string
    attempt: string
    claimed_until: Date
    bytes: Default<number>
    sha256: Default<string>
    rows: Default<number>
    cost_micros: Default<number>
    address_key: Nullable<Buffer>
    moved_at: Nullable<Date>
    merged_at: Nullable<Date>
  }
  moved_hours: {
    kind: string
    login_id: number
    hour: Date
    first_row: number
    rows: number
    cost_micros: number
    back_at: Nullable<Date>
  }
  moved_keys: { login_id: number; key: Buffer }
  notices: {
    id: string
    starts_at: Date
    ends_at: Date
    hidden_at: Date
    text: Nullable<string>
    created_at: Date
    kind: Default<'maintenance' | 'prices'>
    owner_id: Nullable<number>
  }
  operator_deliveries: {
    id: Always<number>
    webhook_id: number
    event_id: string
    is_replay: Default<boolean>
    created_at: Date
    due_at: Date
    tries: Default<number>
    sent_at: Nullable<Date>
    failed_at: Nullable<Date>
    http_status: Nullable<number>
    failure: Nullable<string>
    error_code: Nullable<string>
    answer: Nullable<string>
  }
  operator_tokens: {
    id: Always<number>
    name: string
    token_hash: Buffer
    scopes: string[]
    created_by: string
    created_at: Date
    expires_at: Date
    last_used_at: Nullable<Date>
    revoked_at: Nullable<Date>
  }
  operator_webhooks: {
    id: Always<number>
    name: string
    url: string
    events: string[]
    is_paused: Default<boolean>
    sealed: Buffer
    secret_since: Date
    old_sealed: Nullable<Buffer>
    old_until: Nullable<Date>
    created_by: string
    created_at: Date
  }
  outbox: {
    id: Always<number>
    message_id: string
    to_address: string
    template: string
    language: string
    brand: Json<Its['outbox.brand']>
    data: Json<Its['outbox.data']>
    created_at: Date
    next_try_at: Date
    tries: Default<number>
    sent_at: Nullable<Date>
    failed_at: Nullable<Date>
    last_error: Nullable<string>
    sent_subject: Nullable<string>
    sent_text: Nullable<string>
    bounced_at: Nullable<Date>
    bounce: Nullable<string>
  }
  passkeys: {
    id: string
    user_id: number
    public_key: Buffer
    counter: number
    transports: Json<Its['passkeys.transports']>
    rp_id: string
    name: string
    created_at: Date
    last_used_at: Nullable<Date>
  }
  payment_comparisons: {
    id: Always<number>
    processor: 'stripe' | 'test'
    at: Date
    is_whole: boolean
    payments: number
    reversals: number
    followed: number
  }
  payment_customers: {
    owner_id: number
    processor: 'stripe' | 'test'
    customer_ref: string
    created_at: Date
    former_refs: Default<string[]>
    deleted_at: Nullable<Date>
  }
  payment_events: {
    processor: 'stripe' | 'test'
    event_id: string
    type: string
    body: Json<Its['payment_events.body']>
    received_at: Date
    handled_at: Nullable<Date>
    tried_at: Nullable<Date>
    tries: Default<number>
    error: Nullable<string>
  }
  payment_findings: {
    processor: 'stripe' | 'test'
    payment_ref: string
    finding: string
    found_at: Date
    checked_at: Date
    solved_at: Nullable<Date>
  }
  payment_methods: {
    id: string
    owner_id: number
    processor: 'stripe' | 'test'
    method_ref: string
    brand: string
    last4: string
    exp_month: Nullable<number>
    exp_year: Nullable<number>
    is_default: Default<boolean>
    created_at: Date
    removed_at: Nullable<Date>
    is_backup: Default<boolean>
  }
  payment_orders: {
    id: string
    reference: string
    owner_id: number
    login_id: number
    created_by: Nullable<number>
    processor: Its['payment_orders.processor']
    purpose: Its['payment_orders.purpose']
    product: Nullable<string>
    amount_micros: number
    tax_micros: Default<number>
    tax_facts: Default<Json<Its['payment_orders.tax_facts']>>
    state: Default<Its['payment_orders.state']>
    version: Default<number>
    method_id: Nullable<string>
    save_method: Default<boolean>
    is_present: Default<boolean>
    method_label: Default<string>
    checkout_ref: Nullable<string>
    payment_ref: Nullable<string>
    checkout_url: Nullable<string>
    failure: Nullable<Its['payment_orders.failure']>
    return_to: Default<string>
    origin: string
    refunded_micros: Default<number>
    dispute: Nullable<'open' | 'lost' | 'won'>
    quarantine: Nullable<string>
    created_at: Date
    changed_at: Date
    checked_at: Nullable<Date>
    paid_at: Nullable<Date>
    attempt: Default<number>
    backup_of: Nullable<string>
  }
  payment_reversals: {
    id: string
    order_id: string
    kind: 'refund' | 'dispute'
    reversal_ref: Nullable<string>
    amount_micros: number
    tax_micros: Default<number>
    fee_micros: Default<number>
    state: 'created' | 'pending' | 'done' | 'failed' | 'won'
    reason: string
    actor: string
    created_at: Date
    changed_at: Date
    attempt: Default<number>
    unanswered_at: Nullable<Date>
    total_micros: Nullable<number>
    excess_micros: Default<number>
  }
  pending_factors: { user_id: number; sealed_key: Buffer; expires_at: Date }
  pending_sign_ins: {
    token_hash: Buffer
    user_id: number
    password_mac: string
    expires_at: Date
    began_by: Its['pending_sign_ins.began_by']
    sso_owner_id: Nullable<number>
  }
  playground_runs: {
    id: Always<number>
    login_id: number
    user_id: number
    at: Date
    method_id: string
    mode: 'sandbox' | 'live'
    params: Json<Its['playground_runs.params']>
    task: Json<unknown>
    status_code: number
    status_message: string
    cost_micros: number
    time_ms: number
    task_id: Nullable<string>
    result: Nullable<string>
  }
  playground_saved: {
    id: Always<number>
    login_id: number
    user_id: number
    name: string
    folder: string
    method_id: string
    params: Json<Its['playground_saved.params']>
    task: Json<unknown>
    is_shared: boolean
    changed_at: Date
  }
  price_versions: {
    id: Always<number>
    owner_id: Fixed<Nullable<number>>
    version: Fixed<string>
    valid_from: Fixed<Date>
    book: Fixed<Nullable<string>>
    applied_at: Fixed<Date>
    actor: Fixed<string>
    withdrawn_at: Nullable<Date>
  }
  promo_codes: {
    id: Always<number>
    code: string
    amount_micros: Nullable<number>
    percent: Nullable<number>
    max_micros: Nullable<number>
    budget_micros: Nullable<number>
    spent_micros: Default<number>
    starts_at: Nullable<Date>
    ends_at: Nullable<Date>
    note: Default<string>
    created_at: Date
  }
  promo_uses: {
    code_id: number
    owner_id: number
    login_id: number
    order_id: Nullable<string>
    amount_micros: Nullable<number>
    used_by: Nullable<number>
    used_at: Date
    credited_at: Nullable<Date>
  }
  rate_limits: { key: string; window_start: Date; used: number }
  reader_key: { key: Fixed<Buffer> }
  recovery_codes: { user_id: number; code_mac: string; used_at: Nullable<Date> }
  replica_heartbeats: { id: number; at: Date; history: string }
  schema_functions: {
    name: Fixed<string>
    sha256: Fixed<string>
    version: Fixed<string>
    migration: Fixed<number>
    applied_at: Fixed<Default<Date>>
  }
  schema_migrations: {
    number: Fixed<number>
    name: Fixed<string>
    sha256: Fixed<string>
    applied_at: Fixed<Default<Date>>
    allows_older: Fixed<Default<boolean>>
  }
  second_factors: { user_id: number; sealed_key: Buffer; last_step: Default<number>; created_at: Date }
  seen_places: { user_id: number; mark: string; seen_at: Date }
  service_counts: {
    metric: 'calls' | 'call_seconds' | 'source_calls' | 'source_seconds'
    span_s: number
    at: Date
    api: string
    name: string
    code: string
    outcome: string
    calls: number
    buckets: number[]
  }
  sessions: {
    token_hash: Buffer
    user_id: number
    created_at: Date
    last_seen_at: Date
    reauth_at: Nullable<Date>
    ip: string
    user_agent: string
    public_id: string
    active_login_id: Nullable<number>
    staff_id: Nullable<number>
    staff_reason: Nullable<string>
    wl_id: Default<number>
    factor_at: Nullable<Date>
    sso_owner_id: Nullable<number>
    began_by: Nullable<Its['sessions.began_by']>
  }
  spend_days: { login_id: number; day: string; scope: string; spent_micros: number; held_micros: number }
  spend_limits: { login_id: number; scope: string; kind: 'daily_limit' | 'cap' | 'total'; limit_micros: number }
  spend_totals: { login_id: number; scope: string; spent_micros: number; held_micros: number }
  spent_proofs: { proof: string; expires_at: Date }
  sso_domains: {
    owner_id: number
    domain: string
    written: string
    token: string
    created_at: Date
    proved_at: Nullable<Date>
    mail_hash: Nullable<Buffer>
    mail_until: Nullable<Date>
  }
  sso_identities: {
    owner_id: number
    issuer: string
    subject: string
    user_id: number
    created_at: Date
    is_ended: Default<boolean>
    domain: Nullable<string>
  }
  sso_settings: {
    owner_id: number
    issuer: string
    client_id: string
    sealed_secret: Buffer
    group_claim: string
    group_roles: Json<Its['sso_settings.group_roles']>
    default_role: Nullable<Its['sso_settings.default_role']>
    cap_micros: Nullable<number>
    is_on: Default<boolean>
    is_required: Default<boolean>
    tested_at: Nullable<Date>
  }
  statement_mails: { owner_id: number; month: string; mailed_at: Date }
  status_days: { api: string; day: string; calls: number; failed: number }
  status_minutes: { api: string; minute: Date; calls: number; failed: number }
  status_subscribers: {
    id: Always<number>
    email: string
    wl_id: number
    language: string
    confirmed_at: Date
    last_update_id: number
    last_window_id: Default<number>
  }
  subscription_orders: {
    order_id: Fixed<string>
    owner_id: Fixed<number>
    product: Fixed<string>
    price_version: Fixed<string>
    is_renewal: Fixed<boolean>
    at: Fixed<Date>
  }
  subscription_periods: {
    order_id: Fixed<string>
    owner_id: Fixed<number>
    product: Fixed<string>
    period_start: Fixed<Date>
    period_end: Fixed<Date>
    price_micros: Fixed<number>
    price_version: Fixed<string>
    method_label: Fixed<string>
    at: Fixed<Date>
  }
  subscriptions: {
    owner_id: number
    product: string
    state: 'active' | 'canceling' | 'past_due' | 'expired'
    login_id: number
    anchor_at: Date
    periods: number
    period_start: Date
    period_end: Date
    access_until: Nullable<Date>
    price_micros: number
    price_version: string
    order_id: string
    method_label: string
    tries: Default<number>
    next_try_at: Date
    announced_version: Nullable<string>
    announced_at: Nullable<Date>
    changed_at: Date
  }
  team_members: {
    owner_id: number
    user_id: number
    role: Its['team_members.role']
    cap_micros: Nullable<number>
    created_at: Date
  }
  test_processor_methods: {
    method_ref: string
    customer_ref: string
    brand: string
    last4: string
    exp_month: number
    exp_year: number
    created_at: Date
    removed_at: Nullable<Date>
  }
  test_processor_payments: {
    payment_ref: string
    idempotency_key: string
    checkout_ref: Nullable<string>
    customer_ref: string
    order_id: Nullable<string>
    total_micros: number
    state: 'open' | 'processing' | 'paid' | 'failed' | 'canceled'
    failure: Nullable<Its['test_processor_payments.failure']>
    due_at: Nullable<Date>
    save_method: Default<boolean>
    method_ref: Nullable<string>
    description: string
    return_url: string
    created_at: Date
  }
  test_processor_reversals: {
    reversal_ref: string
    idempotency_key: string
    payment_ref: string
    kind: 'refund' | 'dispute'
    total_micros: number
    state: 'done' | 'open' | 'won' | 'lost'
    created_at: Date
  }
  trial_addresses: { address_mac: Fixed<string>; given_at: Fixed<Date> }
  update_reads: { user_id: number; update_id: string; read_at: Date }
  usage_answers: {
    id: string
    at: Date
    login_id: number
    api: string
    function: string
    is_sandbox: boolean
    is_good: boolean
    http_status: number
    type: string
    bytes: number
    answer: Nullable<Json<unknown>>
    cut_at: Nullable<number>
    until: Date
  }
  usage_days: {
    login_id: number
    day: string
    api: string
    function: string
    method: string
    priority: number
    status_class: string
    is_sandbox: boolean
    requests: number
    tasks: number
    results: number
    cost_micros: number
    errors: number
    time_ms_sum: number
    times: number[]
  }
  usage_events: {
    id: Fixed<string>
    at: Fixed<Date>
    owner_id: Fixed<number>
    login_id: Fixed<number>
    member_id: Fixed<Nullable<number>>
    api: Fixed<string>
    function: Fixed<string>
    method: Fixed<'live' | 'task' | 'reference'>
    priority: Fixed<number>
    path: Fixed<string>
    request_id: Fixed<string>
    task_id: Fixed<Nullable<string>>
    tag: Fixed<Nullable<string>>
    status_code: Fixed<number>
    status_class: Fixed<string>
    http_status: Fixed<number>
    results: Fixed<number>
    cost_micros: Fixed<number>
    time_ms: Fixed<number>
    ip: Fixed<string>
    is_sandbox: Fixed<boolean>
    h2h: Fixed<boolean>
    agent_id: Fixed<Nullable<number>>
    via: Fixed<Nullable<'playground' | 'agent'>>
    price_version: Fixed<Nullable<number>>
    repeats: Fixed<Default<number>>
    http_method: Fixed<Nullable<string>>
    booking_id: Fixed<Nullable<string>>
  }
  usage_hours: {
    login_id: number
    hour: Date
    api: string
    function: string
    method: string
    priority: number
    status_class: string
    is_sandbox: boolean
    requests: number
    tasks: number
    results: number
    cost_micros: number
    errors: number
    time_ms_sum: number
    times: number[]
  }
  usage_kept: { login_id: number; day: string; param_bytes: number; free_rows: number; answer_bytes: Default<number> }
  usage_minutes: {
    login_id: number
    minute: Date
    api: string
    function: string
    method: string
    priority: number
    status_class: string
    is_sandbox: boolean
    requests: number
    tasks: number
    results: number
    cost_micros: number
    errors: number
    time_ms_sum: number
    times: number[]
  }
  usage_outcomes: {
    id: Fixed<string>
    at: Fixed<Date>
    task_id: Fixed<Nullable<string>>
    login_id: Fixed<number>
    api: Fixed<string>
    function: Fixed<string>
    method: Fixed<string>
    priority: Fixed<number>
    is_sandbox: Fixed<boolean>
    status_code: Fixed<number>
    status_class: Fixed<string>
    results: Fixed<number>
    refunded_micros: Fixed<number>
    finished_at: Fixed<Date>
    queue_ms: Fixed<number>
    run_ms: Fixed<number>
  }
  usage_params: { id: Fixed<string>; at: Fixed<Date>; request: Fixed<Json<unknown>>; cut_at: Fixed<Nullable<number>> }
  usage_refunds: {
    id: Fixed<string>
    at: Fixed<Date>
    login_id: Fixed<number>
    amount_micros: Fixed<number>
    booking_id: Fixed<string>
    refunded_at: Fixed<Date>
    actor: Fixed<string>
    reason: Fixed<string>
  }
  usage_stale: { login_id: number; hour: Date }
  usage_views: { owner_id: number; name: string; path: string; search: string; created_by: number; created_at: Date }
  users: {
    id: Always<number>
    public_id: string
    email: string
    email_norm: string
    name: string
    phone: Nullable<string>
    password_hash: Nullable<string>
    language: Default<string>
    theme_view: Default<'light' | 'dark' | 'system'>
    time_zone: Nullable<string>
    country: Nullable<string>
    domain: Default<string>
    parent_id: Nullable<number>
    wl_id: Default<number>
    status: Default<'pending' | 'active' | 'disabled' | 'closed'>
    is_staff: Default<boolean>
    first_visit: Default<boolean>
    created_at: Date
    verified_at: Nullable<Date>
    last_login_at: Nullable<Date>
    news: Default<boolean>
    offers: Default<boolean>
    reports: Default<boolean>
    triggers: Default<boolean>
    attribution: Default<Json<Its['users.attribution']>>
    consent: Nullable<string>
    is_third_party: Default<boolean>
    start_dismissed_at: Nullable<Date>
    sign_up_due: Default<boolean>
    working_login_id: Nullable<number>
    staff_role: Nullable<'admin' | 'support' | 'finance' | 'content' | 'read_only'>
    last_seen_at: Nullable<Date>
  }
  vat_checks: {
    id: Always<number>
    owner_id: number
    vat_id: string
    result: 'valid' | 'invalid' | 'unavailable'
    error: Default<string>
    consultation: Default<string>
    name: Default<string>
    address: Default<string>
    checked_at: Date
  }
  volume_calls: {
    id: string
    unit: string
    owner_id: number
    month: string
    pool: string
    reserved: number
    free: Default<number>
    paid: Default<number>
    cost_micros: Nullable<number>
    is_open: Default<boolean>
  }
  volume_months: {
    owner_id: number
    month: string
    pool: string
    unit: string
    free_used: Default<number>
    free_reserved: Default<number>
    paid_used: Default<number>
  }
  whitelabels: {
    id: Default<number>
    host: string
    parent_id: Default<number>
    brand: Json<Its['whitelabels.brand']>
    created_at: Date
  }
  window_announcements: {
    id: Always<number>
    notice: string
    kind: 'planned' | 'changed' | 'cancelled'
    at: Date
    starts_at: Date
    ends_at: Date
    text: Nullable<string>
  }
  work_turns: { queue: string; login_id: Default<number> }
}
