import {
  BUSINESS_EVENT_TYPES,
  BUSINESS_EVENTS,
  eventBody,
  type SentEventType,
  TEST_EVENT,
} from '@portico/contract/business-events.ts'
import type { Endpoint } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { reason } from '@portico/contract/operator-fields.ts'
import { PROBLEMS } from '@portico/contract/problem.ts'
import { needsCode, STAFF_ACTIONS } from '@portico/contract/staff-permissions.ts'
import * as z from 'zod/mini'

type Part = Record<string, unknown>

/** How the command line types a field, which means nothing to a program. */
const TYPED = ['option', 'value', 'none', 'is_flag', 'is_moment']
const ABOUT = `The operator's endpoints: what the command line and the console call. Send a token as \`Authorization: Bearer …\`; it is made with \`portico token add\` or in the console, has scopes and an end, and is named in the audit log. Every change needs a reason. Amounts are in millionths of the currency unit.`

/** The operator's endpoints as OpenAPI 3.1, made from the contract that the server itself checks with. */
export function operatorDocument({ origin, version }: { origin: string; version: string }): Part {
  const paths: Record<string, Part> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(operator)) {
    // For the command line alone.
    if (!endpoint.staff) continue
    const item = paths[endpoint.path] ?? {}
    paths[endpoint.path] = item
    item[endpoint.method.toLowerCase()] = operationOf(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Operator API', version, description: ABOUT },
    servers: [{ url: origin }],
    security: [{ token: [] }],
    paths,
    webhooks: webhooksOf(),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A token of the operator.' } },
      schemas: { Problem: PROBLEM },
      responses: { Problem: { description: 'A refusal, with its code.', content: json({ $ref: PROBLEM_REF }) } },
    },
  }
}

/** What webhooks of the operator get: a message for each type of event. */
function webhooksOf(): Part {
  const types: SentEventType[] = [...BUSINESS_EVENT_TYPES, TEST_EVENT]
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  const messageOf = (type: SentEventType) => ({
    operationId: type,
    summary: type,
    description: type === TEST_EVENT ? 'A test: nothing has happened.' : BUSINESS_EVENTS[type].means,
    security: [],
    parameters: [
      header('webhook-id', 'The id of the event, the same however often it is sent: use it to take each once.'),
      header('webhook-timestamp', 'When this try was signed, in seconds.'),
      header('webhook-signature', 'Signatures of Standard Webhooks, one for each secret in force.'),
    ],
    requestBody: { required: true, content: json(schemaOf(eventBody(type), 'output')) },
    responses: { '2XX': { description: 'It arrived; any other answer is retried for about three hours.' } },
  })
  return Object.fromEntries(types.map((type) => [type, { post: messageOf(type) }]))
}

function operationOf(name: string, { method, staff, input, output }: Endpoint): Part {
  const words = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  const { properties = {}, required = [] } = schemaOf(input, 'input')
  return {
    operationId: name,
    summary: words.charAt(0).toUpperCase() + words.slice(1),
    ...(staff && { description: STAFF_ACTIONS[staff].means, 'x-scope': staff, 'x-needs-code': needsCode(staff) }),
    ...(method === 'GET'
      ? { parameters: parametersOf(properties, required) }
      : { requestBody: bodyOf(properties, required) }),
    responses: {
      '200': { description: 'Done.', content: json(schemaOf(output, 'output')) },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

function parametersOf(fields: Part, required: string[]): Part[] {
  return Object.entries(fields).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** The server names the caller of a change itself, and wants a reason for it. */
function bodyOf({ by: _, ...fields }: Part, required: string[]): Part {
  const properties = { ...fields, reason: fields.reason ?? schemaOf(reason, 'input') }
  const schema = {
    type: 'object',
    properties,
    required: [...new Set([...required, 'reason'])].filter((field) => field !== 'by'),
    additionalProperties: false,
  }
  return { required: true, content: json(schema) }
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      for (const name of TYPED) delete jsonSchema[name]
    },
  })
  return made
}

const json = (schema: Part) => ({ 'application/json': { schema } })
const PROBLEM_REF = '#/components/schemas/Problem'
const PROBLEM: Part = {
  type: 'object',
  required: ['type', 'code', 'msg', 'errors'],
  properties: {
    type: { const: 'error' },
    code: { enum: Object.keys(PROBLEMS) },
    msg: { type: 'string' },
    errors: { type: 'array', items: { type: 'string' } },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    values: { type: 'object' },
    request_id: { type: 'string' },
  },
}
