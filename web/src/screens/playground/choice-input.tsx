import { useT } from '#i18n/i18n.tsx'
import type { FieldProps } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import type { Option } from './form-choice.ts'
import { LazyCombobox } from './lazy-combobox.tsx'

/** More than these are found by typing. */
const LISTED_MAX = 15

type ChoiceInputProps = {
  frame: Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional'>
  options: Option[]
  value: unknown
  onChange: (value: unknown) => void
}

/** One of the values a document allows. */
export function ChoiceInput({ frame, options, value, onChange }: ChoiceInputProps) {
  const t = useT()
  const isOther = value !== undefined && !options.some((one) => one.value === value)
  // A foreign value that is no option is shown as it is, with its error.
  const all = isOther ? [...options, { value, label: JSON.stringify(value) }] : options
  const index = all.findIndex((one) => one.value === value)
  const shown = all.map(({ label }, at) => ({ value: String(at), label }))
  const choose = (at: string | null) => onChange(at === null || at === '' ? undefined : all[Number(at)]?.value)
  if (options.length > LISTED_MAX)
    return <LazyCombobox {...frame} value={index < 0 ? null : String(index)} options={shown} onChange={choose} />
  return (
    <Select
      {...frame}
      value={index < 0 ? '' : String(index)}
      options={frame.optional ? [{ value: '', label: t('Not set') }, ...shown] : shown}
      {...(!frame.optional && { placeholder: ' ' })}
      onChange={({ target }) => choose(target.value)}
    />
  )
}
