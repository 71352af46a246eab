import { queryText } from '@portico/contract/plain-request.ts'
import { formFields, type RequestForm, requestBody } from '@portico/contract/request-address.ts'
import type { SampleParts } from './curl.ts'

type BodyParts = Pick<SampleParts, 'body' | 'type' | 'files'>

/** The body of a request: JSON, a form, or files. A file that was not chosen is part of it if it is required. */
export function bodyParts(
  method: RequestForm,
  task: Record<string, unknown>,
  required: readonly string[] = [],
): BodyParts {
  const form = method.http_method === 'GET' ? null : method.plain?.form
  if (!form) return { body: requestBody(method, task) }
  const { type } = form
  const fields = formFields(method, task)
  if (type === 'application/x-www-form-urlencoded') return { type, body: queryText(form.fields, fields).slice(1) }
  if (type !== 'multipart/form-data')
    return form.files.length === 0
      ? { type, body: String(fields.body ?? '') }
      : { type, files: { whole: nameOf(fields.body), fields: [], files: [] } }
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, unknown] => [name, one]),
  )
  const files = form.files.flatMap((name) =>
    [fields[name] ?? 'file'].flat().map((one): [string, string] => [name, nameOf(one)]),
  )
  return {
    type,
    files: {
      fields: entries
        .filter(([name]) => !form.files.includes(name))
        .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
      files: files.filter(([name]) => required.includes(name) || fields[name] !== undefined),
    },
  }
}

function nameOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : 'file'
}
