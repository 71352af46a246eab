import type { FieldSchema, FormGroup } from './catalogue.ts'
import { checkType } from './check-value.ts'
import { isObject } from './plain-types.ts'

/** Keywords that do not constrain the value itself. */
const BESIDES = ['required', 'title', 'description', 'examples', 'default', 'deprecated']

/** True where its forms differ in more than which fields of the same object they require. */
export function isRealChoice({ anyOf }: FormGroup): boolean {
  return anyOf.some((form) => Object.keys(form).some((key) => !BESIDES.includes(key)))
}

/** The fields of which one form or another requires some, where the forms differ in nothing else. */
export function namesOf(group: FormGroup): string[] | undefined {
  const names = [...new Set(group.anyOf.flatMap(({ required }) => required ?? []))]
  return names.length > 1 && !isRealChoice(group) ? names : undefined
}

/** The same where each form requires one alone: any of these fields is enough. */
export function alternativesOf(group: FormGroup): string[] | undefined {
  return group.anyOf.every(({ required }) => required?.length === 1) ? namesOf(group) : undefined
}

/** The field that discriminates between forms, with its value in each: from the document, or as each form fixes it. */
export function discriminatorOf({ anyOf, discriminator }: FormGroup): FormGroup['discriminator'] {
  if (discriminator) return discriminator
  for (const field of Object.keys(anyOf[0]?.properties ?? {})) {
    const values = anyOf.map((form) => fixedText(form.properties?.[field]))
    if (values.every((value) => value !== null) && new Set(values).size === values.length) return { field, values }
  }
  return undefined
}

function fixedText(field: FieldSchema | undefined): string | null {
  const [only, ...more] = field?.enum ?? []
  return typeof only === 'string' && more.length === 0 ? only : null
}

/** The form a value fits, or comes closest to; `faultsOf` counts the faults against each form. */
export function closestForm(group: FormGroup, value: unknown, faultsOf: (at: number) => number): number {
  const discriminator = discriminatorOf(group)
  if (discriminator && isObject(value)) {
    const named = discriminator.values.indexOf(String(value[discriminator.field]))
    if (named >= 0) return named
  }
  const ranks = group.anyOf.map((form, at) => rankOf(form, value, faultsOf(at)))
  return ranks.indexOf(Math.max(...ranks))
}

function rankOf(form: FieldSchema, value: unknown, faults: number): number {
  if (faults === 0) return Number.MAX_SAFE_INTEGER
  if (checkType(form, value)) return -1
  const own = isObject(value) ? Object.keys(value).filter((name) => Object.hasOwn(form.properties ?? {}, name)) : []
  return own.length + 1 / (1 + faults)
}
