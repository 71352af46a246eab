import { queryText } from './plain-request.ts'
import { formFields, type RequestForm, requestBody } from './request-address.ts'

/** A form with files, or one file that is the whole body. */
export interface SampleFiles {
  whole?: string
  fields: [string, string][]
  /** Field and file name. */
  files: [string, string][]
}

/** What a program sends as the body of a request. */
export interface BodyParts {
  body?: string | undefined
  /** The type of the body, where it is not JSON. */
  type?: string | undefined
  /** A body of files, instead. */
  files?: SampleFiles | undefined
}

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

/** The head of a part of a form, as browsers write it. */
export function partHead(name: string, file?: string): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`
  const more = file === undefined ? '' : `; filename=${quoted(file)}\r\nContent-Type: application/octet-stream`
  return `Content-Disposition: form-data; name=${quoted(name)}${more}\r\n\r\n`
}
