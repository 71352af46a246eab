import type { Grain, METHODS, StatusClass } from '@portico/contract/usage.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import type { BadgeTone } from '#ui/badge.tsx'
import type { RangeName } from './usage-place.ts'

export const RANGE_WORDS: Record<RangeName, MessageKey> = {
  '1h': 'Last hour',
  '3h': 'Last 3 hours',
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  this_month: 'This month',
  last_month: 'Last month',
}

export const GRAIN_WORDS: Record<Grain, MessageKey> = {
  minute: 'By minute',
  hour: 'By hour',
  day: 'By day',
  month: 'By month',
}

export const METHOD_WORDS: Record<(typeof METHODS)[number], MessageKey> = {
  live: 'Live call',
  task: 'Task',
  reference: 'Look-up',
}

export const STATUS_WORDS: Record<StatusClass, MessageKey> = {
  ok: 'Succeeded',
  queued: 'Queued',
  auth: 'Access refused',
  billing: 'Balance and limits',
  not_found: 'Not found',
  validation: 'Invalid request',
  task_state: 'No result',
  server: 'Server error',
}

export const STATUS_TONES: Record<StatusClass, BadgeTone> = {
  ok: 'good',
  queued: 'accent',
  auth: 'warn',
  billing: 'warn',
  not_found: 'neutral',
  validation: 'warn',
  task_state: 'neutral',
  server: 'bad',
}

export function priorityWord(priority: number): MessageKey {
  return priority === 2 ? 'High priority' : 'Normal priority'
}
