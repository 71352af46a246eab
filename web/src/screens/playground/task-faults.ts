import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { checkTask, type Faults } from '@portico/contract/check-task.ts'
import { TASK_MAX } from '@portico/contract/playground.ts'
import { fieldNames } from './form-fields.ts'

/** The reasons why a task cannot be run here: what the gateway would refuse, and what is too long to be sent. */
export function taskFaults(schema: FieldSchema, task: Record<string, unknown>): Faults {
  return JSON.stringify(task).length > TASK_MAX
    ? { '': { message: 'This task is nested too deeply or too large.' } }
    : checkTask(schema, task)
}

/** Faults without a field in the form: of the task as a whole, and of names it does not know. */
export function unplaced(faults: Faults, schema: FieldSchema): Faults {
  const names = fieldNames(schema)
  const isPlaced = (path: string) => names.some((name) => path === name || path.startsWith(`${name}.`))
  return Object.fromEntries(Object.entries(faults).filter(([path]) => !isPlaced(path)))
}
