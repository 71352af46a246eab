import type { FactField } from './activity.ts'

/** What a customer can be alerted about. It is apart from the schemas, so that a page that only names it loads none. */
export const LOGIN_ALERT_KINDS = ['balance', 'runway', 'limit', 'errors'] as const
/** Those of one login, and those of a budget, which has its own lines. */
export const ALERT_KINDS = [...LOGIN_ALERT_KINDS, 'budget'] as const
export type LoginAlertKind = (typeof LOGIN_ALERT_KINDS)[number]
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Names of alert kinds in the list of messages. */
export const ALERT_NAMES = {
  balance: 'Low balance',
  runway: 'Balance running out',
  limit: 'Daily limit almost reached',
  errors: 'High error rate',
  budget: 'Monthly budget',
} as const satisfies Record<AlertKind, string>

/** What a budget reports: the end of the month at this pace, and its two lines. */
export const BUDGET_LINES = ['forecast', 'soft', 'hard'] as const
export type BudgetLine = (typeof BUDGET_LINES)[number]

/** Kinds of webhook deliveries. */
export const DELIVERY_KINDS = [...ALERT_KINDS, 'test'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

/** What a customer sets for the alerts; the log records each. */
const ALERT_THRESHOLDS = [
  'balance_below_micros',
  'days_left_below',
  'error_rate_above',
  'limit_percents',
] as const satisfies FactField[]
export type AlertThreshold = (typeof ALERT_THRESHOLDS)[number]
/** Labels in Settings and in the log. */
export const ALERT_LABELS = {
  balance_below_micros: 'Balance below',
  days_left_below: 'Days left below',
  error_rate_above: 'Error rate above',
  limit_percents: 'Daily limit used',
} as const satisfies Record<AlertThreshold, string>
/** Thresholds that are percentages. */
export const ALERT_PERCENTS: readonly AlertThreshold[] = ['error_rate_above', 'limit_percents']

/** The error-rate alert needs this many calls within the hour: with fewer, every single failure would be a rate. */
export const ERROR_RATE_FEWEST_CALLS = 20
