import * as z from 'zod/mini'

const STYLES = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const

const queryField = z.object({ name: z.string(), style: z.enum(STYLES), explode: z.boolean() })
export type QueryField = z.infer<typeof queryField>

/** How the fields of a body that is no JSON are written. */
const bodyForm = z.object({
  /** `multipart/form-data`, `application/x-www-form-urlencoded`, or the type of a body that is one text or file. */
  type: z.string(),
  /** All types the body may have. */
  types: z.array(z.string()),
  fields: z.array(queryField),
  /** The fields that take files. */
  files: z.array(z.string()),
})
export type BodyForm = z.infer<typeof bodyForm>

/**
 * How a request is written for a method whose document does not use the family's envelope: some fields in the query,
 * the others as the body (`fields`), the field `body` as the whole of it (`value`), or bytes of another type than JSON
 * (`bytes`).
 */
export const plainForm = z.object({
  query: z.array(queryField),
  body: z.enum(['none', 'fields', 'value', 'bytes']),
  /** For `bytes`, where the document describes them. */
  form: z.nullable(bodyForm),
  /** Headers that select the operation among others of the same path. */
  selecting: z.record(z.string(), z.string()),
})
export type PlainForm = z.infer<typeof plainForm>

const SEPARATORS = { form: ',', spaceDelimited: '%20', pipeDelimited: '|', deepObject: ',' } as const

/** Writes a query in the style its document declares for each field; an undeclared field is repeated for each value. */
export function queryText(declared: readonly QueryField[], values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    const known = declared.find((field) => field.name === name)
    const { style, explode } = known ?? { style: 'form', explode: true }
    if (Array.isArray(value))
      return explode && style !== 'deepObject'
        ? value.map((one) => pair(name, one))
        : [`${encodeURIComponent(name)}=${value.map((one) => encodeURIComponent(textOf(one))).join(SEPARATORS[style])}`]
    if (typeof value !== 'object' || !known) return [pair(name, value)]
    const fields = Object.entries(value)
    if (style === 'deepObject') return fields.map(([inner, one]) => pair(`${name}[${inner}]`, one))
    return explode ? fields.map(([inner, one]) => pair(inner, one)) : [pair(name, fields.flat().map(textOf).join(','))]
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function pair(name: string, value: unknown): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
