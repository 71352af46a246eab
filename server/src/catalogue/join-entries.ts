import type { Entry } from './entry.ts'

/** Links the entries of a function: the one that posts tasks with those that list and fetch them. */
export function joinTasks(groups: ReadonlyMap<string, Entry[]>): void {
  for (const group of groups.values()) {
    const posted = group.find(({ kind }) => kind === 'task_post')
    if (!posted) continue
    posted.fetched_by = group.filter(isGetter)
    for (const entry of group)
      if (entry.kind === 'tasks_ready' || entry.kind === 'task_get')
        Object.assign(entry, { posted_by: posted, usage: posted.usage, playground: posted.playground })
  }
}

function isGetter({ kind, http_method, task_id_in }: Entry): boolean {
  return kind === 'task_get' && http_method === 'GET' && task_id_in !== null && 'template' in task_id_in
}

/** Links `…/available_filters` with the functions beside and below it that accept filters. */
export function joinFilters(entries: readonly Entry[]): void {
  for (const list of entries) {
    if (!list.function_id.endsWith('/available_filters')) continue
    const beside = list.function_id.slice(0, -'available_filters'.length)
    const filtered = entries.filter(
      ({ function_id, schema }) => function_id.startsWith(beside) && schema.properties?.filters,
    )
    list.filters_of = [...new Map(filtered.map((entry) => [entry.function_id, entry])).values()]
  }
}

/** Adds `/v3/{api}/tasks_ready`, the finished tasks of all functions of an API, if its document has no such path. */
export function listsOfApis(entries: readonly Entry[]): Entry[] {
  const known = new Set(entries.map(({ id }) => id))
  const first = new Map<string, Entry>()
  for (const entry of entries)
    if (entry.kind === 'tasks_ready' && entry.posted_by && !first.has(entry.api)) first.set(entry.api, entry)
  return [...first.values()].flatMap((entry) => {
    const path = `/v3/${entry.api}/tasks_ready`
    const id = `GET ${path}`
    return known.has(id) ? [] : [{ ...entry, id, path, upstream_path: path, function_id: entry.api, posted_by: null }]
  })
}
