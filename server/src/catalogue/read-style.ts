import type { QueryField } from '@portico/contract/plain-form.ts'
import { own, type YamlNode } from './yaml-node.ts'

const DELIMITED = ['spaceDelimited', 'pipeDelimited', 'deepObject'] as const

/** How a parameter, or a field of a form, writes lists and objects. */
export function styleOf({ value }: YamlNode): Omit<QueryField, 'name'> {
  const style = DELIMITED.find((one) => one === own(value, 'style')) ?? 'form'
  const explode = own(value, 'explode')
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' }
}
