import * as z from 'zod/mini'

/** What a log line is about, for the filter by kind. */
export const ACTIVITY_KINDS = ['credentials', 'logins', 'team', 'settings', 'money'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** Details a log line can show beside its sentence, in display order. No other field of a row leaves the server. */
export const FACT_FIELDS = [
  'login',
  'agent',
  'key',
  'email',
  'by',
  'member',
  'role',
  'cap_micros',
  'total_micros',
  'product',
  'amount_micros',
  'threshold_micros',
  'month_max_micros',
  'promo_code',
  'percent',
  'database',
  'version',
  'reference',
  'from',
  'to',
  'scope',
  'limit_micros',
  'tag',
  'soft_micros',
  'hard_micros',
  'duplicates_hour',
  'duplicates_day',
  'webhook_delay_ms',
  'balance_below_micros',
  'days_left_below',
  'error_rate_above',
  'limit_percents',
  'added',
  'removed',
  'overlap_min',
  'host',
  'count',
  'ended',
  'provider',
  'feature',
  'channel',
  'fields',
  'language',
  'theme_view',
  'time_zone',
  'news',
  'offers',
  'reports',
  'triggers',
] as const
export type FactField = (typeof FACT_FIELDS)[number]

const value = z.nullable(z.union([z.string(), z.number(), z.boolean()]))

/** `before` is present only where something was changed. */
export const fact = z.object({ field: z.enum(FACT_FIELDS), before: z.optional(value), after: value })
export type Fact = z.infer<typeof fact>
