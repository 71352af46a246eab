import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field, type FieldProps } from '#ui/input/field.tsx'
import { LazyCombobox } from './lazy-combobox.tsx'
import { lookUpQuery } from './playground-queries.ts'

type LookUpFieldProps = {
  frame: Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional'>
  lookUp: string
  name: string
  value: unknown
  onChange: (value: unknown) => void
}

/** A location or language by its name, from the provider's list; typed by hand where the list cannot be loaded. */
export function LookUpField({ frame, lookUp, name, value, onChange }: LookUpFieldProps) {
  const [isWanted, setWanted] = useState(value !== undefined)
  const { data, isError } = useQuery({ ...lookUpQuery(lookUp), enabled: isWanted })
  const other = name.endsWith('_code') ? name.replace('_code', '_name') : name
  const options = (data ?? []).flatMap((row) => {
    const own = row[name]
    if (typeof own !== 'string' && typeof own !== 'number') return []
    return [{ value: String(own), label: name === other ? String(own) : `${row[other] ?? ''} · ${own}`, own }]
  })
  const isKnown = value === undefined || options.some((one) => one.own === value)
  if (isError || (data && !isKnown))
    return (
      <Field
        {...frame}
        value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : numberOrText(target.value, name))}
      />
    )
  return (
    <div onFocusCapture={() => setWanted(true)} onPointerEnter={() => setWanted(true)}>
      <LazyCombobox
        {...frame}
        value={value === undefined ? null : String(value)}
        options={options}
        onChange={(chosen) => onChange(options.find((one) => one.value === chosen)?.own)}
      />
    </div>
  )
}

function numberOrText(text: string, name: string): unknown {
  const number = Number(text)
  return name === 'location_code' && Number.isFinite(number) ? number : text
}
