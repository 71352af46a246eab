import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { fieldNames } from './form-fields.ts'

type Method = Pick<ShownMethod, 'schema' | 'sample'>

/** What is filled in for one method, as far as another has the same fields; what only the other has stays as it was there. */
export function carryTask(task: Record<string, unknown>, from: Method, to: Method): Record<string, unknown> {
  const [former, own] = [fieldNames(from.schema), fieldNames(to.schema)]
  return Object.fromEntries([
    ...Object.entries(task).filter(([name]) => own.includes(name)),
    ...Object.entries(to.sample).filter(([name]) => !former.includes(name)),
  ])
}
