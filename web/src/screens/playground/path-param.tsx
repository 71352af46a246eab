import { Field } from '#ui/input/field.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Description } from './description.tsx'
import { isTaskIdField } from './task-ids.ts'

const loadTaskId = async () => (await import('./task-id-field.tsx')).TaskIdField

type PathParamProps = {
  name: string
  hint: string | undefined
  value: string
  onChange: (value: string) => void
}

/** A parameter of the path. */
export function PathParam({ name, hint, value, onChange }: PathParamProps) {
  const frame = { label: <code>{name}</code>, hint: hint && <Description text={hint} /> }
  const field = <Field {...frame} value={value} onChange={({ target }) => onChange(target.value)} />
  if (isTaskIdField(name)) return <Lazy load={loadTaskId} props={{ frame, value, onChange }} waiting={field} />
  return field
}
