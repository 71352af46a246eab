import { FIELD_TYPES } from '@portico/contract/catalogue.ts'
import { regexOf } from '@portico/contract/check-value.ts'
import { CODE } from '@portico/contract/codes.ts'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Check, Fault } from './compile-check.ts'
import { describeField } from './describe-field.ts'
import type { JsonSchema } from './json-schema.ts'
import { LONGEST_MATCHED, patternMatcher } from './match-pattern.ts'
import { isObject } from './yaml-node.ts'

/** Patterns may be written with or without Unicode mode, and are matched within a time limit. */
const regExp = Object.assign(
  (pattern: string) => {
    const form = regexOf(pattern) ?? /(?:)/
    return {
      test: patternMatcher(form),
      // Ajv identifies patterns by this.
      toString: () => String(form),
    }
  },
  { code: 'boundedPattern' },
)

const OPTIONS = {
  strict: false,
  logger: false,
  code: { regExp },
  validateFormats: true,
  validateSchema: false,
  meta: false,
  addUsedSchema: false,
} as const

/**
 * Checks by Ajv what our own check does not know (`oneOf`, `not`, further formats, recursive schemas, …). A schema is compiled on
 * first use; one that Ajv cannot compile adds no checks.
 */
export function compileAjv(schemaOf: () => JsonSchema): Check {
  let validate: ReturnType<Ajv2020['compile']> | undefined | null
  return (value, into) => {
    validate ??= compiled(schemaOf)
    if (!validate || validate(withoutNulls(value))) return
    // The first branch of a nullable schema is null, which explains nothing.
    const error = validate.errors?.find(({ params }) => params.type !== 'null') ?? validate.errors?.[0]
    if (error) into.push(faultOf(error))
  }
}

let shared: Ajv2020 | undefined

/** Shared by all schemas: creating an Ajv takes longer than compiling a schema. */
function theAjv(): Ajv2020 {
  if (shared) return shared
  shared = new Ajv2020(OPTIONS)
  addFormats.default(shared)
  // Ajv's pattern of `url` takes a minute for a hundred thousand colons, and those of e-mail and IP addresses are slow too.
  for (const [name, format] of Object.entries(shared.formats)) {
    if (format instanceof RegExp) shared.addFormat(name, patternMatcher(format))
    else if (name === 'uri' && typeof format === 'function')
      shared.addFormat(name, (text: string) => text.length <= LONGEST_MATCHED && format(text) === true)
  }
  return shared
}

function compiled(schemaOf: () => JsonSchema): ReturnType<Ajv2020['compile']> | undefined {
  try {
    return theAjv().compile(schemaOf())
  } catch {
    return undefined
  }
}

/** Removes explicit nulls, which clients send for omitted fields. Unchanged values are not copied. */
export function withoutNulls(value: unknown): unknown {
  if (!holdsNull(value)) return value
  if (Array.isArray(value)) return value.map(withoutNulls)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name, withoutNulls(inner)]),
  )
}

/** In a field; a null that is an item of a list is one of its values. */
function holdsNull(value: unknown): value is object {
  if (Array.isArray(value)) return value.some(holdsNull)
  return isObject(value) && Object.values(value).some((inner) => inner === null || holdsNull(inner))
}

const EXAMPLES: Record<string, string> = {
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'name@example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'www.example.com',
}

const MESSAGES: Record<string, (params: Record<string, unknown>) => string> = {
  type: ({ type }) => describeField({ type: FIELD_TYPES.find((one) => [type].flat().includes(one)) }),
  multipleOf: ({ multipleOf }) => `It must be a multiple of ${multipleOf}.`,
  exclusiveMinimum: ({ limit }) => `It must be greater than ${limit}.`,
  exclusiveMaximum: ({ limit }) => `It must be less than ${limit}.`,
  uniqueItems: () => 'Its items must differ from each other.',
  minProperties: ({ limit }) => `It must have at least ${limit} fields.`,
  maxProperties: ({ limit }) => `It must have at most ${limit} fields.`,
  format: ({ format }) => formatFault(String(format)),
  oneOf: () => 'It must match exactly one of the allowed forms.',
  anyOf: () => 'It matches none of the allowed forms.',
  not: () => 'It is of a form that is not allowed.',
  required: () => 'It is required.',
}

function formatFault(format: string): string {
  if (format === 'uri')
    return 'It must be a full address like https://example.com/done?id=1; other characters than ASCII are written like %C3%BC, in the host like xn--….'
  const example = EXAMPLES[format]
  return `It must be of the format ${format}${example ? `, like ${example}` : ''}.`
}

function faultOf({ instancePath, keyword, params, message }: ErrorObject): Fault {
  const named = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  const path = instancePath.split('/').slice(1).map(plainPart)
  const field = [...path, ...(typeof named === 'string' ? [named] : [])].reduce(
    (text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : text ? `${text}.${part}` : part),
    '',
  )
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties')
    return { code: CODE.unknownFields, field, message: 'It is not a field of this request.' }
  return { code: CODE.invalidField, field, message: MESSAGES[keyword]?.(params) ?? `It ${message ?? 'is not valid'}.` }
}

function plainPart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}
