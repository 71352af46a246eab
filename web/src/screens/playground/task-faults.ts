import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { checkTask, type Faults } from '@portico/contract/check-task.ts'
import { TASK_MAX } from '@portico/contract/playground.ts'

/** The reasons why a task cannot be run here: what the gateway would refuse, and what is too long to be sent. */
export function taskFaults(schema: FieldSchema, task: Record<string, unknown>): Faults {
  return JSON.stringify(task).length > TASK_MAX
    ? { '': { message: 'This task is nested too deeply or too large.' } }
    : checkTask(schema, task)
}
