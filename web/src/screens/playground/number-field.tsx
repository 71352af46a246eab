import { type ChangeEvent, useState } from 'react'
import { Field, type FieldProps } from '#ui/input/field.tsx'

type NumberFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional' | 'step' | 'min' | 'max'> & {
  placeholder: string | undefined
  value: unknown
  onChange: (value: number | string | undefined) => void
}

/**
 * A number as it is typed: written again from its value, the `0.0` on the way to `0.05` would become `0`, and `0.05`
 * then `5`.
 */
export function NumberField({ value, onChange, ...frame }: NumberFieldProps) {
  const [typed, setTyped] = useState<{ text: string; value: unknown }>()
  const shown = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  function change({ target }: ChangeEvent<HTMLInputElement>) {
    const next = numberIn(target)
    setTyped({ text: target.value, value: next })
    onChange(next)
  }
  const isOurs = typed !== undefined && Object.is(typed.value, value)
  return <Field {...frame} type="number" value={isOurs ? typed.text : shown} onChange={change} />
}

/** Typed text that is no number stays in the request as an empty text: left out, the request would run without it. */
function numberIn({ value, validity }: HTMLInputElement): number | string | undefined {
  if (value !== '') return Number(value)
  return validity.badInput ? '' : undefined
}
