import { fieldMessages } from '@portico/contract/form-fields.ts'
import { isObject } from '@portico/contract/plain-types.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import type * as z from 'zod/mini'

/**
 * The only way from a request to a handler's input: checked against the schema, and without text the database cannot
 * store, so that no endpoint has to remember that.
 */
export function readInput<I extends z.ZodMiniType>(schema: I, sent: unknown): z.output<I> {
  const parsed = schema.safeParse(sent)
  if (!parsed.success) throw new Problem('invalid_input', { fields: fieldMessages(parsed.error) })
  const field = unstorableField(parsed.data)
  if (field !== undefined) throw new Problem('invalid_input', { fields: { [field]: MESSAGES.pattern } })
  return parsed.data
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

function unstorableField(value: unknown): string | undefined {
  if (!isObject(value)) return hasOnlyStorable(value) ? undefined : ''
  return Object.keys(value).find((name) => !hasOnlyStorable(name) || !hasOnlyStorable(value[name]))
}

/** A schema has already bounded its depth and length. */
function hasOnlyStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (Array.isArray(value)) return value.every(hasOnlyStorable)
  return !isObject(value) || Object.entries(value).every(([name, part]) => isStorable(name) && hasOnlyStorable(part))
}
