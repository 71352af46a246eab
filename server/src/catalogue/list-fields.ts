import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { describeField } from './describe-field.ts'
import type { Entry } from './entry.ts'

/** One field of a request, for staff. */
export interface ListedField {
  /** `items[].city` where it is inside others. */
  name: string
  required: boolean
  /** What it may hold. */
  about: string
}

/** Deeper fields belong to the value of the last one listed. */
const DEEPEST = 6
const MOST = 2_000

/** The fields of an entry's request with those inside of them, in the order of the document. */
export function listFields({ schema, path_params, plain }: Entry): ListedField[] {
  const listed: ListedField[] = Object.entries(path_params).map(([name, one]) => ({
    name: `{${name}}`,
    required: true,
    about: describeField(one),
  }))
  addFields(listed, schema, '', 1)
  if (plain?.body_fields) addFields(listed, plain.body_fields.schema, '', 1)
  return listed
}

function addFields(listed: ListedField[], schema: FieldSchema, prefix: string, depth: number): void {
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    if (listed.length >= MOST) return
    const path = `${prefix}${name}`
    const otherwise = one.default === undefined ? '' : ` By default ${JSON.stringify(one.default)}.`
    listed.push({
      name: path,
      required: schema.required?.includes(name) ?? false,
      about: `${describeField(one)}${otherwise}`,
    })
    if (depth >= DEEPEST) continue
    if (one.items) addFields(listed, one.items, `${path}[].`, depth + 1)
    else addFields(listed, one, `${path}.`, depth + 1)
  }
}
