import type { HttpMethod } from './catalogue.ts'

/** The path of a request with its parameters filled in; what is asked by GET stands in the query, a list as repeated fields. */
export function requestAddress(
  method: { http_method: HttpMethod; path: string },
  params: Record<string, string>,
  task: Record<string, unknown>,
): string {
  const path = method.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  if (method.http_method !== 'GET') return path
  const query = Object.entries(task).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(one))}`),
  )
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
