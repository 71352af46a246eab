import type { Endpoint } from '@portico/contract/endpoint.ts'
import { momentMs } from '@portico/contract/moment.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import * as z from 'zod/mini'
import { startProblem } from '#db/start-problem.ts'

/** A field of an input as JSON Schema, with how the operator types it (contract/src/operator-fields.ts). */
const fieldSchema = z.object({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  default: z.optional(z.unknown()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  description: z.optional(z.string()),
  option: z.optional(z.string()),
  value: z.optional(z.string()),
  none: z.optional(z.string()),
  is_flag: z.optional(z.boolean()),
  is_moment: z.optional(z.boolean()),
  is_required: z.optional(z.boolean()),
})
export type Field = z.infer<typeof fieldSchema>

export function fieldsOf({ input }: Pick<Endpoint, 'input'>): Record<string, Field> {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' })
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => {
      // A nullable field is a choice of itself and null.
      const inner = typeof schema === 'object' ? { ...schema.anyOf?.[0], ...schema } : {}
      return [field, { ...fieldSchema.parse(inner), is_required: required.includes(field) }]
    }),
  )
}

/** The bound of an amount is not worth a word. */
const ROUND_MAX = 1_000_000

/** `amount_micros` → `amount`, `is_full` → `full`, `allow_negative` → `allow-negative`. */
export function optionOf(field: string, { option }: Field): string {
  return option ?? field.replace(/^is_|_micros$/, '').replaceAll('_', '-')
}

export function placeholderOf(field: string, schema: Field): string {
  if (schema.type === 'boolean') return 'yes|no'
  if (schema.value) return schema.value
  if (schema.enum && schema.enum.length <= 4) return schema.enum.join('|')
  if (schema.type === 'integer') return isAmount(field) ? 'amount' : 'number'
  return optionOf(field, schema)
}

/** The help text, with what the schema knows: `how many (1 to 500; 50 by default)`. */
export function aboutField({ description = '', type, enum: known, minimum, maximum = 0, ...field }: Field): string {
  const shown = typeof field.default === 'boolean' ? null : field.default
  const facts = [
    ...(known ? [known.join(', ')] : []),
    ...(type === 'integer' && maximum <= ROUND_MAX ? [`${minimum} to ${maximum}`] : []),
    ...(field.none ? [`or ${field.none}`] : []),
    ...(shown === undefined || shown === null ? [] : [`${shown} by default`]),
  ]
  return facts.length > 0 ? `${description} (${facts.join('; ')})` : description
}

/** The value the server gets; a word that cannot be meant is refused, not guessed. */
export function readTyped(label: string, typed: string, field: string, schema: Field): unknown {
  const { type, enum: known, minimum = 0, maximum = 0, none } = schema
  const refusal = (expected: string) =>
    startProblem(`${label} is '${typed.trim()}', but must be ${expected}${none ? ` or ${none}` : ''}.`)
  if (none !== undefined && typed === none) return type === 'array' ? [] : null
  const words = type === 'boolean' ? ['yes', 'no'] : known
  if (words && !words.includes(typed)) throw refusal(`one of ${words.join(', ')}`)
  if (type === 'boolean') return typed === 'yes'
  if (type === 'array') return [...new Set(typed.split(',').map((name) => name.trim()))]
  if (schema.is_moment) return momentOf(label, typed)
  if (type !== 'integer') return typed
  const number = isAmount(field) ? parseAmount(typed) : /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : undefined
  if (isAmount(field) && (!number || (number < 0 && minimum >= 0))) throw refusal('an amount like 25 or 12.50')
  if (!isAmount(field) && (!number || number > maximum)) throw refusal(`a whole number from ${minimum} to ${maximum}`)
  return number
}

function isAmount(field: string): boolean {
  return field.endsWith('_micros')
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** A UTC day, or a moment with its zone: without one it would differ between machines. */
export function momentOf(label: string, given: string): string {
  const [, day = ''] = MOMENT.exec(given) ?? []
  const time = new Date(given)
  if (Number.isNaN(momentMs(day)) || Number.isNaN(time.getTime()))
    throw startProblem(
      `${label} is '${given}', but must be a day like 2026-12-01 or a moment like 2026-12-01T00:00:00Z.`,
    )
  return time.toISOString()
}
