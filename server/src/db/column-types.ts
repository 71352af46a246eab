import type { DeliveryKind, LoginAlertKind } from '@portico/contract/alert-kinds.ts'
import type { ExportScope, ExportState } from '@portico/contract/data-export.ts'
import type { NotBought } from '@portico/contract/database-order.ts'
import type { FileFormat, PurchaseState } from '@portico/contract/databases.ts'
import type { Approvable } from '@portico/contract/operator-approvals.ts'
import type { Impact, IncidentState } from '@portico/contract/operator-incidents.ts'
import type { InstanceFacts } from '@portico/contract/operator-service.ts'
import type { OrderPurpose, OrderState, PaymentFailure, Processor } from '@portico/contract/payments.ts'
import type { Provider } from '@portico/contract/providers.ts'
import type { GivenRole, Role } from '@portico/contract/role.ts'
import type { DocumentKind } from '@portico/contract/tax.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { ColumnType, GeneratedAlways, InsertType, SelectType, UpdateType } from 'kysely'

/** How a session began. */
export type BeganBy = 'password' | 'passkey' | 'link' | 'service' | 'sso' | 'staff' | 'acting'

/** What the database does not know of a column: the shape of its JSON, or the words the contract has for it. */
export interface ColumnTypes {
  'alert_deliveries.kind': DeliveryKind
  'alerts_sent.kind': LoginAlertKind
  'inbox_items.values': Record<string, unknown>
  'api_logins.alerts': Record<string, unknown>
  'api_logins.answers': Record<string, unknown>
  'api_logins.ip_rules': { cidr: string; label: string }[]
  'approvals.action': Approvable
  'approvals.decision': 'approved' | 'rejected' | 'expired'
  'approvals.failure': { text: string; values: Record<string, string | number> }
  'approvals.input': Record<string, string | number | boolean>
  'approvals.result': Record<string, unknown>
  'audit_log.detail': Record<string, unknown>
  'auto_recharges.failure': PaymentFailure
  'billing_counters.kind': DocumentKind
  'data_exports.scope': ExportScope
  'data_exports.state': ExportState
  'database_files.format': FileFormat
  'database_orders.format': FileFormat
  'database_orders.reason': NotBought
  'database_purchase_files.format': FileFormat
  'database_purchases.format': FileFormat
  'database_purchases.state': PurchaseState
  'database_versions.changes': Record<string, string>
  'database_versions.locations': Record<string, number>
  'gateway_instances.facts': InstanceFacts
  'gateway_keys.settles': unknown[]
  'incident_updates.impact': Impact
  'incident_updates.state': IncidentState
  'incident_updates.texts': Record<string, string>
  'gateway_tasks.task': Record<string, unknown>
  'identities.provider': Provider
  'invitations.role': GivenRole
  'link_tokens.data': Record<string, unknown>
  /** The brand when the mail was written. */
  'outbox.brand': { title: string; accent: string | null; from?: { name: string } }
  'outbox.data': Record<string, unknown>
  'passkeys.transports': string[]
  'payment_events.body': Record<string, unknown>
  'payment_orders.failure': PaymentFailure
  'payment_orders.processor': Processor
  'payment_orders.purpose': OrderPurpose
  'payment_orders.state': OrderState
  'payment_orders.tax_facts': Record<string, unknown>
  'pending_sign_ins.began_by': 'password' | 'link' | 'sso' | Provider
  'playground_runs.params': Record<string, string>
  'playground_saved.params': Record<string, string>
  'sessions.began_by': BeganBy
  'sso_settings.default_role': GivenRole
  'sso_settings.group_roles': { group: string; role: GivenRole }[]
  'team_members.role': Role
  'test_processor_payments.failure': PaymentFailure
  'users.attribution': Record<string, unknown>
  /** What a host's brand may set; its module checks every value. Rows of an older version hold less. */
  'whitelabels.brand': Pick<Brand, 'title'> & Partial<Omit<Brand, 'title' | 'product' | 'wl_id' | 'parent_id'>>
}

/** Filled by the database alone. */
export type Always<T> = GeneratedAlways<T>
/** Read as a value, written as text. */
export type Json<T> = ColumnType<T, string, string>
export type Nullable<T> = ColumnType<SelectType<T> | null, InsertType<T> | null | undefined, UpdateType<T> | null>
export type Default<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>
/** The server has no right to change it. */
export type Fixed<T> = ColumnType<SelectType<T>, InsertType<T>, never>
