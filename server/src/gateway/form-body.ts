import type { BodyForm } from '@portico/contract/plain-form.ts'
import { queryText } from '@portico/contract/plain-request.ts'
import type { SentFile } from '@portico/contract/sent-files.ts'

export type SentFiles = Record<string, readonly SentFile[]>

/** Writes a body of forms or files as a browser would; undefined: nothing was filled in. */
export async function formBody(
  form: BodyForm,
  task: Record<string, unknown>,
  files: SentFiles,
): Promise<{ type: string; bytes: Buffer } | undefined> {
  const given = Object.fromEntries(Object.entries(task).filter(([name]) => !form.files.includes(name)))
  if (form.type === 'multipart/form-data') return multipart(form, given, files)
  if (form.type === 'application/x-www-form-urlencoded')
    return { type: form.type, bytes: Buffer.from(queryText(form.fields, given).slice(1)) }
  const file = files.body?.[0]
  if (file)
    return { type: form.types.includes(file.type) ? file.type : form.type, bytes: Buffer.from(file.base64, 'base64') }
  return typeof given.body === 'string' ? { type: form.type, bytes: Buffer.from(given.body) } : undefined
}

async function multipart({ files: names }: BodyForm, task: Record<string, unknown>, files: SentFiles) {
  const data = new FormData()
  for (const [name, value] of Object.entries(task))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined)
        data.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
  for (const name of names)
    for (const file of files[name] ?? [])
      data.append(name, new File([Buffer.from(file.base64, 'base64')], file.name, { type: file.type }))
  const written = new Response(data)
  return {
    type: written.headers.get('content-type') ?? 'multipart/form-data',
    bytes: Buffer.from(await written.arrayBuffer()),
  }
}
