import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { fieldNames } from './form-fields.ts'

type Method = Pick<ShownMethod, 'schema' | 'sample'>

/**
 * Copies the input of one method to another as far as the fields match; fields that only the other has stay unchanged.
 */
export function carryTask(task: Record<string, unknown>, from: Method, to: Method): Record<string, unknown> {
  const [former, own] = [fieldNames(from.schema), fieldNames(to.schema)]
  return Object.fromEntries([
    ...Object.entries(task).filter(([name]) => own.includes(name)),
    ...Object.entries(to.sample).filter(([name]) => !former.includes(name)),
  ])
}
