import type { FieldSchema, FormGroup } from '@portico/contract/catalogue.ts'
import { checkField, type Faults } from '@portico/contract/check-task.ts'
import { closestForm, discriminatorOf, isRealChoice } from '@portico/contract/form-choice.ts'
import { mergeSchemas } from '@portico/contract/merge-schemas.ts'
import { plainTypes } from '@portico/contract/plain-types.ts'
import { isRecord } from '#lib/guards.ts'

/** Forms to choose from, and what holds whichever is chosen. */
export interface Choice {
  group: FormGroup
  rest: FieldSchema
}

export function choiceOf(field: FieldSchema): Choice | undefined {
  const group = field.allOf?.find(isRealChoice)
  if (!group) return undefined
  const { allOf, ...rest } = field
  const others = allOf?.filter((one) => one !== group) ?? []
  return { group, rest: others.length > 0 ? { ...rest, allOf: others } : rest }
}

export function formAt({ group, rest }: Choice, at: number): FieldSchema {
  const form = mergeSchemas(rest, group.anyOf[at] ?? {})
  return form.type === undefined && form.properties ? { ...form, type: 'object' } : form
}

/** The form without its discriminator, while that has this form's value. */
export function drawnForm(choice: Choice, at: number, value: unknown): FieldSchema {
  const form = formAt(choice, at)
  const discriminator = discriminatorOf(choice.group)
  const properties = form.properties
  if (!discriminator || !properties || recordOf(value)[discriminator.field] !== discriminator.values[at]) return form
  const { [discriminator.field]: _, ...others } = properties
  return { ...form, properties: others }
}

/** The form a value is of, or comes closest to. */
export function findForm({ group }: Choice, value: unknown): number {
  return closestForm(group, value, (at) => Object.keys(checkField(group.anyOf[at] ?? {}, value, '')).length)
}

/**
 * The part of a value that stays when another form is chosen: what fits it, what it had before, and its discriminator.
 */
export function carryOver(choice: Choice, at: number, value: unknown, before: unknown): unknown {
  const form = formAt(choice, at)
  if (form.type !== 'object') {
    if (before !== undefined) return before
    const plain = plainTypes(form, value)
    if (value !== undefined && isFitting(form, plain)) return plain
    return form.enum?.length === 1 ? form.enum[0] : undefined
  }
  const own = form.properties ?? {}
  const elsewhere = new Set(choice.group.anyOf.flatMap(({ properties = {} }) => Object.keys(properties)))
  const stored = Object.entries(recordOf(value)).filter(([name, one]) => {
    const field = Object.hasOwn(own, name) ? own[name] : undefined
    return field ? isFitting(field, one) : !elsewhere.has(name) && form.additionalProperties !== false
  })
  const next = { ...recordOf(before), ...Object.fromEntries(stored), ...fixedOf(choice, at, form) }
  return Object.keys(next).length > 0 ? next : undefined
}

function fixedOf({ group }: Choice, at: number, { properties = {}, required = [] }: FieldSchema) {
  const fixed = required.flatMap((name) => {
    const values = properties[name]?.enum
    return values?.length === 1 ? [[name, values[0]] as const] : []
  })
  const discriminator = discriminatorOf(group)
  const value = discriminator?.values[at]
  return {
    ...Object.fromEntries(fixed),
    ...(discriminator && typeof value === 'string' && { [discriminator.field]: value }),
  }
}

function isFitting(field: FieldSchema, value: unknown): boolean {
  return Object.keys(checkField(field, value, '')).length === 0
}

/** Errors of the form that is shown: those of another one would be at hidden fields. */
export function faultsOfForm(choice: Choice, at: number, value: unknown, path: string, faults: Faults): Faults {
  const isHere = (one: string) => path === '' || one === path || one.startsWith(`${path}.`)
  const all = Object.entries(faults)
  if (value === undefined || !all.some(([one]) => isHere(one)) || at === findForm(choice, value)) return faults
  return {
    ...Object.fromEntries(all.filter(([one]) => !isHere(one))),
    ...checkField(formAt(choice, at), value, path),
  }
}

export interface Option {
  value: unknown
  label: string
}

/** Values to choose from, each with the description of the document. */
export function optionsOf(field: FieldSchema): Option[] | undefined {
  if (field.enum) return field.enum.map((value) => ({ value, label: String(value) }))
  const [group, ...more] = field.allOf ?? []
  if (!group || more.length > 0 || field.properties || field.items) return undefined
  if (!group.anyOf.every((form) => form.enum && !form.properties && !form.allOf)) return undefined
  return group.anyOf.flatMap((form) =>
    (form.enum ?? []).map((value) => {
      const name = form.enum?.length === 1 ? (form.title ?? form.description) : undefined
      return { value, label: name ? `${String(value)} · ${name}` : String(value) }
    }),
  )
}

/** The name of a form: from the document, its discriminator, or a field only it has; undefined: by its type. */
export function formName({ group }: Choice, at: number): string | undefined {
  const form = group.anyOf[at] ?? {}
  const name = form.title ?? discriminatorOf(group)?.values[at] ?? group.names?.[at]
  if (name) return name
  if (form.enum?.length === 1) return String(form.enum[0])
  const others = new Set(
    group.anyOf.flatMap(({ properties = {} }, other) => (other === at ? [] : Object.keys(properties))),
  )
  const names = Object.keys(form.properties ?? {})
  const own = names.filter((name) => !others.has(name))
  const needed = own.filter((name) => form.required?.includes(name))
  const shown = needed.length > 0 ? needed : own
  return shown.length > 0 ? shown.slice(0, 3).join(', ') : undefined
}

/** The same one each time, so that what is left empty is known again. */
export const EMPTY: Record<string, unknown> = Object.freeze({})

export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : EMPTY
}
