import { type Grain, STATUS_CLASSES } from '@portico/contract/usage.ts'
import type { METHODS } from '@portico/contract/usage-methods.ts'
import type { Group } from '@portico/contract/usage-totals.ts'
import type { MessageKey, Translator } from '#i18n/i18n.tsx'
import { titleIn } from '#page/titles.ts'
import { STATUS_WORDS } from '#traffic/status-words.ts'

export const GRAIN_WORDS: Record<Grain, MessageKey> = {
  minute: 'By minute',
  hour: 'By hour',
  day: 'By day',
  month: 'By month',
}

export const GROUP_WORDS: Record<Group, MessageKey> = {
  function: 'Function',
  api: 'API',
  login: 'API login',
  tag: 'Tag',
  priority: 'Priority',
  status: 'Status',
}

export const COST_WORDS: Record<Group, MessageKey> = {
  function: 'Cost by function',
  api: 'Cost by API',
  login: 'Cost by login',
  tag: 'Cost by tag',
  priority: 'Cost by priority',
  status: 'Cost by status',
}

export const METHOD_WORDS: Record<(typeof METHODS)[number], MessageKey> = {
  live: 'Live method',
  task: 'Task method',
  reference: 'Free lookup',
}

/** The name of a group where its key is not its name; unnamed ones are merged. */
export function groupTitle(t: Translator['t'], group: Group, key: string | null, title: string): string {
  if (key === null) return t('Other')
  if (group === 'tag') return key === '' ? t('No tag') : key
  if (group === 'priority') return t(priorityWord(Number(key)))
  if (group === 'status') return t(STATUS_WORDS[STATUS_CLASSES.find((known) => known === key) ?? 'server'])
  return titleIn(t, title)
}

export function priorityWord(priority: number): MessageKey {
  return priority === 2 ? 'High priority' : 'Normal priority'
}
