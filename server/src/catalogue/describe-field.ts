import type { FieldSchema } from '@portico/contract/catalogue.ts'

const NOUNS = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
} as const

const MOST_NAMED = 12

/** Describes the allowed values in one sentence: `It must be a whole number from 1 to 200.` */
export function describeField(schema: FieldSchema): string {
  const { type, pattern, format, has_words } = schema
  if (schema.enum) return `It must be one of: ${listed(schema.enum)}.`
  const parts = [type ? NOUNS[type] : 'an allowed value', bounds(schema)]
  if (format === 'date') parts.push('like 2026-01-31')
  if (format === 'uri') parts.push('that is a full address like https://example.com/')
  if (pattern) parts.push(`of the form ${pattern}`)
  return `It must be ${parts.filter((part) => part !== '').join(' ')}${has_words ? ', not blanks alone' : ''}.`
}

function listed(values: unknown[]): string {
  const named = values.slice(0, MOST_NAMED).map(String)
  return values.length > MOST_NAMED ? `${named.join(', ')} and ${values.length - MOST_NAMED} more` : named.join(', ')
}

function bounds(schema: FieldSchema): string {
  switch (schema.type) {
    case 'string':
      return range('of', schema.minLength || undefined, schema.maxLength, ' characters')
    case 'array':
      return range('of', schema.minItems || undefined, schema.maxItems, ' items')
    default:
      return range('from', schema.minimum, schema.maximum, '')
  }
}

function range(word: string, least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${word} ${least} to ${most}${unit}`
  if (most !== undefined) return `${word} at most ${most}${unit}`
  return least === undefined ? '' : `${word} at least ${least}${unit}`
}
