import type { Entry } from './entry.ts'

/** Lets the entries of one function know each other: who posts its tasks, and who fetches them. */
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
