import type { HttpMethod } from './catalogue.ts'
import { type PlainForm, queryText } from './plain-request.ts'

interface Method {
  http_method: HttpMethod
  path: string
  plain: PlainForm | null
}

type Task = Record<string, unknown>

/** The path of a request with its parameters filled in; GET parameters are in the query, a list as repeated fields. */
export function requestAddress(method: Method, params: Record<string, string>, task: Task): string {
  const { plain, http_method } = method
  const path = method.path.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  if (http_method === 'GET' || plain?.body === 'none') return path + queryText(plain?.query ?? [], task)
  return plain
    ? path +
        queryText(
          plain.query,
          part(task, (name) => isInQuery(plain, name)),
        )
    : path
}

/** The fields of a form's body. */
export function formFields({ plain }: Pick<Method, 'plain'>, task: Task): Task {
  return plain ? part(task, (name) => !isInQuery(plain, name)) : {}
}

/** The body of a request as JSON; undefined: it has none. */
export function requestBody({ http_method, plain }: Method, task: Task): string | undefined {
  if (http_method === 'GET') return undefined
  if (!plain) return JSON.stringify([task])
  if (plain.body === 'value') return JSON.stringify(task.body)
  return plain.body === 'fields' ? JSON.stringify(part(task, (name) => !isInQuery(plain, name))) : undefined
}

function isInQuery({ query }: PlainForm, name: string): boolean {
  return query.some((field) => field.name === name)
}

function part(task: Task, isWanted: (name: string) => boolean): Task {
  return Object.fromEntries(Object.entries(task).filter(([name]) => isWanted(name)))
}
