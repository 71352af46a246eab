import type { Kind } from './entry.ts'

/** What a path and its request say about an operation. */
export interface PathShape {
  /** The parts of the path without its version and templates: `serp`, `google`, `organic`, `live`, `advanced`. */
  words: readonly string[]
  templates: readonly string[]
  /** Names of the fields one task may hold. */
  fields: readonly string[]
  /** Its tags, scopes and the schemas of its answers, by name. */
  labels?: readonly string[]
  /** Tasks are posted somewhere in the same API. */
  has_tasks: boolean
}

interface KindRule {
  kind: Kind
  /** What made the decision, as `portico catalogue check` prints it. */
  by: string
  fits(shape: PathShape): boolean
  /** The function it belongs to, where its path says otherwise. */
  function_id?: string
}

const ID_FIELDS = ['id', 'task_id']

const anyWord = (...names: string[]) => ({
  by: `the word ${names.join(', ')} in its path`,
  fits: ({ words }: PathShape) => words.some((word) => names.includes(word)),
})
const lastWord = (...names: string[]) => ({
  by: 'the last word of its path',
  fits: ({ words }: PathShape) => names.includes(words.at(-1) ?? ''),
})
const wholePath = (...paths: string[]) => ({
  by: 'its path, which is known',
  fits: ({ words }: PathShape) => paths.includes(words.join('/')),
})

/**
 * What an operation is. The first rule that fits decides; before all of them goes the operator's word `x-portico-kind` at the
 * operation or its path, after all of them the word of the whole document. What no rule fits is never sent upstream.
 */
export const KIND_RULES: readonly KindRule[] = [
  // Account: it would show the account we have upstream, so it is always answered from our own books.
  { kind: 'account', by: 'the API appendix', fits: ({ words }) => words[0] === 'appendix' },
  { kind: 'account', ...lastWord('user_data', 'id_list', 'errors', 'webhook_resend', 'tasks_fixed', 'force_stop') },

  // How the work is done.
  { kind: 'task_post', ...anyWord('task_post') },
  { kind: 'tasks_ready', ...anyWord('tasks_ready') },
  { kind: 'task_get', ...anyWord('task_get') },
  { kind: 'live', ...anyWord('live') },

  // Look-ups, which are free.
  {
    kind: 'reference',
    ...lastWord('locations', 'languages', 'locations_and_languages', 'categories', 'available_filters', 'models'),
  },
  {
    kind: 'reference',
    ...lastWord('available_history', 'job_functions', 'industries', 'audits', 'versions', 'status'),
  },
  { kind: 'reference', ...wholePath('backlinks/index', 'domain_analytics/technologies/technologies') },
  { kind: 'reference', ...wholePath('merchant/google/sellers/ad_url') },

  // Work that is done at once although its path does not say so; the first two name a task in their body.
  { kind: 'live', ...wholePath('serp/screenshot', 'serp/ai_summary') },
  { kind: 'live', ...wholePath('on_page/instant_pages', 'on_page/page_screenshot') },

  // What is read of a task by its id.
  { kind: 'task_get', ...wholePath('on_page/summary'), function_id: 'on_page' },
  {
    kind: 'task_get',
    by: 'the id of a task in its path',
    fits: ({ templates, has_tasks }) => has_tasks && templates.length === 1 && isIdField(templates[0]),
  },
  {
    kind: 'task_get',
    by: 'the id of a task among its fields',
    fits: ({ fields, has_tasks }) => has_tasks && fields.some(isIdField),
  },
]

export function isIdField(name: string | undefined): boolean {
  return ID_FIELDS.includes(name ?? '')
}

export function ruleFor(shape: PathShape): KindRule | undefined {
  return KIND_RULES.find(({ fits }) => fits(shape))
}
