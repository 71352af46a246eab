import type { CatalogueFunction, CatalogueMethod, ShownFunction } from '@portico/contract/catalogue.ts'
import type { PlainForm } from '@portico/contract/plain-form.ts'
import type { Entry } from './entry.ts'

/** A function and its entries, in the order of the document. */
export function groupFunctions(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.function_id) ?? []
    groups.set(entry.function_id, [...group, entry])
  }
  return groups
}

/** A function without its form, small enough for the list of all functions. */
export function listFunction(group: Entry[]): CatalogueFunction | undefined {
  const face = faceOf(group)
  if (!face) return undefined
  const methods = shownEntries(group).map((entry) => ({ ...methodOf(entry, group), summary: entry.brief }))
  return { ...headOf(face), summary: face.brief, methods }
}

export function showFunction(group: Entry[]): ShownFunction | undefined {
  const face = faceOf(group)
  if (!face) return undefined
  const methods = shownEntries(group).map((entry) => {
    const { path_params } = entry
    return { ...methodOf(entry, group), ...formOf(entry), path_params }
  })
  return { ...headOf(face), methods }
}

/** All fields of a request: those the gateway reads, and those of a body that it passes on unread. */
export function formOf({ schema, sample, plain }: Entry): Pick<Entry, 'schema' | 'sample'> {
  const body = plain?.body_fields
  if (!body) return { schema, sample }
  const required = [...(schema.required ?? []), ...(body.schema.required ?? [])]
  return {
    schema: {
      ...body.schema,
      properties: { ...schema.properties, ...body.schema.properties },
      ...(required.length > 0 && { required }),
    },
    sample: { ...sample, ...body.sample },
  }
}

/** The entry a function is named after: the first that is for sale, else the first. */
function faceOf(group: Entry[]): Entry | undefined {
  return group.find(({ tariff }) => tariff !== null) ?? group[0]
}

function headOf({ function_id, api, title, summary, usage, playground, subscription }: Entry) {
  return { id: function_id, api, title, summary, usage, playground, subscription }
}

/** Entries that list and fetch finished tasks are shown with the entry that posts them. */
function shownEntries(group: Entry[]): Entry[] {
  const has_task = group.some(({ kind }) => kind === 'task_post')
  return group.filter(({ kind }) => !has_task || (kind !== 'tasks_ready' && kind !== 'task_get'))
}

function methodOf(entry: Entry, group: Entry[]): CatalogueMethod {
  const { id, http_method, path, tier, title, summary, max_tasks, priorities, tariff } = entry
  const is_task = entry.kind === 'task_post'
  return {
    id,
    kind: is_task ? 'task' : entry.kind === 'live' ? 'live' : 'reference',
    http_method,
    path,
    tier,
    title,
    summary,
    max_tasks,
    priorities,
    tariff,
    ready_path: (is_task && group.find(({ kind }) => kind === 'tasks_ready')?.path) || null,
    plain: plainFormOf(entry),
    results: is_task ? group.filter(({ kind }) => kind === 'task_get').map(({ tier, path }) => ({ tier, path })) : [],
  }
}

/** How a request of the entry is written; null: in the envelope. */
export function plainFormOf({ plain }: Pick<Entry, 'plain'>): PlainForm | null {
  if (!plain) return null
  const { query, body, form, selecting } = plain
  return { query: query.map(({ name, style, explode }) => ({ name, style, explode })), body, form, selecting }
}
