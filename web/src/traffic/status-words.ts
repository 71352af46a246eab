import type { StatusClass } from '@portico/contract/usage.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import type { BadgeTone } from '#ui/show/badge.tsx'

/** The name and colour of a task's outcome, wherever one is shown. */
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
