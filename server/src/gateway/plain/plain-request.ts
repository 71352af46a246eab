import { CODE } from '@portico/contract/codes.ts'
import type { PlainEntry } from '#catalogue/index.ts'
import type { Call, PlainRequest } from '../gate.ts'
import type { BodyBounds } from '../wire/body-bounds.ts'
import { isRecord } from '../wire/envelope.ts'
import type { OpenBody } from '../wire/open-bodies.ts'
import { isPassedUpload, passUpload } from '../wire/pass-upload.ts'
import type { Upload } from '../wire/read-body.ts'
import { type PlainBody, readBytes, readJsonBody, refusalOf, type Task } from '../wire/read-request.ts'
import { readPlainQuery } from './plain-query.ts'

type Faulty =
  | Extract<PlainBody, { ok: false }>
  | { ok: false; code: typeof CODE.invalidField; more: string; headers: Record<string, string> }
export type ReadPlain = { ok: true; request: PlainRequest } | Faulty

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/

export async function readPlainRequest(
  call: Call & { entry: { plain: PlainEntry } },
  upload: Upload,
  bounds: BodyBounds & { passed_bytes: number },
  open: OpenBody,
  may_pass: boolean,
): Promise<ReadPlain> {
  const { entry, sent } = call
  const { plain } = entry
  const query = readPlainQuery(sent.search, plain.query, entry.schema)
  const header = sent.headers['content-type'] ?? ''
  const type = mediaType(header)
  if (plain.body === 'none') return { ok: true, request: { task: query, query, body: undefined } }
  const is_json = plain.body !== 'bytes' && (type === '' || JSON_TYPE.test(type) || !plain.body_types.includes(type))
  if (is_json) return readJson(plain, query, header, upload, bounds, open)
  const wrong_type: Faulty | undefined = plain.body_types.includes(type)
    ? undefined
    : {
        ok: false,
        code: CODE.invalidField,
        more: `Content-Type must be one of: ${plain.body_types.join(', ')}.`,
        headers: {},
      }
  if (may_pass && upload.stream && isPassedUpload(upload)) {
    if (wrong_type) return wrong_type
    const { stream, length } = upload
    if (length !== undefined && length > bounds.passed_bytes)
      return refusalOf('too_large', { bytes: bounds.passed_bytes })
    const passed = passUpload(stream, length, bounds.passed_bytes)
    return { ok: true, request: { task: query, query, body: { type, header, upload: passed } } }
  }
  const read = await readBytes(upload, bounds, open)
  if (!read.ok) return read
  if (read.bytes.length === 0) return noBody(plain, query)
  if (wrong_type) return wrong_type
  return { ok: true, request: { task: query, query, body: { type, header, bytes: read.bytes } } }
}

async function readJson(
  plain: PlainEntry,
  query: Task,
  header: string,
  upload: Upload,
  bounds: BodyBounds,
  open: OpenBody,
): Promise<ReadPlain> {
  const read = await readJsonBody(upload, bounds, open)
  if (!read.ok) return read
  if (read.bytes.length === 0) return noBody(plain, query)
  const documented = plain.body_types.find((one) => JSON_TYPE.test(one)) ?? 'application/json'
  const type = plain.body_types.includes(mediaType(header)) ? mediaType(header) : documented
  const body = { type, header: type === mediaType(header) ? header : type, bytes: read.bytes }
  if (plain.body === 'value') return { ok: true, request: { task: { ...query, body: read.value }, query, body } }
  if (!isRecord(read.value))
    return { ok: false, code: CODE.invalidBody, more: 'The body must be an object.', headers: {} }
  // A field that the document declares in the query is priced from the query: one of the same name in the body must not replace it.
  const declared = Object.fromEntries(
    Object.entries(query).filter(([name]) => plain.query.some((one) => one.name === name)),
  )
  return { ok: true, request: { task: { ...query, ...read.value, ...declared }, query, body } }
}

function noBody(plain: PlainEntry, query: Task): ReadPlain {
  if (plain.is_body_required) return { ok: false, code: CODE.emptyBody, more: '', headers: {} }
  return { ok: true, request: { task: query, query, body: undefined } }
}

function mediaType(header: string): string {
  return header.split(';')[0]?.trim().toLowerCase() ?? ''
}
