import type { StatusClass } from '@portico/contract/usage.ts'
import type { MessageKey, Translator } from '#i18n/i18n.tsx'
import type { BadgeTone } from '#ui/badge.tsx'
import type { RangeName, Tab } from './errors-place.ts'

export const RANGE_WORDS: Record<RangeName, MessageKey> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}

export const TAB_WORDS: Record<Tab, MessageKey> = {
  requests: 'Requests',
  webhooks: 'Webhooks',
  codes: 'Code reference',
}

export const CLASS_WORDS: Record<StatusClass, MessageKey> = {
  ok: 'Succeeded',
  queued: 'Queued',
  auth: 'Access refused',
  billing: 'Balance and limits',
  not_found: 'Not found',
  validation: 'Invalid request',
  task_state: 'No result',
  server: 'Server error',
}

/** Calls to a path that is not sold are counted under this word. */
const NO_FUNCTION = 'unknown/unknown'

export function functionTitle(
  t: Translator['t'],
  { function: key, title }: { function: string; title: string },
): string {
  return key === NO_FUNCTION ? t('Unknown endpoint') : title
}

export const CLASS_TONES: Record<StatusClass, BadgeTone> = {
  ok: 'good',
  queued: 'accent',
  auth: 'warn',
  billing: 'warn',
  not_found: 'neutral',
  validation: 'warn',
  task_state: 'neutral',
  server: 'bad',
}
