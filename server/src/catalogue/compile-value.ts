import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { patternMatcher } from './match-pattern.ts'
import { isObject } from './yaml-node.ts'

/** Checks a value's type, bounds, format and enum; its fields and items are checked by the caller. */
export function compileValue(schema: FieldSchema): (value: unknown) => boolean {
  const tests = [typeTest(schema), ...stringTests(schema), ...numberTests(schema), ...listTests(schema)]
  if (schema.enum) {
    const allowed = new Set(schema.enum)
    tests.push((value) => allowed.has(value))
  }
  return (value) => tests.every((test) => test(value))
}

type Test = (value: unknown) => boolean

function typeTest({ type }: FieldSchema): Test {
  switch (type) {
    case 'integer':
      return Number.isSafeInteger
    case 'number':
      return Number.isFinite
    case 'array':
      return Array.isArray
    case 'object':
      return isObject
    case undefined:
      return () => true
    default:
      return (value) => typeof value === type
  }
}

function numberTests({ minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: FieldSchema): Test[] {
  return [(value) => typeof value !== 'number' || (value >= minimum && value <= maximum)]
}

function stringTests({ minLength = 0, maxLength, has_words, pattern, format }: FieldSchema): Test[] {
  const tests: Test[] = []
  // A character has two UTF-16 units at most.
  if (minLength > 0)
    tests.push((value) => typeof value !== 'string' || value.length >= 2 * minLength || lengthOf(value) >= minLength)
  if (maxLength !== undefined)
    tests.push((value) => typeof value !== 'string' || value.length <= maxLength || lengthOf(value) <= maxLength)
  if (has_words) tests.push((value) => typeof value !== 'string' || value.trim() !== '')
  const form = pattern === undefined ? undefined : regexOf(pattern)
  if (form) {
    const isMatching = patternMatcher(form)
    tests.push((value) => typeof value !== 'string' || isMatching(value))
  }
  if (format === 'date') tests.push((value) => typeof value !== 'string' || isDay(value))
  if (format === 'uri') tests.push((value) => typeof value !== 'string' || URL.canParse(value))
  return tests
}

function listTests({ minItems = 0, maxItems = Number.POSITIVE_INFINITY }: FieldSchema): Test[] {
  return [(value) => !Array.isArray(value) || (value.length >= minItems && value.length <= maxItems)]
}

/** Patterns may be written with or without Unicode mode; undefined for an invalid one. */
export function regexOf(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {}
  }
  return undefined
}

/** Counts code points; called only when the UTF-16 length is too long or too short. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
