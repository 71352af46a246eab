import type { AlertKind, DeliveryKind } from '@portico/contract/alert-kinds.ts'
import type { ExportScope, ExportState } from '@portico/contract/data-export.ts'
import type { NotBought } from '@portico/contract/database-order.ts'
import type { FileFormat, PurchaseState } from '@portico/contract/databases.ts'
import type { OrderPurpose, OrderState, PaymentFailure, Processor } from '@portico/contract/payments.ts'
import type { Provider } from '@portico/contract/providers.ts'
import type { GivenRole, Role } from '@portico/contract/role.ts'
import type { DocumentKind } from '@portico/contract/tax.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** How a session began. */
export type BeganBy = 'password' | 'passkey' | 'link' | 'service' | 'sso' | 'staff' | 'acting'

/** The columns of the migrations, as TypeScript sees them. */
type Given<T> = ColumnType<T, T, never>
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

export type BookingKind =
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

/** What a host's brand may set; its module checks every value. Rows of an older version hold less. */
type BrandColumn = Pick<Brand, 'title'> & Partial<Omit<Brand, 'title' | 'product' | 'wl_id' | 'parent_id'>>

interface DocumentColumns {
  id: Given<string>
  wl_id: Given<number>
  year: Given<number>
  sequence: Given<number>
  number: Given<string>
  owner_id: Given<number>
  order_id: Given<string>
  reversal_id: Given<string | null>
  invoice_id: Given<string | null>
  amount_micros: Given<number>
  tax_micros: Given<number>
  issued_at: Given<Date>
  /** Checked by its module when it is read. */
  content: ColumnType<unknown, string, never>
}

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
    time_zone: Later<string>
    country: Later<string>
    domain: Generated<string>
    parent_id: Later<number>
    wl_id: Generated<number>
    status: Generated<'pending' | 'active' | 'disabled' | 'closed'>
    is_staff: Generated<boolean>
    first_visit: Generated<boolean>
    /** When the first steps were dismissed. */
    start_dismissed_at: Later<Date>
    created_at: Given<Date>
    verified_at: Later<Date>
    last_login_at: Later<Date>
    news: Generated<boolean>
    offers: Generated<boolean>
    reports: Generated<boolean>
    triggers: Generated<boolean>
    attribution: ColumnType<Record<string, unknown>, string | undefined, string>
    consent: Later<string>
    is_third_party: Generated<boolean>
    sign_up_due: Generated<boolean>
    working_login_id: Later<number>
  }
  feature_grants: { user_id: number; feature: string }
  sessions: {
    token_hash: Buffer
    user_id: Given<number>
    created_at: Given<Date>
    last_seen_at: Date
    reauth_at: Later<Date>
    ip: Given<string>
    user_agent: Given<string>
    public_id: Given<string>
    active_login_id: Later<number>
    staff_id: Given<number | null>
    staff_reason: Given<string | null>
    wl_id: Generated<number>
    factor_at: Later<Date>
    sso_owner_id: Given<number | null>
    began_by: Given<BeganBy | null>
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
    erased_at: ColumnType<Date | null, never, never>
  }
  audit_checks: {
    id: GeneratedAlways<number>
    at: Given<Date>
    is_whole: Given<boolean>
    last_id: Given<number>
    hash: Given<Buffer>
    rows: Given<number>
    broken: Given<number[]>
  }
  api_logins: {
    id: GeneratedAlways<number>
    login: string
    owner_id: number
    kind: Generated<'personal' | 'team' | 'machine'>
    created_at: Given<Date>
    status: Generated<'active' | 'off' | 'on_hold'>
    per_minute: Later<number>
    simultaneous: Later<number>
    duplicates_hour: Later<number>
    duplicates_day: Later<number>
    webhook_delay_ms: Generated<number>
    ip_rules: ColumnType<{ cidr: string; label: string }[], string | undefined, string>
    alerts: ColumnType<Record<string, unknown>, string | undefined, string>
    subscriptions: Generated<string[]>
  }
  api_passwords: {
    login_id: Given<number>
    member_id: Given<number | null>
    made_at: Given<Date>
    mac: Given<Buffer>
    sealed: Later<Buffer>
    valid_until: Later<Date>
  }
  /** The secret of an agent that works with a login. */
  agent_logins: {
    id: GeneratedAlways<number>
    login_id: Given<number>
    user_id: Given<number>
    name: Given<string>
    mac: Given<Buffer>
    is_live: Given<boolean>
    functions: Given<string[] | null>
    total_micros: Given<number | null>
    day_micros: Given<number | null>
    created_at: Given<Date>
    expires_at: Given<Date>
    last_used_at: Later<Date>
    revoked_at: Later<Date>
  }
  ledger_accounts: {
    id: GeneratedAlways<number>
    name: Given<string>
    api_login_id: Given<number | null>
    balance_micros: Generated<number>
    held_micros: Generated<number>
    floor_micros: Generated<number>
  }
  ledger_transactions: {
    id: Given<string>
    kind: Given<BookingKind>
    memo: Given<string>
    actor: Given<string>
    at: Given<Date>
  }
  ledger_entries: { transaction_id: Given<string>; account_id: Given<number>; amount_micros: Given<number> }
  link_tokens: {
    token_hash: Given<Buffer>
    purpose: Given<'activate' | 'reset' | 'token' | 'onetime' | 'onetime_admin' | 'restore_email'>
    user_id: Given<number>
    staff_id: Given<number | null>
    wl_id: Given<number>
    data: ColumnType<Record<string, unknown>, string, never>
    created_at: Given<Date>
    expires_at: Given<Date>
    used_at: Later<Date>
  }
  activation_codes: { user_id: number; code_mac: string; expires_at: Date; tries: Generated<number> }
  email_changes: {
    user_id: number
    new_email: string
    old_mac: string
    new_mac: string
    tries: number
    expires_at: Date
  }
  failed_sign_ins: { user_id: number; tries: number }
  seen_places: { user_id: Given<number>; mark: Given<string>; seen_at: Date }
  known_devices: { device_hash: Buffer; user_id: number; seen_at: Date }
  second_factors: { user_id: Given<number>; sealed_key: Buffer; last_step: Generated<number>; created_at: Date }
  recovery_codes: { user_id: Given<number>; code_mac: Given<string>; used_at: Later<Date> }
  passkeys: {
    id: Given<string>
    user_id: Given<number>
    public_key: Given<Buffer>
    counter: number
    transports: JSONColumnType<string[], string, never>
    rp_id: Given<string>
    name: string
    created_at: Given<Date>
    last_used_at: Later<Date>
  }
  pending_factors: { user_id: number; sealed_key: Buffer; expires_at: Date }
  pending_sign_ins: {
    token_hash: Given<Buffer>
    user_id: Given<number>
    password_mac: Given<string>
    began_by: Given<'password' | 'link' | 'sso' | Provider>
    sso_owner_id: Given<number | null>
    expires_at: Given<Date>
  }
  spent_proofs: { proof: string; expires_at: Date }
  trial_addresses: { address_mac: string; given_at: Date }
  identities: {
    provider: Given<Provider>
    subject: Given<string>
    user_id: Given<number>
    email: string | null
    created_at: Given<Date>
  }
  team_members: {
    owner_id: Given<number>
    user_id: Given<number>
    role: Role
    cap_micros: number | null
    created_at: Given<Date>
  }
  sso_settings: {
    owner_id: Given<number>
    issuer: string
    client_id: string
    sealed_secret: Buffer
    group_claim: string
    group_roles: JSONColumnType<{ group: string; role: GivenRole }[], string, string>
    default_role: GivenRole | null
    cap_micros: number | null
    is_on: Generated<boolean>
    is_required: Generated<boolean>
    tested_at: Later<Date>
  }
  sso_domains: {
    owner_id: Given<number>
    domain: Given<string>
    written: Given<string>
    token: Given<string>
    created_at: Given<Date>
    proved_at: Later<Date>
    mail_hash: Later<Buffer>
    mail_until: Later<Date>
  }
  sso_identities: {
    owner_id: Given<number>
    issuer: Given<string>
    subject: Given<string>
    user_id: Given<number>
    created_at: Given<Date>
    is_ended: Generated<boolean>
    domain: Later<string>
  }
  account_rules: { owner_id: Given<number>; factor_from: Date | null }
  invitations: {
    id: GeneratedAlways<number>
    owner_id: Given<number>
    invited_by: Given<number>
    email_norm: string
    role: Given<GivenRole>
    cap_micros: Given<number | null>
    token_hash: Buffer
    created_at: Date
    expires_at: Date
    accepted_at: Later<Date>
    revoked_at: Later<Date>
  }
  outbox: {
    id: GeneratedAlways<number>
    message_id: Given<string>
    to_address: Given<string>
    template: Given<string>
    language: Given<string>
    /** The brand when the mail was written. */
    brand: ColumnType<{ title: string; accent: string | null; from?: { name: string } }, string, never>
    data: ColumnType<Record<string, unknown>, string, string>
    created_at: Given<Date>
    next_try_at: Date
    tries: Generated<number>
    sent_at: Later<Date>
    failed_at: Later<Date>
    last_error: Later<string>
  }
  whitelabels: {
    id: Generated<number>
    host: Given<string>
    parent_id: Generated<number>
    brand: ColumnType<BrandColumn, string, string>
    created_at: Given<Date>
  }
  notices: {
    id: Given<string>
    starts_at: Date
    ends_at: Date
    hidden_at: Date
    text: string | null
    created_at: Given<Date>
    kind: Generated<'maintenance' | 'prices'>
    owner_id: ColumnType<number | null, number | null | undefined, never>
  }
  /** Prices and their start, for all or for one account. */
  price_versions: {
    id: GeneratedAlways<number>
    owner_id: Given<number | null>
    version: Given<string>
    valid_from: Given<Date>
    book: Given<string | null>
    applied_at: Given<Date>
    actor: Given<string>
    withdrawn_at: Later<Date>
  }
  book_checkpoints: { day: Given<string>; transactions: Given<number>; calls: Given<number>; checked_at: Given<Date> }
  erased_days: { day: Given<string> }
  book_closings: { account_id: Given<number>; micros: number }
  update_reads: { user_id: number; update_id: string; read_at: Date }
  reader_key: { key: Buffer }
  schema_migrations: { number: number; name: string; sha256: string; applied_at: Date; allows_older: boolean }
  schema_functions: { name: string; sha256: string; version: string; migration: number; applied_at: Date }
  ledger_holds: {
    /** Id of the call; its time decides the day whose limits apply. */
    id: Given<string>
    login_id: Given<number>
    /** The member of the team who calls, when their spending is counted. */
    member_id: Given<number | null>
    api: Given<string>
    function: Given<string>
    amount_micros: Given<number>
    /** The agent login it came by: its own limits apply, too. */
    agent_id: Given<number | null>
    /** True while one process may admit calls by it, or will give some of it back; null for the hold of one call. */
    is_lease: Given<boolean | null>
    lease_returns: Given<number | null>
  }
  spend_limits: { login_id: number; scope: string; kind: 'daily_limit' | 'cap' | 'total'; limit_micros: number }
  spend_totals: { login_id: number; scope: string; spent_micros: number; held_micros: number }
  spend_days: { login_id: number; day: string; scope: string; spent_micros: number; held_micros: number }
  usage_events: {
    id: Given<string>
    at: Given<Date>
    owner_id: Given<number>
    login_id: Given<number>
    member_id: Given<number | null>
    api: Given<string>
    function: Given<string>
    method: Given<'live' | 'task' | 'reference'>
    priority: Given<number>
    path: Given<string>
    request_id: Given<string>
    task_id: Given<string | null>
    tag: Given<string | null>
    status_code: Given<number>
    status_class: Given<string>
    http_status: Given<number>
    results: Given<number>
    cost_micros: Given<number>
    time_ms: Given<number>
    ip: Given<string>
    is_sandbox: Given<boolean>
    h2h: Given<boolean>
    agent_id: Given<number | null>
    via: Given<'playground' | 'agent' | null>
    price_version: Given<number | null>
  }
  usage_outcomes: {
    id: Given<string>
    at: Given<Date>
    task_id: Given<string | null>
    login_id: Given<number>
    api: Given<string>
    function: Given<string>
    method: Given<'live' | 'task' | 'reference'>
    priority: Given<number>
    is_sandbox: Given<boolean>
    status_code: Given<number>
    status_class: Given<string>
    results: Given<number>
    refunded_micros: Given<number>
    finished_at: Given<Date>
    queue_ms: Given<number>
    run_ms: Given<number>
  }
  usage_refunds: {
    id: Given<string>
    at: Given<Date>
    login_id: Given<number>
    amount_micros: Given<number>
    booking_id: Given<string>
    refunded_at: Given<Date>
    actor: Given<string>
    reason: Given<string>
  }
  usage_params: {
    id: Given<string>
    at: Given<Date>
    request: ColumnType<unknown, string, never>
    cut_at: Given<number | null>
  }
  /** Saved under a name, for a whole account. */
  usage_views: {
    owner_id: Given<number>
    name: Given<string>
    path: string
    search: string
    created_by: number
    created_at: Date
  }
  usage_kept: { login_id: number; day: string; param_bytes: number; free_rows: number }
  error_events: {
    id: Given<string>
    at: Given<Date>
    kind: Given<'request' | 'webhook'>
    login_id: Given<number>
    api: Given<string>
    function: Given<string>
    method: Given<'live' | 'task' | 'reference'>
    path: Given<string>
    task_id: Given<string | null>
    code: Given<number>
    class: Given<string>
    message: Given<string>
    http_status: Given<number | null>
    ip: Given<string | null>
    is_sandbox: Given<boolean>
    agent_id: Given<number | null>
    via: Given<'playground' | 'agent' | null>
    reason: Given<string | null>
    scope: Given<string | null>
    limit_micros: Given<number | null>
  }
  usage_minutes: UsageRollup & { minute: Date }
  usage_hours: UsageRollup & { hour: Date }
  usage_days: UsageRollup & { day: string }
  error_hours: ErrorCount & { hour: Date }
  error_days: ErrorCount & { day: string }
  usage_stale: { login_id: number; hour: Date }
  books_currency: { id: Generated<boolean>; currency: string }
  key_ring: { id: string; sealed: Buffer; made_at: Generated<Date> }
  gateway_instances: { id: string; seen_at: Date }
  gateway_load: { login_id: number; minute: Date; calls: number }
  gateway_running: { login_id: number; instance: string; running: number }
  gateway_tasks: {
    id: Given<string>
    call_id: Given<string>
    request_id: Given<string>
    login_id: Given<number>
    api: Given<string>
    function: Given<string>
    entry_id: Given<string>
    task: ColumnType<Record<string, unknown>, string, never>
    tag: Given<string | null>
    priority: Given<number>
    ip: Given<string>
    is_sandbox: Given<boolean>
    cost_micros: Given<number>
    refunded_micros: Generated<number>
    posted_at: Given<Date>
    due_at: Date
    state: Generated<'waiting' | 'done' | 'failed'>
    tries: Generated<number>
    upstream_id: Later<string>
    started_at: Later<Date>
    status_code: Later<number>
    status_message: Later<string>
    finished_at: Later<Date>
    fetched_at: Later<Date>
    claimed_until: Later<Date>
    price_version: ColumnType<number | null, number | null | undefined, never>
  }
  gateway_results: { task_id: string; path: string; result: Buffer }
  gateway_webhooks: {
    id: GeneratedAlways<number>
    task_id: Given<string>
    login_id: Given<number>
    kind: Given<'pingback' | 'postback'>
    due_at: Date
    tries: Generated<number>
    sent_at: Later<Date>
    failed_at: Later<Date>
    last_error: Later<string>
    host: Generated<string>
    claimed_until: Later<Date>
    waits_for_host: Generated<boolean>
    wanted_at: Generated<Date>
  }
  gateway_webhook_hosts: { login_id: number; host: string; failures: number; failed_at: Date }
  work_turns: { queue: string; login_id: number }
  gateway_webhook_pace: { login_id: number; next_at: Date }
  gateway_keys: {
    login_id: Given<number>
    key_hash: Given<Buffer>
    request_hash: Given<Buffer>
    attempt: number
    instance: string
    calls: string[]
    made_at: Date
    reply: Later<Buffer>
    settles: ColumnType<unknown[] | null, string | undefined, string | null>
    is_settled: Generated<boolean>
  }
  playground_runs: {
    id: GeneratedAlways<number>
    login_id: Given<number>
    user_id: Given<number>
    at: Given<Date>
    method_id: Given<string>
    mode: Given<'sandbox' | 'live'>
    params: ColumnType<Record<string, string>, string, never>
    task: ColumnType<unknown, string, never>
    status_code: number
    status_message: string
    cost_micros: Given<number>
    time_ms: Given<number>
    task_id: Given<string | null>
    result: string | null
  }
  playground_saved: {
    id: GeneratedAlways<number>
    login_id: Given<number>
    user_id: Given<number>
    name: string
    folder: string
    method_id: string
    params: ColumnType<Record<string, string>, string, string>
    task: ColumnType<unknown, string, string>
    is_shared: boolean
    changed_at: Date
  }
  alerts_sent: {
    login_id: Given<number>
    kind: Given<AlertKind>
    key: Given<string>
    sent_at: Date
    ended_at: Later<Date>
  }
  alerts_seen: { login_id: number; state: string; seen_at: Date }
  alert_webhooks: {
    login_id: Given<number>
    url: string
    sealed: Buffer
    secret_since: Date
    old_sealed: Later<Buffer>
    old_until: Later<Date>
  }
  alert_deliveries: {
    id: GeneratedAlways<number>
    event_id: Given<string>
    login_id: Given<number>
    kind: Given<DeliveryKind>
    body: Given<string>
    is_replay: ColumnType<boolean, boolean | undefined, never>
    created_at: Given<Date>
    due_at: Date
    tries: Generated<number>
    sent_at: Later<Date>
    failed_at: Later<Date>
    http_status: Later<number>
    failure: Later<'forbidden' | 'slow' | 'down' | 'refused' | 'removed'>
    error_code: Later<string>
    sent_to: Later<string>
    claimed_until: Later<Date>
  }
  payment_customers: {
    owner_id: Given<number>
    processor: Given<'stripe' | 'test'>
    customer_ref: string
    former_refs: Generated<string[]>
    created_at: Given<Date>
    deleted_at: Later<Date>
  }
  payment_methods: {
    id: Given<string>
    owner_id: Given<number>
    processor: Given<'stripe' | 'test'>
    method_ref: Given<string>
    brand: string
    last4: string
    exp_month: Later<number>
    exp_year: Later<number>
    is_default: Generated<boolean>
    is_backup: Generated<boolean>
    created_at: Given<Date>
    removed_at: Later<Date>
  }
  payment_orders: {
    id: Given<string>
    reference: Given<string>
    owner_id: Given<number>
    login_id: Given<number>
    created_by: Given<number | null>
    processor: Given<Processor>
    purpose: Given<OrderPurpose>
    product: Given<string | null>
    amount_micros: Given<number>
    tax_micros: Given<number>
    tax_facts: ColumnType<Record<string, unknown>, string | undefined, never>
    state: Generated<OrderState>
    version: Generated<number>
    method_id: Later<string>
    save_method: Generated<boolean>
    is_present: Generated<boolean>
    method_label: Generated<string>
    checkout_ref: Later<string>
    payment_ref: Later<string>
    attempt: Generated<number>
    checkout_url: Later<string>
    failure: Later<PaymentFailure>
    return_to: Generated<string>
    origin: Given<string>
    refunded_micros: Generated<number>
    dispute: Later<'open' | 'lost' | 'won'>
    quarantine: Later<string>
    created_at: Given<Date>
    changed_at: Date
    checked_at: Later<Date>
    paid_at: Later<Date>
    backup_of: Given<string | null | undefined>
  }
  payment_events: {
    processor: Given<'stripe' | 'test'>
    event_id: Given<string>
    type: Given<string>
    body: JSONColumnType<Record<string, unknown>, string, never>
    received_at: Given<Date>
    handled_at: Later<Date>
    tried_at: Later<Date>
    tries: Generated<number>
    error: Later<string>
  }
  payment_reversals: {
    id: Given<string>
    order_id: Given<string>
    kind: Given<'refund' | 'dispute'>
    reversal_ref: Later<string>
    total_micros: Later<number>
    amount_micros: number
    tax_micros: Generated<number>
    excess_micros: Generated<number>
    fee_micros: Generated<number>
    state: 'created' | 'pending' | 'done' | 'failed' | 'won'
    attempt: Generated<number>
    unanswered_at: Later<Date>
    reason: Given<string>
    actor: Given<string>
    created_at: Given<Date>
    changed_at: Date
  }
  payment_comparisons: {
    id: GeneratedAlways<number>
    processor: Given<'stripe' | 'test'>
    at: Given<Date>
    is_whole: Given<boolean>
    payments: Given<number>
    reversals: Given<number>
    followed: Given<number>
  }
  payment_findings: {
    processor: Given<'stripe' | 'test'>
    payment_ref: Given<string>
    finding: Given<string>
    found_at: Given<Date>
    checked_at: Date
    solved_at: Later<Date>
  }
  test_processor_methods: {
    method_ref: Given<string>
    customer_ref: Given<string>
    brand: Given<string>
    last4: Given<string>
    exp_month: Given<number>
    exp_year: Given<number>
    created_at: Given<Date>
    removed_at: Later<Date>
  }
  test_processor_payments: {
    payment_ref: Given<string>
    idempotency_key: Given<string>
    checkout_ref: Given<string | null>
    customer_ref: Given<string>
    order_id: Given<string | null>
    total_micros: Given<number>
    state: 'open' | 'processing' | 'paid' | 'failed' | 'canceled'
    failure: Later<PaymentFailure>
    due_at: Later<Date>
    save_method: Generated<boolean>
    method_ref: Later<string>
    description: Given<string>
    return_url: Given<string>
    created_at: Given<Date>
  }
  test_processor_reversals: {
    reversal_ref: Given<string>
    idempotency_key: Given<string>
    payment_ref: Given<string>
    kind: Given<'refund' | 'dispute'>
    total_micros: Given<number>
    state: 'done' | 'open' | 'won' | 'lost'
    created_at: Given<Date>
  }
  billing_details: {
    owner_id: Given<number>
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
    e_invoice: 'none' | 'xrechnung' | 'facturx'
    buyer_reference: string
    changed_at: Date
    statements_since: Later<Date>
  }
  vat_checks: {
    id: GeneratedAlways<number>
    owner_id: Given<number>
    vat_id: Given<string>
    result: Given<'valid' | 'invalid' | 'unavailable'>
    error: Given<string>
    consultation: Given<string>
    name: Given<string>
    address: Given<string>
    checked_at: Given<Date>
  }
  statement_mails: { owner_id: Given<number>; month: Given<string>; mailed_at: Given<Date> }
  billing_counters: { wl_id: Given<number>; kind: Given<DocumentKind>; year: Given<number>; last: number }
  billing_documents: DocumentColumns & { kind: Given<'invoice' | 'credit_note'> }
  billing_notes: DocumentColumns & { kind: Given<'proforma' | 'fee_note' | 'fee_credit'> }
  exchange_rates: { day: ColumnType<string, string, never>; currency: Given<string>; per_euro: string }
  subscriptions: {
    owner_id: Given<number>
    product: Given<string>
    state: 'active' | 'canceling' | 'past_due' | 'expired'
    login_id: number
    anchor_at: Date
    periods: number
    period_start: Date
    period_end: Date
    access_until: Date | null
    price_micros: number
    price_version: string
    order_id: string
    method_label: string
    tries: Generated<number>
    next_try_at: Date
    announced_version: Later<string>
    announced_at: Later<Date>
    changed_at: Date
  }
  subscription_periods: {
    order_id: Given<string>
    owner_id: Given<number>
    product: Given<string>
    period_start: Given<Date>
    period_end: Given<Date>
    price_micros: Given<number>
    price_version: Given<string>
    method_label: Given<string>
    at: Given<Date>
  }
  subscription_orders: {
    order_id: Given<string>
    owner_id: Given<number>
    product: Given<string>
    price_version: Given<string>
    is_renewal: Given<boolean>
    at: Given<Date>
  }
  auto_recharges: {
    login_id: Given<number>
    owner_id: Given<number>
    is_on: boolean
    threshold_micros: number
    amount_micros: number
    method_id: Later<string>
    month_max_micros: Later<number>
    orders: Generated<number>
    failures: Generated<number>
    retry_at: Later<Date>
    failed_label: Later<string>
    failure: Later<PaymentFailure>
    stopped_at: Later<Date>
    changed_by: Later<number>
    created_at: Given<Date>
    changed_at: Date
  }
  account_closings: {
    owner_id: Given<number>
    asked_by: Given<number | null>
    asked_at: Given<Date>
    closes_at: Given<Date>
    reason: Given<string>
    note: Generated<string>
    reminded_at: Later<Date>
    told_at: Later<Date>
    erased_at: Later<Date>
  }
  data_exports: {
    id: Given<string>
    user_id: Given<number>
    owner_id: Given<number>
    scope: Given<ExportScope>
    state: Generated<ExportState>
    created_at: Given<Date>
    tries: Generated<number>
    claimed_until: Later<Date>
    ready_at: Later<Date>
    expires_at: Later<Date>
    bytes: Later<number>
  }
  database_versions: {
    database_id: Given<string>
    version: Given<string>
    published_on: Given<string>
    changes: ColumnType<Record<string, string>, string, never>
    locations: ColumnType<Record<string, number>, string, never>
    at: Given<Date>
  }
  database_files: {
    database_id: Given<string>
    version: Given<string>
    location: Given<string>
    format: Given<FileFormat>
    path: Given<string>
    bytes: Given<number>
    records: Given<number>
    sha256: Given<string>
    at: Given<Date>
  }
  database_orders: {
    order_id: Given<string>
    purchase_id: Given<string>
    owner_id: Given<number>
    login_id: Given<number>
    created_by: Given<number>
    database_id: Given<string>
    title: Given<string>
    version: Given<string>
    format: Given<FileFormat>
    locations: Given<string[]>
    with_updates: Given<boolean>
    amount_micros: Given<number>
    state: Generated<'waiting' | 'bought' | 'not_bought'>
    reason: Later<NotBought>
    paid_at: Later<Date>
    tries: Generated<number>
    created_at: Given<Date>
    changed_at: Date
  }
  database_purchases: {
    id: Given<string>
    reference: Given<string>
    owner_id: Given<number>
    login_id: Given<number>
    created_by: Given<number>
    database_id: Given<string>
    title: Given<string>
    version: Given<string>
    format: Given<FileFormat>
    locations: Given<string[]>
    amount_micros: Given<number>
    state: Generated<PurchaseState>
    tries: Generated<number>
    claimed_until: Later<Date>
    updates_until: Given<Date | null>
    link_number: Generated<number>
    created_at: Given<Date>
    changed_at: Date
    ready_at: Later<Date>
  }
  database_purchase_files: {
    purchase_id: Given<string>
    database_id: Given<string>
    version: Given<string>
    location: Given<string>
    format: Given<FileFormat>
    at: Given<Date>
  }
  promo_codes: {
    id: GeneratedAlways<number>
    code: Given<string>
    amount_micros: Given<number | null>
    percent: Given<number | null>
    max_micros: Given<number | null>
    budget_micros: number | null
    spent_micros: Generated<number>
    starts_at: Later<Date>
    ends_at: Later<Date>
    note: Generated<string>
    created_at: Given<Date>
  }
  promo_uses: {
    code_id: Given<number>
    owner_id: Given<number>
    login_id: Given<number>
    order_id: Later<string>
    amount_micros: Later<number>
    used_by: Given<number | null>
    used_at: Given<Date>
    credited_at: Later<Date>
  }
}

export interface ErrorCount {
  login_id: number
  kind: 'request' | 'webhook'
  is_sandbox: boolean
  code: number
  class: string
  api: string
  function: string
  count: number
  first_at: Date
  last_at: Date
}

interface UsageRollup {
  login_id: number
  api: string
  function: string
  method: 'live' | 'task' | 'reference'
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
