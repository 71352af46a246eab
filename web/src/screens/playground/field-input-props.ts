import type { FieldSchema } from '@portico/contract/catalogue.ts'
import type { Faults } from '@portico/contract/check-task.ts'
import type { ComponentType } from 'react'
import type { TaskFormProps } from './task-form-props.ts'

export type FieldInputProps = {
  name: string
  path: string
  field: FieldSchema
  isRequired: boolean
  /** The fields of which one is needed, this one among them. */
  alternatives?: string[] | undefined
  value: unknown
  faults: Faults
  depth: number
  /** The form that contains this field, for the fields of an object. */
  Form: ComponentType<TaskFormProps>
  /** Undefined takes the field out of the request. */
  onChange: (value: unknown) => void
}
