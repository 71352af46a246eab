import type { FieldType } from '@portico/contract/catalogue.ts'
import { useT } from '#i18n/i18n.tsx'
import { Select } from '#ui/input/select.tsx'
import { Description } from './description.tsx'
import { type Choice, formName } from './form-choice.ts'

type FormSelectProps = {
  choice: Choice
  at: number | undefined
  /** True when the value may be empty. */
  isOptional: boolean
  onPick: (at: number | undefined) => void
}

const TYPES = {
  string: 'Text',
  number: 'Decimal number',
  integer: 'Whole number',
  boolean: 'True or false',
  array: 'List',
  object: 'Object',
} as const satisfies Record<FieldType, string>

/** The choice between several forms of a value. */
export function FormSelect({ choice, at, isOptional, onPick }: FormSelectProps) {
  const t = useT()
  const { anyOf } = choice.group
  const labels = anyOf.map((form, index) => {
    const name = formName(choice, index)
    if (name !== undefined) return name
    return form.type ? t(TYPES[form.type]) : t('Variant {number}', { number: index + 1 })
  })
  const isAlone = (label: string) => labels.filter((one) => one === label).length === 1
  const options = labels.map((label, index) => ({
    value: String(index),
    label: isAlone(label) ? label : `${label} · ${index + 1}`,
  }))
  const description = at === undefined ? undefined : anyOf[at]?.description
  return (
    <Select
      label={t('Variant')}
      hint={description && <Description text={description} />}
      noMessage={!description}
      value={at === undefined ? '' : String(at)}
      options={isOptional ? [{ value: '', label: t('Not set') }, ...options] : options}
      {...(!isOptional && { placeholder: ' ' })}
      onChange={({ target }) => onPick(target.value === '' ? undefined : Number(target.value))}
    />
  )
}
