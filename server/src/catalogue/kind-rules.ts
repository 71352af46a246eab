import type { Verdict } from './account-answers.ts'
import type { Kind } from './entry.ts'

/** The features of an operation by which its kind is decided. */
export interface PathShape {
  /** Path segments without version and templates: `serp`, `google`, `organic`, `live`, `advanced`. */
  words: readonly string[]
  templates: readonly string[]
  /** Names of the fields one task may hold. */
  fields: readonly string[]
  /** For a plain document: what is decided about an operation that names the operator's own account. */
  verdict?: Verdict | undefined
  /** The same API has a path that posts tasks. */
  has_tasks: boolean
}

interface KindRule {
  kind: Kind
  /** The reason of the decision, as `portico catalogue check` prints it. */
  by: string
  fits(shape: PathShape): boolean
  /** The function it belongs to, when that differs from its path. */
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
 * Decides the kind of an operation by the first rule that matches. `x-portico-kind` at the operation or its path precedes all rules,
 * that of the whole document follows them. An operation without a match is never sent upstream.
 */
export const KIND_RULES: readonly KindRule[] = [
  // Account functions would show the operator's account upstream, so they are always answered from our own database.
  { kind: 'account', by: 'the API appendix', fits: ({ words }) => words[0] === 'appendix' },
  { kind: 'account', ...lastWord('user_data', 'id_list', 'errors', 'webhook_resend', 'tasks_fixed', 'force_stop') },

  // Paths that name the method: live, or queued tasks.
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

  // Live functions whose path does not name the method; the first two name a task in their body.
  { kind: 'live', ...wholePath('serp/screenshot', 'serp/ai_summary') },
  { kind: 'live', ...wholePath('on_page/instant_pages', 'on_page/page_screenshot') },

  // Reads of a task by its id.
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
