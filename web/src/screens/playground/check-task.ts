import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { MESSAGES } from '@portico/contract/rules.ts'

export interface FieldFault {
  message: string
  values?: Record<string, string | number>
}

export type Faults = Record<string, FieldFault>

/** What is wrong with a task, by the path of its field (`depth`, `location.code`): the gateway checks the same again. */
export function checkTask(schema: FieldSchema, task: Record<string, unknown>): Faults {
  const faults: Faults = {}
  checkFields(schema, task, '', faults)
  return faults
}

function checkFields(schema: FieldSchema, task: Record<string, unknown>, before: string, faults: Faults): void {
  for (const name of schema.required ?? [])
    if (isMissing(task[name])) faults[before + name] = { message: MESSAGES.required }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = task[name]
    if (isMissing(value)) continue
    const fault = checkValue(field, value, `${before}${name}.`, faults)
    if (fault) faults[before + name] = fault
  }
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function checkValue(field: FieldSchema, value: unknown, path: string, faults: Faults): FieldFault | undefined {
  if (field.enum && !field.enum.includes(value)) return { message: 'Choose one from the list.' }
  if (typeof value === 'string') return checkText(field, value)
  if (typeof value === 'number') return checkNumber(field, value)
  if (Array.isArray(value)) return checkList(field, value, path, faults)
  if (typeof value === 'object' && value !== null) checkFields(field, { ...value }, path, faults)
  return undefined
}

function checkText({ type, minLength, maxLength, pattern }: FieldSchema, value: string): FieldFault | undefined {
  if (type === 'number' || type === 'integer') return { message: MESSAGES.numeric }
  if (minLength !== undefined && value.length < minLength) return { message: MESSAGES.tooShort }
  if (maxLength !== undefined && value.length > maxLength) return { message: MESSAGES.tooLong }
  return pattern !== undefined && !matches(pattern, value) ? { message: MESSAGES.pattern } : undefined
}

function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

function checkNumber({ type, minimum, maximum }: FieldSchema, value: number): FieldFault | undefined {
  if (type === 'string') return undefined
  if (type === 'integer' && !Number.isInteger(value)) return { message: 'Enter a whole number.' }
  const isLow = minimum !== undefined && value < minimum
  const isHigh = maximum !== undefined && value > maximum
  if (!isLow && !isHigh) return undefined
  if (minimum !== undefined && maximum !== undefined)
    return { message: 'Enter a number from {minimum} to {maximum}.', values: { minimum, maximum } }
  return { message: MESSAGES.range }
}

function checkList(field: FieldSchema, value: unknown[], path: string, faults: Faults): FieldFault | undefined {
  const { minItems, maxItems, items } = field
  if (maxItems !== undefined && value.length > maxItems)
    return { message: 'At most {count} entries.', values: { count: maxItems } }
  if (minItems !== undefined && value.length < minItems)
    return { message: 'At least {count} entries.', values: { count: minItems } }
  for (const [place, one] of value.entries()) {
    const fault = items && checkValue(items, one, `${path}${place}.`, faults)
    if (fault) return fault
  }
  return undefined
}
