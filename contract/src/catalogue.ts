import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { text } from './form-fields.ts'
import { plainForm } from './plain-form.ts'
import { PRIORITIES } from './price.ts'
import { tariff } from './tariff.ts'

/** The submenus of Usage and Playground, in the menu's order; what an operator adds of their own follows. */
export function usageSections(product: string): string[] {
  return [
    'serp',
    'reviews',
    'keywords',
    'traffic-analytics',
    'domain-analytics',
    `${product}-labs`,
    'backlinks',
    'on-page',
    'content-analysis',
    'merchant',
    'app-data',
    'business-data',
    'content-generation',
  ]
}

export function playgroundSections(product: string): string[] {
  return [
    'serp',
    'keywords',
    'domain-analytics',
    `${product}-labs`,
    'backlinks',
    'onpage',
    'content-analysis',
    'content-generation',
    'business',
    'app-data',
    'ai-optimization',
  ]
}

export const FIELD_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** The part of JSON Schema a request is described in, without references: a form draws it, the server checks with it. */
export interface FieldSchema {
  /** Absent when several are allowed. */
  type?: FieldType | undefined
  /** An item of a list may be null; a field always may, which is the same as leaving it out. */
  nullable?: boolean | undefined
  title?: string | undefined
  description?: string | undefined
  default?: unknown
  examples?: unknown[] | undefined
  enum?: unknown[] | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  /** Blanks alone do not count as a value. */
  has_words?: boolean | undefined
  pattern?: string | undefined
  format?: string | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
  items?: FieldSchema | undefined
  properties?: Record<string, FieldSchema> | undefined
  required?: string[] | undefined
  dependentRequired?: Record<string, string[]> | undefined
  /** False: a field that is not listed is refused. */
  additionalProperties?: boolean | undefined
  /** Every group needs one of its forms. */
  allOf?: FormGroup[] | undefined
  deprecated?: boolean | undefined
}

/** Forms of which a value takes one, and how the document discriminates between them. */
export interface FormGroup {
  anyOf: FieldSchema[]
  /** A value that fits two of them is refused (`oneOf`); only where our own check knows each form as a whole. */
  is_exclusive?: boolean | undefined
  /** The document's name of each form; empty where it has none. */
  names?: string[] | undefined
  /** The field that selects the form, with its value in each of them; null where a form has none. */
  discriminator?: { field: string; values: (string | null)[] } | undefined
}

const nested: z.ZodMiniType<FieldSchema> = z.lazy(() => fieldSchema)

export const fieldSchema: z.ZodMiniType<FieldSchema> = z.object({
  type: z.optional(z.enum(FIELD_TYPES)),
  nullable: z.optional(z.boolean()),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  default: z.optional(z.unknown()),
  examples: z.optional(z.array(z.unknown())),
  enum: z.optional(z.array(z.unknown())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  has_words: z.optional(z.boolean()),
  pattern: z.optional(z.string()),
  format: z.optional(z.string()),
  minItems: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  items: z.optional(nested),
  properties: z.optional(z.record(z.string(), nested)),
  required: z.optional(z.array(z.string())),
  dependentRequired: z.optional(z.record(z.string(), z.array(z.string()))),
  additionalProperties: z.optional(z.boolean()),
  allOf: z.optional(
    z.array(
      z.object({
        anyOf: z.array(nested),
        is_exclusive: z.optional(z.boolean()),
        names: z.optional(z.array(z.string())),
        discriminator: z.optional(z.object({ field: z.string(), values: z.array(z.nullable(z.string())) })),
      }),
    ),
  ),
  deprecated: z.optional(z.boolean()),
})

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
export type HttpMethod = (typeof HTTP_METHODS)[number]

const method = z.object({
  /** `POST /v3/…`, the same in usage, errors and deep links. */
  id: z.string(),
  kind: z.enum(['live', 'task', 'reference']),
  http_method: z.enum(HTTP_METHODS),
  path: z.string(),
  tier: z.nullable(z.string()),
  title: z.string(),
  summary: z.string(),
  max_tasks: z.int(),
  priorities: z.array(z.enum(PRIORITIES)),
  /** Null: free. */
  tariff: z.nullable(tariff),
  /** For a task: where finished ones are listed and where each of its results is fetched. */
  ready_path: z.nullable(z.string()),
  results: z.array(z.object({ tier: z.nullable(z.string()), path: z.string() })),
  /** Null: the method uses the envelope, and its tasks are sent as a list. */
  plain: z.nullable(plainForm),
})
export type CatalogueMethod = z.infer<typeof method>

/** A method with its form: the schema of one task, and an example that works. */
const shownMethod = z.extend(method, {
  schema: fieldSchema,
  sample: z.record(z.string(), z.unknown()),
  /** Schemas of the parameters in its path. */
  path_params: z.record(z.string(), fieldSchema),
})
export type ShownMethod = z.infer<typeof shownMethod>

const listedFunction = z.object({
  id: z.string(),
  api: z.string(),
  title: z.string(),
  summary: z.string(),
  usage: z.array(z.string()),
  playground: z.nullable(z.string()),
  /** The product a customer must have subscribed to. */
  subscription: z.nullable(z.string()),
  methods: z.array(method),
})
export type CatalogueFunction = z.infer<typeof listedFunction>

const shownFunction = z.extend(listedFunction, { methods: z.array(shownMethod) })
export type ShownFunction = z.infer<typeof shownFunction>

const section = z.object({ id: z.string(), title: z.string(), functions: z.array(z.string()) })
export type CatalogueSection = z.infer<typeof section>

export const catalogue = {
  list: get('/api/catalogue', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: z.object({
      prices: z.object({ version: z.string(), valid_from: z.string() }),
      playground: z.array(section),
      usage: z.array(section),
      functions: z.array(listedFunction),
      /** Functions the active login has called in the last 30 days, the most used first. */
      most_used: z.array(z.string()),
    }),
  }),
  get: get('/api/catalogue/function', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({ id: text(300).check(z.minLength(1)) }),
    output: shownFunction,
  }),
}
