import type { FieldSchema } from './catalogue.ts'
import { isObject } from './plain-types.ts'

export interface FieldFault {
  /** English text and translation key at once. */
  message: string
  values?: Record<string, string | number>
}

/** Every platform this runs on has it; the contract is typed for none of them. */
declare const URL: { canParse(text: string): boolean }

const NAMED_MAX = 5

/** Matches a pattern of a document, which may be hostile. */
export type Matches = (pattern: string, text: string) => boolean

/** Checks a value alone; what it contains is checked one level up. */
export function checkValue(field: FieldSchema, value: unknown, matches: Matches): FieldFault | undefined {
  const wrongType = checkType(field, value)
  if (wrongType) return wrongType
  const byType =
    typeof value === 'string'
      ? checkText(field, value, matches)
      : typeof value === 'number'
        ? checkNumber(field, value)
        : Array.isArray(value)
          ? checkList(field, value)
          : undefined
  if (byType) return byType
  return field.enum && !field.enum.includes(value) ? enumFault(field.enum) : undefined
}

export function checkType({ type }: FieldSchema, value: unknown): FieldFault | undefined {
  switch (type) {
    case undefined:
      return undefined
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : { message: 'Enter a whole number.' }
    case 'number':
      return Number.isFinite(value) ? undefined : { message: 'Please enter a number' }
    case 'string':
      return typeof value === 'string' ? undefined : { message: 'Enter text.' }
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { message: 'Choose true or false.' }
    case 'array':
      return Array.isArray(value) ? undefined : { message: 'Enter a list.' }
    case 'object':
      return isObject(value) ? undefined : { message: 'Enter an object.' }
  }
}

function enumFault(allowed: unknown[]): FieldFault {
  if (allowed.length > NAMED_MAX) return { message: 'Choose one from the list.' }
  return { message: 'This must be one of: {values}.', values: { values: allowed.map(String).join(', ') } }
}

function checkText(
  { minLength = 0, maxLength, has_words, pattern, format }: FieldSchema,
  value: string,
  matches: Matches,
): FieldFault | undefined {
  // Characters are counted as people do. Each has two UTF-16 units at most, so very long texts need no count.
  if (value.length < 2 * minLength && [...value].length < minLength)
    return {
      message: 'Enter at least {count, plural, one {# character} other {# characters}}.',
      values: { count: minLength },
    }
  if (
    maxLength !== undefined &&
    value.length > maxLength &&
    (value.length > 2 * maxLength || [...value].length > maxLength)
  )
    return {
      message: 'Enter at most {count, plural, one {# character} other {# characters}}.',
      values: { count: maxLength },
    }
  if (has_words && !value.trim()) return { message: 'This field is required' }
  if (pattern !== undefined && !matches(pattern, value))
    return { message: 'This must match the pattern {pattern}', values: { pattern } }
  if (format === 'date' && !isDay(value)) return { message: 'Enter a date such as 2026-01-31.' }
  if (format === 'uri' && !URL.canParse(value)) return { message: 'Enter a full URL such as https://example.com/' }
  return undefined
}

function checkNumber({ minimum, maximum }: FieldSchema, value: number): FieldFault | undefined {
  const isLow = minimum !== undefined && value < minimum
  const isHigh = maximum !== undefined && value > maximum
  if (!isLow && !isHigh) return undefined
  if (minimum !== undefined && maximum !== undefined)
    return { message: 'Enter a number from {minimum} to {maximum}.', values: { minimum, maximum } }
  if (minimum !== undefined) return { message: 'Enter {minimum} or more.', values: { minimum } }
  return { message: 'Enter {maximum} or less.', values: { maximum: maximum ?? 0 } }
}

function checkList({ minItems = 0, maxItems }: FieldSchema, value: unknown[]): FieldFault | undefined {
  if (maxItems !== undefined && value.length > maxItems)
    return { message: 'At most {count, plural, one {# entry} other {# entries}}.', values: { count: maxItems } }
  return value.length < minItems
    ? { message: 'At least {count, plural, one {# entry} other {# entries}}.', values: { count: minItems } }
    : undefined
}

/** Patterns may be written with or without Unicode mode; undefined for an invalid one, which matches everything. */
export function regexOf(pattern: string): RegExp | undefined {
  for (const flags of ['u', ''])
    try {
      return new RegExp(pattern, flags)
    } catch {}
  return undefined
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text)
}
