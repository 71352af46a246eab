import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { text } from './form-fields.ts'

/** Usage and effects are of the last thirty UTC days. */
export const CATALOGUE_DAYS = 30

const file = z.object({
  name: z.string(),
  kind: z.enum(['document', 'part', 'overlay']),
  title: z.string(),
  version: z.string(),
  operations: z.int(),
})
const leftOut = z.object({
  id: z.string(),
  why: z.enum(['fault', 'question', 'price', 'address']),
  reason: z.string(),
  mend: z.string(),
})
export type LeftOutPart = z.infer<typeof leftOut>

const listed = z.object({
  id: z.string(),
  api: z.string(),
  title: z.string(),
  documents: z.array(z.string()),
  operations: z.int(),
  /** `unpriced`: described, and not sold before a version of the prices names it. */
  state: z.enum(['sold', 'free', 'unpriced']),
  /** The prices of its operations, each once. */
  prices: z.array(z.string()),
})
export type ListedFunction = z.infer<typeof listed>

const user = z.object({
  id: z.int(),
  email: z.string(),
  requests: z.int(),
  cost_micros: z.int(),
  last_day: z.string(),
})
export type FunctionUser = z.infer<typeof user>

const shown = z.object({
  id: z.string(),
  api: z.string(),
  title: z.string(),
  summary: z.string(),
  operations: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      document: z.string(),
      price: z.string(),
      fields: z.array(z.object({ name: z.string(), required: z.boolean(), about: z.string() })),
    }),
  ),
  /** Newest first; only versions that changed a price of the function. */
  history: z.array(
    z.object({
      version: z.string(),
      valid_from: z.string(),
      state: z.enum(['in force', 'to come', 'over']),
      prices: z.array(z.object({ id: z.string(), price: z.string() })),
    }),
  ),
  use: z.object({
    requests: z.int(),
    errors: z.int(),
    results: z.int(),
    cost_micros: z.int(),
    customers: z.int(),
    /** Those who spent most; null: the role does not see customers. */
    top: z.nullable(z.array(user)),
  }),
})
export type ShownCatalogueFunction = z.infer<typeof shown>

/** What is sold, part of `operator`. */
export const catalogueOperations = {
  listFunctions: get('/api/operator/catalogue-functions', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({}),
    output: z.object({
      prices: z.string(),
      files: z.array(file),
      functions: z.array(listed),
      left_out: z.array(leftOut),
    }),
  }),
  showFunction: get('/api/operator/catalogue-function', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({ id: text(300).check(z.minLength(1)) }),
    output: shown,
  }),
}
