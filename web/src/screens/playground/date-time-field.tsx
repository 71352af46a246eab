import { Field, type FieldProps } from '#ui/input/field.tsx'

type DateTimeFieldProps = Omit<FieldProps, 'type' | 'value' | 'onChange'> & {
  value: string
  onChange: (value: string | undefined) => void
}

const UTC = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?:Z|\+00:00)$/

/** A moment in UTC; a value with another offset is shown as it was written. */
export function DateTimeField({ value, onChange, ...field }: DateTimeFieldProps) {
  const [, moment] = UTC.exec(value) ?? []
  if (value !== '' && moment === undefined)
    return <Field {...field} value={value} onChange={({ target }) => onChange(target.value || undefined)} />
  return (
    <Field
      {...field}
      type="datetime-local"
      step={1}
      suffix="UTC"
      value={moment ?? ''}
      onChange={({ target }) => onChange(momentOf(target.value))}
    />
  )
}

function momentOf(typed: string): string | undefined {
  if (typed === '') return undefined
  return `${typed.length === 'YYYY-MM-DDTHH:MM'.length ? `${typed}:00` : typed}Z`
}
