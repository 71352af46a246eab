import type { FieldSchema } from '@portico/contract/catalogue.ts'
import type { Faults } from '@portico/contract/check-task.ts'
import type { Task } from './use-request.ts'

export type TaskFormProps = {
  schema: FieldSchema
  sample: Task
  task: Task
  faults: Faults
  onChange: (task: Task) => void
  /** In front of the names of nested fields. */
  path?: string
  depth?: number
}
