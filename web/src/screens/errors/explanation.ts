import { TASKS_PER_REQUEST_MAX } from '@portico/contract/rules.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

/** A code in words: what it is called, why it comes, what to do about it. */
export interface Explanation {
  title: MessageKey
  cause: MessageKey
  fix: MessageKey
}

/** Bounds that causes and fixes name. */
export const EXPLANATION_VALUES = { max_tasks: TASKS_PER_REQUEST_MAX }
