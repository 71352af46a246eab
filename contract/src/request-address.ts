import type { PlainForm } from './plain-form.ts'
import { queryText } from './plain-request.ts'

export interface RequestForm {
  http_method: string
  path: string
  plain: PlainForm | null
}

type Task = Record<string, unknown>

/** The path of a request with its parameters filled in; GET parameters are in the query, a list as repeated fields. */
export function requestAddress(method: RequestForm, params: Record<string, string>, task: Task): string {
  const { plain } = method
  const path = method.path.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  if (!hasBody(method)) return path + queryText(plain?.query ?? [], task)
  return plain
    ? path +
        queryText(
          plain.query,
          part(task, (name) => isInQuery(plain, name)),
        )
    : path
}

/** The fields of a form's body. */
export function formFields({ plain }: Pick<RequestForm, 'plain'>, task: Task): Task {
  return plain ? part(task, (name) => !isInQuery(plain, name)) : {}
}

/** The body of a request as JSON; undefined: it has none. */
export function requestBody(method: RequestForm, task: Task): string | undefined {
  const { plain } = method
  if (!hasBody(method)) return undefined
  if (!plain) return JSON.stringify([task])
  if (plain.body === 'value') return JSON.stringify(task.body)
  return plain.body === 'fields' ? JSON.stringify(part(task, (name) => !isInQuery(plain, name))) : undefined
}

/** The envelope has tasks in the body of these three methods only; a plain document decides for itself. */
function hasBody({ http_method, plain }: RequestForm): boolean {
  if (plain) return http_method !== 'GET' && plain.body !== 'none'
  return http_method === 'POST' || http_method === 'PUT' || http_method === 'PATCH'
}

function isInQuery({ query }: PlainForm, name: string): boolean {
  return query.some((field) => field.name === name)
}

function part(task: Task, isWanted: (name: string) => boolean): Task {
  return Object.fromEntries(Object.entries(task).filter(([name]) => isWanted(name)))
}
