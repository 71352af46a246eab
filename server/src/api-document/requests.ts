import { requestAddress, requestBody } from '@portico/contract/request-address.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { Entry } from '#catalogue/index.ts'

/** An example request for a function, without address and credentials of a customer. */
interface Example {
  title: string
  folder: string
  method: string
  /** Path and query. */
  address: string
  headers: Record<string, string>
  body: string | undefined
}

interface Served {
  brand: Pick<Brand, 'title'>
  origin: string
}

function exampleOf(entry: Entry): Example {
  const { http_method, path_params, sample, title, plain, api } = entry
  const params = Object.fromEntries(
    [...entry.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => {
      const { examples, enum: values } = path_params[name] ?? {}
      return [name, String(examples?.[0] ?? values?.[0] ?? name)]
    }),
  )
  const json = requestBody(entry, sample)
  const other_type = plain?.body === 'bytes' ? plain.body_types[0] : undefined
  const type = json === undefined ? other_type : 'application/json'
  return {
    title,
    folder: api,
    method: http_method,
    address: requestAddress(entry, params, sample),
    headers: {
      ...plain?.selecting,
      ...(type && { 'Content-Type': type }),
    },
    body: json === undefined ? undefined : JSON.stringify(JSON.parse(json), null, 2),
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

function postmanItem({ title, method, address, headers, body }: Example): object {
  const [path = '', search = ''] = address.split('?')
  const query = [...new URLSearchParams(search)].map(([key, value]) => ({ key, value }))
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
      ...(body !== undefined && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
  }
}

/** A file of requests for editors: VS Code, JetBrains, Visual Studio, Emacs. */
export function httpFileOf(entries: readonly Entry[], { origin }: Served): string {
  const head = [`@baseUrl = ${origin}`, '@login = ', '@password = ', '']
  const requests = entries
    .map(exampleOf)
    .map(({ title, method, address, headers, body }) =>
      [
        `### ${title.replaceAll(/\s+/g, ' ')}`,
        `${method} {{baseUrl}}${address}`,
        'Authorization: Basic {{login}} {{password}}',
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(body === undefined ? [] : ['', body]),
        '',
      ].join('\n'),
    )
  return [...head, ...requests].join('\n')
}
