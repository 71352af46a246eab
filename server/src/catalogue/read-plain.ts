import type { FieldSchema } from '@portico/contract/catalogue.ts'
import type { PlainForm } from '@portico/contract/plain-form.ts'
import type { SchemaPart } from './ajv-check.ts'
import type { Condition } from './path-variant.ts'
import { accountStatuses, isStream, mayHaveSlash, namesAt, redirectHosts, redirectsOf } from './plain-rules.ts'
import { type BodyFields, readBodyForm } from './read-body-form.ts'
import { exampleOf, parametersIn, queryOf, queryParts, type Request } from './read-request.ts'
import { readSchema } from './read-schema.ts'
import { styleOf } from './read-style.ts'
import { madeAnswer, sampleOf } from './sample-request.ts'
import { child, children, follow, isObject, type Library, own, type YamlNode } from './yaml-node.ts'

/** An operation of a plain document, whose requests and answers pass unchanged. */
export interface PlainEntry extends PlainForm {
  /** Operations of the same method and path are distinguished by these. */
  when: readonly Condition[]
  /** The fields of a body that is no JSON, which the gateway passes on unread. */
  body_fields: BodyFields | null
  /** Media types of the body, as documented. */
  body_types: readonly string[]
  is_body_required: boolean
  /** Documented request headers in lower case; only these are sent to the source. */
  headers: readonly string[]
  /** Documented response headers in lower case. */
  answer_headers: readonly string[]
  /** Documented statuses of answers, such as 200, 4XX and default. */
  statuses: readonly string[]
  /** Successful answers are documented as JSON only. */
  is_json_answer: boolean
  /** Statuses that are about the operator's account, not about the request. */
  account_statuses: readonly number[]
  redirects: 'pass' | 'refuse' | 'follow'
  /** Hosts beside the source to which redirects are followed. */
  redirect_hosts: readonly string[]
  /** True: charged as soon as it has begun; false: never. Undefined: the type of the answer decides. */
  is_stream: boolean | undefined
  /** Path parameters whose values may contain a slash. */
  slashes: readonly string[]
  /** The documented server; undefined if it is no absolute address. */
  server: string | undefined
  /** The answer of the sandbox; null: the document has neither example nor schema. */
  sample_answer: { status: number; type: string; body: unknown } | null
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/
/** Headers that the gateway sets, or that are about one connection only. */
export const NEVER_SENT =
  /^(authorization|cookie|host|connection|content-(length|type|encoding)|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*|x-forwarded-.*|forwarded|via|idempotency-key|x-max-cost|x-portico-.*)$/

/** The value of an extension of ours at the operation, its path or its document. */
type Nearest = (key: string) => YamlNode | undefined

/** Reads the request of a plain document's operation: parameters and body together are its fields. */
export function readPlain(
  library: Library,
  operation: YamlNode,
  path_item: YamlNode,
  { nearest, when }: { nearest: Nearest; when: readonly Condition[] },
): Request & { plain: PlainEntry } {
  const lists = [child(path_item, 'parameters'), child(operation, 'parameters')]
  const in_path = parametersIn(library, lists, 'path')
  const path_params = Object.fromEntries(in_path.map(({ name, schema }) => [name, schema]))
  const query = [...new Map(parametersIn(library, lists, 'query').map((one) => [one.name, one])).values()]
  const query_schema = queryOf(library, lists)
  const written = follow(library, child(operation, 'requestBody'))
  const content = children(child(written, 'content'))
  const json = content.find(([type]) => JSON_TYPE.test(type))?.[1]
  const body = json && readSchema(library, child(json, 'schema'))
  const names = Object.keys(body?.properties ?? {})
  // A name in both query and body would be one field, so the body then becomes a field of its own.
  const is_mixed = query.some(({ name }) => names.includes(name))
  const body_kind = bodyKind(content.length > 0, body, is_mixed)
  const is_body_required = own(written.value, 'required') === true
  const schema = joined(query_schema, body, body_kind, is_body_required)
  const named = body_kind === 'value' ? ['body'] : []
  for (const { name, node } of query)
    if (named.includes(name)) library.faults.add(node.source, node.path, `${name} stands in the query and in the body`)
  const body_fields = body_kind === 'bytes' ? unmixed(readBodyForm(library, content), query) : null
  const example = json && exampleOf(library, json)
  const made = sampleOf(schema, undefined)
  const given = body_kind === 'value' && example !== undefined ? { body: example } : isObject(example) ? example : {}
  return {
    schema,
    path_params,
    sample: { ...made, ...given },
    parts: [...queryParts(library, lists), ...bodyParts(body_kind, json, query)],
    list: null,
    plain: {
      when,
      query: query.map(({ name, node }) => ({ name, ...styleOf(node) })),
      body: body_kind,
      form: body_fields?.form ?? null,
      selecting: Object.fromEntries(when.flatMap((one) => (one.in === 'header' ? [[one.name, one.value ?? '']] : []))),
      body_fields,
      body_types: content.map(([type]) => type.split(';')[0]?.trim().toLowerCase() ?? ''),
      is_body_required,
      headers: [
        ...parametersIn(library, lists, 'header').map(({ name }) => name.toLowerCase()),
        ...namesAt(library, nearest('x-portico-request-headers')),
      ].filter((name) => !NEVER_SENT.test(name)),
      answer_headers: [
        ...answerHeaders(library, operation),
        ...namesAt(library, nearest('x-portico-response-headers')),
      ].filter((name) => !/^(set-cookie2?|connection)$/.test(name)),
      statuses: answersOf(library, operation).map(([code]) => code),
      is_json_answer: isJsonAnswer(library, operation),
      account_statuses: accountStatuses(library, nearest('x-portico-account-statuses')),
      redirects: redirectsOf(library, nearest('x-portico-redirects')),
      redirect_hosts: redirectHosts(library, nearest('x-portico-redirect-hosts')),
      is_stream: isStream(library, nearest('x-portico-stream')),
      slashes: in_path.filter(({ node, schema }) => mayHaveSlash(node, schema)).map(({ name }) => name),
      server: serverOf(operation),
      sample_answer: sampleAnswer(library, operation),
    },
  }
}

/** A name in the query and in the form would be one field, so such a body has no form. */
function unmixed(fields: BodyFields | null, query: { name: string }[]): BodyFields | null {
  return query.some(({ name }) => fields?.schema.properties?.[name]) ? null : fields
}

function bodyParts(kind: PlainForm['body'], json: YamlNode | undefined, query: { name: string }[]): SchemaPart[] {
  if (!json || kind === 'none' || kind === 'bytes') return []
  const schema = child(json, 'schema')
  return [kind === 'value' ? { field: 'body', schema } : { without: query.map(({ name }) => name), schema }]
}

function bodyKind(has_body: boolean, json: FieldSchema | undefined, is_mixed: boolean): PlainForm['body'] {
  if (!has_body) return 'none'
  if (!json) return 'bytes'
  return !is_mixed && (json.type === 'object' || json.properties) ? 'fields' : 'value'
}

/** One schema for the form, the price and the check; a body that is no object becomes the field `body`. */
function joined(
  query: FieldSchema,
  body: FieldSchema | undefined,
  kind: PlainForm['body'],
  is_required: boolean,
): FieldSchema {
  if (!body || kind === 'none' || kind === 'bytes') return query
  if (kind === 'value')
    return {
      ...query,
      type: 'object',
      properties: { ...query.properties, body },
      required: [...(query.required ?? []), ...(is_required ? ['body'] : [])],
    }
  return {
    ...body,
    type: 'object',
    properties: { ...query.properties, ...body.properties },
    required: [...new Set([...(query.required ?? []), ...(body.required ?? [])])],
  }
}

function answersOf(library: Library, operation: YamlNode): [string, YamlNode][] {
  return children(child(operation, 'responses')).map(([code, answer]) => [code, follow(library, answer)])
}

function answerHeaders(library: Library, operation: YamlNode): string[] {
  const names = answersOf(library, operation).flatMap(([, answer]) => children(child(answer, 'headers')))
  return [...new Set(names.map(([name]) => name.toLowerCase()))]
}

function isJsonAnswer(library: Library, operation: YamlNode): boolean {
  const types = answersOf(library, operation)
    .filter(([code]) => /^2(\d\d|XX)$/i.test(code))
    .flatMap(([, answer]) => children(child(answer, 'content')).map(([type]) => type))
  return types.length > 0 && types.every((type) => JSON_TYPE.test(type))
}

/** An address with templates cannot be compared, so it counts as none. */
function serverOf({ source }: YamlNode): string | undefined {
  const url = own(own(own(source.value, 'servers'), 0), 'url')
  return typeof url === 'string' && URL.canParse(url) && !url.includes('{') ? url : undefined
}

/** The documented example of the first successful answer, else one made from its schema. */
function sampleAnswer(library: Library, operation: YamlNode): PlainEntry['sample_answer'] {
  const [code, answer] = answersOf(library, operation).find(([one]) => /^2(\d\d|XX)$/i.test(one)) ?? []
  if (!code || !answer) return { status: 200, type: 'application/json', body: {} }
  const status = /^\d+$/.test(code) ? Number(code) : 200
  const content = children(child(answer, 'content'))
  const [first] = content
  if (!first) return { status, type: '', body: undefined }
  const [type, node] = content.find(([one]) => JSON_TYPE.test(one)) ?? first
  const example = exampleOf(library, node)
  if (example !== undefined) return { status, type, body: example }
  if (!JSON_TYPE.test(type)) return null
  const schema = readSchema(library, child(node, 'schema'))
  let made: { body: unknown } | undefined
  return {
    status,
    type,
    // Made when it is first asked for: a large document has answers of megabytes, most of which nobody tries.
    get body() {
      made ??= { body: madeAnswer(schema) }
      return made.body
    },
  }
}
