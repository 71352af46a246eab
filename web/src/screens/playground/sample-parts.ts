import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { queryText } from '@portico/contract/plain-request.ts'
import type { PlaygroundMode } from '@portico/contract/playground.ts'
import { formFields, requestAddress, requestBody } from '@portico/contract/request-address.ts'
import type { SampleParts } from '#code-samples/curl.ts'
import type { Task } from './use-request.ts'

type Request = {
  method: ShownMethod
  task: Task
  params: Record<string, string>
  mode: PlaygroundMode
  login: string
  base_url: string
}

/** A request as a program writes it: with its body as JSON, as a form, or as files. */
export function sampleParts({ method, task, params, mode, login, base_url }: Request): SampleParts {
  const url = `${base_url}${mode === 'sandbox' ? '/sandbox' : ''}${requestAddress(method, params, task)}`
  const { selecting = {} } = method.plain ?? {}
  const parts = { method: method.http_method, url, login, isPlain: method.plain !== null, headers: selecting }
  const form = method.http_method === 'GET' ? null : method.plain?.form
  if (!form) return { ...parts, body: requestBody(method, task) }
  const { type } = form
  const fields = formFields(method, task)
  if (type === 'application/x-www-form-urlencoded')
    return { ...parts, type, body: queryText(form.fields, fields).slice(1) }
  if (type !== 'multipart/form-data')
    return form.files.length === 0
      ? { ...parts, type, body: String(fields.body ?? '') }
      : { ...parts, type, files: { whole: nameOf(fields.body), fields: [], files: [] } }
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, unknown] => [name, one]),
  )
  const files = form.files.flatMap((name) =>
    [fields[name] ?? 'file'].flat().map((one): [string, string] => [name, nameOf(one)]),
  )
  return {
    ...parts,
    type,
    files: {
      fields: entries
        .filter(([name]) => !form.files.includes(name))
        .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
      files: files.filter(([name]) => method.schema.required?.includes(name) || fields[name] !== undefined),
    },
  }
}

function nameOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : 'file'
}
