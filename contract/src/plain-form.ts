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
