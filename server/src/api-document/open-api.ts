import { currency } from '@portico/contract/currency.ts'
import { decimalText } from '@portico/contract/money.ts'
import { REQUESTS_AT_ONCE, REQUESTS_PER_MINUTE } from '@portico/contract/rules.ts'
import type { Measure, Price, Tariff } from '@portico/contract/tariff.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { CopiedDocument, Entry } from '#catalogue/index.ts'
import { ERROR_CODES } from '#gateway/index.ts'

type Part = Record<string, unknown>

export interface ServedAt {
  brand: Pick<Brand, 'title' | 'terms_url' | 'support_email'>
  /** Of the data API. */
  origin: string
  version: string
}

/** Our refusals, by the HTTP status they have. */
const REFUSALS: Record<string, string> = {
  '400': 'The request does not fit its description. It was not charged.',
  '401': 'The API login or API password is wrong or missing.',
  '402': 'The balance or a cost limit does not cover the request.',
  '403': 'The login, its address or its subscription does not allow the request.',
  '429': 'A rate limit is exceeded; Retry-After says when to try again.',
  '502': 'The data source cannot be reached. It was not charged.',
  '503': 'The service is overloaded or unavailable. It was not charged.',
  '504': 'The data source did not respond in time. It was not charged.',
}
const HEADERS: Record<string, { description: string; type: string }> = {
  'X-Request-Id': { description: 'The id of the call in the dashboard.', type: 'string' },
  'X-Cost': { description: 'What the call was charged.', type: 'string' },
  'X-Balance': { description: 'The balance after the call.', type: 'string' },
  'X-RateLimit-Limit': { description: 'Requests allowed in a minute.', type: 'integer' },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute.', type: 'integer' },
}

/** The provider's documents as customers of a brand see them: what is sold, at our address, with our prices and errors. */
export function openApiOf(copied: CopiedDocument, { brand, origin, version }: ServedAt): Part {
  const paths: Record<string, Part> = {}
  for (const { entry, key, value } of copied.operations) {
    const item = paths[key] ?? {}
    paths[key] = item
    item[entry.http_method.toLowerCase()] = {
      ...value,
      responses: responsesOf(entry, value.responses),
      'x-price': priceOf(entry.tariff),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.title} API`,
      version,
      description: ABOUT,
      ...(brand.terms_url && { termsOfService: brand.terms_url }),
      ...(brand.support_email && { contact: { email: brand.support_email } }),
    },
    servers: [
      { url: origin, description: 'Charged requests' },
      { url: `${origin}/sandbox`, description: 'Free requests with sample responses' },
    ],
    security: [{ apiLogin: [] }, { apiKey: [] }],
    tags: tagsOf(copied),
    paths,
    components: {
      securitySchemes: {
        apiLogin: { type: 'http', scheme: 'basic', description: 'API login and API password of the dashboard.' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A named API key of the dashboard, with its own limits: `Authorization: Bearer portico_live_…`.',
        },
      },
      schemas: { ...copied.schemas, [PROBLEM]: PROBLEM_SCHEMA, [ENVELOPE]: ENVELOPE_SCHEMA },
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, { description, type }]) => [name, { description, schema: { type } }]),
      ),
      responses: Object.fromEntries([...refusals(PROBLEM, ''), ...refusals(ENVELOPE, 'Envelope')]),
    },
    'x-rate-limit': {
      requests_per_minute: REQUESTS_PER_MINUTE,
      simultaneous_requests: REQUESTS_AT_ONCE,
    },
    'x-error-codes': ERROR_CODES,
  }
}

const ABOUT = [
  'Authenticate with HTTP Basic (API login and API password) or with an API key as Bearer token. Requests under `/sandbox` are free and return samples.',
  'Every operation has its list price in `x-price`. Refused and failed requests are not charged.',
  'Errors are described by `x-error-codes`; send `Idempotency-Key` to repeat a request safely.',
].join(' ')

const PROBLEM = 'PorticoProblem'
const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'integer', description: 'One of x-error-codes.' },
    request_id: { type: 'string' },
  },
}
const ENVELOPE = 'PorticoEnvelope'
const ENVELOPE_SCHEMA = {
  type: 'object',
  required: ['version', 'status_code', 'status_message', 'time', 'cost', 'tasks_count', 'tasks_error', 'tasks'],
  properties: {
    version: { type: 'string' },
    status_code: { type: 'integer', description: 'One of x-error-codes, or 20000.' },
    status_message: { type: 'string' },
    time: { type: 'string' },
    cost: { type: 'number' },
    tasks_count: { type: 'integer' },
    tasks_error: { type: 'integer' },
    tasks: { type: ['array', 'null'], items: { type: 'object' } },
  },
}

function refusals(schema: string, suffix: string): [string, Part][] {
  const type = schema === PROBLEM ? 'application/problem+json' : 'application/json'
  return Object.entries(REFUSALS).map(([status, description]) => [
    `Refused${status}${suffix}`,
    {
      description,
      headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
      content: { [type]: { schema: { $ref: `#/components/schemas/${schema}` } } },
    },
  ])
}

