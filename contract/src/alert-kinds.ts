import type { FactField } from './activity.ts'

/** What a customer can be told about. Apart from the schemas, so that a page that only names it needs none. */
export const ALERT_KINDS = ['balance', 'runway', 'limit', 'errors'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** As the list of messages calls them. */
export const ALERT_NAMES = {
  balance: 'Low balance',
  runway: 'Balance running out',
  limit: 'Daily limit almost reached',
  errors: 'High error rate',
} as const satisfies Record<AlertKind, string>

/** What goes to a server of the customer. */
export const DELIVERY_KINDS = [...ALERT_KINDS, 'test'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

/** What a customer sets for them; the log tells of each. */
const ALERT_THRESHOLDS = [
  'balance_below_micros',
  'days_left_below',
  'error_rate_above',
  'limit_percents',
] as const satisfies FactField[]
export type AlertThreshold = (typeof ALERT_THRESHOLDS)[number]
/** As Settings and the log call it. */
export const ALERT_LABELS = {
  balance_below_micros: 'Balance below',
  days_left_below: 'Days left below',
  error_rate_above: 'Error rate above',
  limit_percents: 'Daily limit used',
} as const satisfies Record<AlertThreshold, string>
/** Those that are percents. */
export const ALERT_PERCENTS: readonly AlertThreshold[] = ['error_rate_above', 'limit_percents']

/** The alert on the share of failed calls needs so many within the hour: of fewer every single failure would be a rate. */
export const ERROR_RATE_FEWEST_CALLS = 20
