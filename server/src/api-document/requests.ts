import { type BodyParts, bodyParts, partHead } from '@portico/contract/body-parts.ts'
import { requestAddress } from '@portico/contract/request-address.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import { type Entry, formOf } from '#catalogue/index.ts'

/** An example request for a function, without address and credentials of a customer. */
interface Example extends BodyParts {
  title: string
  folder: string
  method: string
  /** Path and query. */
  address: string
  headers: Record<string, string>
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

interface Served {
  brand: Pick<Brand, 'title'>
  origin: string
}

function exampleOf(entry: Entry): Example {
  const { http_method, path_params, title, plain, api } = entry
  const { schema, sample } = formOf(entry)
  const params = Object.fromEntries(
    [...entry.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => {
      const { examples, enum: values } = path_params[name] ?? {}
      return [name, String(examples?.[0] ?? values?.[0] ?? name)]
    }),
  )
  const parts = bodyParts(entry, sample, schema.required)
  const { body, files, type } = parts
  // The program that sends a form chooses its boundary, so it writes its type.
  const sent_type = files && files.whole === undefined ? undefined : (type ?? (body && JSON_TYPE))
  return {
    title,
    folder: api,
    method: http_method,
    address: requestAddress(entry, params, sample),
    headers: { ...plain?.selecting, ...(sent_type && { 'Content-Type': sent_type }) },
    ...parts,
    ...(body !== undefined && type === undefined && { body: JSON.stringify(JSON.parse(body), null, 2) }),
  }
}

/** A collection in the format 2.1 of Postman, which Insomnia, Bruno and Hoppscotch read too. */
export function postmanOf(entries: readonly Entry[], { brand, origin }: Served): object {
  const folders = Map.groupBy(entries.map(exampleOf), ({ folder }) => folder)
  return {
    info: {
      name: `${brand.title} API`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'basic',
      basic: [
        { key: 'username', value: '{{login}}', type: 'string' },
        { key: 'password', value: '{{password}}', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: origin },
      { key: 'login', value: '' },
      { key: 'password', value: '' },
    ],
    item: [...folders].map(([name, examples]) => ({ name, item: examples.map(postmanItem) })),
  }
}

function postmanItem({ title, method, address, headers, ...parts }: Example): object {
  const [path = '', search = ''] = address.split('?')
  const body = postmanBody(parts)
  const query = pairsOf(search)
  return {
    name: title,
    request: {
      method,
      header: Object.entries(headers).map(([key, value]) => ({ key, value })),
      url: {
        raw: `{{baseUrl}}${address}`,
        host: ['{{baseUrl}}'],
        path: path.split('/').slice(1),
        ...(query.length > 0 && { query }),
      },
      ...(body && { body }),
    },
  }
}

function postmanBody({ body, type, files }: BodyParts): object | undefined {
  if (files?.whole !== undefined) return { mode: 'file', file: { src: files.whole } }
  if (files) {
    const fields = files.fields.map(([key, value]) => ({ key, value, type: 'text' }))
    return { mode: 'formdata', formdata: [...fields, ...files.files.map(([key, src]) => ({ key, src, type: 'file' }))] }
  }
  if (body === undefined) return undefined
  if (type === FORM_TYPE) return { mode: 'urlencoded', urlencoded: pairsOf(body) }
  return { mode: 'raw', raw: body, ...(type === undefined && { options: { raw: { language: 'json' } } }) }
}

function pairsOf(text: string): { key: string; value: string }[] {
  return [...new URLSearchParams(text)].map(([key, value]) => ({ key, value }))
}

/** A file of requests for editors: VS Code, JetBrains, Visual Studio, Emacs. */
export function httpFileOf(entries: readonly Entry[], { origin }: Served): string {
  const head = [`@baseUrl = ${origin}`, '@login = ', '@password = ', '']
  const requests = entries
    .map(exampleOf)
    .map(({ title, method, address, headers, ...parts }) =>
      [
        `### ${title.replaceAll(/\s+/g, ' ')}`,
        `${method} {{baseUrl}}${address}`,
        'Authorization: Basic {{login}} {{password}}',
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...bodyLines(parts),
        '',
      ].join('\n'),
    )
  return [...head, ...requests].join('\n')
}

const BOUNDARY = 'end-of-part'

/** Editors read `< file` as the content of the file beside the requests. */
function bodyLines({ body, files }: BodyParts): string[] {
  if (files?.whole !== undefined) return ['', `< ./${files.whole}`]
  if (!files) return body === undefined ? [] : ['', body]
  const part = (head: string, content: string) => [`--${BOUNDARY}`, ...head.trimEnd().split('\r\n'), '', content]
  return [
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    '',
    ...files.fields.flatMap(([name, value]) => part(partHead(name), value)),
    ...files.files.flatMap(([name, file]) => part(partHead(name, file), `< ./${file}`)),
    `--${BOUNDARY}--`,
  ]
}