/** Responses of the source with our headers, and our refusals beside those it documents with the same status. */
function responsesOf(entry: Entry, documented: unknown): Part {
  const responses: Record<string, Part> = { ...(documented as Record<string, Part>) }
  if (!Object.keys(responses).some((code) => /^(2|default)/.test(code))) responses['200'] = { description: 'Done.' }
  for (const [code, response] of Object.entries(responses))
    if (code.startsWith('2'))
      responses[code] = { ...response, headers: { ...ownHeaders(), ...(response.headers ?? {}) } }
  // The family's clients read bodies with status 200 only, so most of its errors are inside.
  const statuses = entry.plain ? Object.keys(REFUSALS) : ['401', '402', '503']
  for (const status of statuses) {
    const ours = { $ref: `#/components/responses/Refused${status}${entry.plain ? '' : 'Envelope'}` }
    const theirs = responses[status]
    responses[status] = theirs && entry.plain ? withProblem(theirs) : (theirs ?? ours)
  }
  return responses
}

function ownHeaders(): Part {
  return Object.fromEntries(Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function withProblem(response: Part): Part {
  const problem = { schema: { $ref: `#/components/schemas/${PROBLEM}` } }
  return { ...response, content: { ...(response.content ?? {}), 'application/problem+json': problem } }
}

function tagsOf({ operations, tags }: CopiedDocument): Part[] {
  const used = new Set(operations.flatMap(({ value }) => [value.tags ?? []].flat()))
  return [...used].map((name) => {
    const description = tags.get(String(name))
    return { name, ...(description && { description }) }
  })
}

function priceOf(tariff: Tariff | null): Part {
  const money = { currency: currency() }
  if (!tariff) return { ...money, per_request: '0' }
  const { normal, high, results, pages, measures = [], monthly } = tariff
  return {
    ...money,
    ...lines(normal),
    ...(results && { results: countOf(results) }),
    ...(pages && { pages: countOf(pages) }),
    ...(measures.length > 0 && { units: Object.fromEntries(measures.map(unitOf)) }),
    ...(monthly && { monthly_free: monthly.free }),
    ...(high && { high_priority: lines(high) }),
  }
}

function unitOf({ name, of, answer, size, included, maximum }: Measure): [string, Part] {
  return [name, { of: of === 'answer' ? answer : of, size, included, ...(maximum !== null && { maximum }) }]
}

function lines({ per_request, per_result, per_page, per_unit, tiers, least, most, extras }: Price): Part {
  const inDecimals = (micros: Record<string, number>) =>
    Object.fromEntries(Object.entries(micros).map(([name, one]) => [name, decimalText(one)]))
  return {
    per_request: decimalText(per_request),
    ...(per_result > 0 && { per_result: decimalText(per_result) }),
    ...(per_page > 0 && { per_page: decimalText(per_page) }),
    ...(per_unit && { per_unit: inDecimals(per_unit) }),
    ...(tiers && {
      tiers: Object.fromEntries(
        Object.entries(tiers).map(([name, steps]) => [
          name,
          steps.map(({ up_to, micros }) => ({ up_to, price: decimalText(micros) })),
        ]),
      ),
    }),
    ...(least !== undefined && { minimum: decimalText(least) }),
    ...(most !== undefined && { maximum: decimalText(most) }),
    ...(extras.length > 0 && {
      extras: Object.fromEntries(extras.map(({ field, micros }) => [field, decimalText(micros)])),
    }),
  }
}

function countOf({ field, size, included, maximum }: NonNullable<Tariff['results']>): Part {
  return { field, size, included, maximum }
}
