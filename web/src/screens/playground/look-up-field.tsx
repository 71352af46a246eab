import { useQuery } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import { Field, type FieldProps } from '#ui/input/field.tsx'
import { LazyCombobox } from './lazy-combobox.tsx'
import { lookUpQuery } from './playground-queries.ts'

/** Method ids of the provider's own lists, for the function that is tried. */
export interface LookUps {
  locations?: string
  languages?: string
}

const LookUpsContext = createContext<LookUps>({})
export const LookUpsProvider = LookUpsContext

const LISTS: Record<string, keyof LookUps> = {
  location_code: 'locations',
  location_name: 'locations',
  language_code: 'languages',
  language_name: 'languages',
}

export function useLookUp(name: string): string | undefined {
  const lists = use(LookUpsContext)
  const list = LISTS[name]
  return list && lists[list]
}

/** The lists nearest to a path: those of its own engine before those of its API. */
export function lookUpsFor(path: string, methods: { id: string; kind: string; path: string }[]): LookUps {
  const nearest = (end: string) => {
    const lists = methods.filter(
      (one) => one.kind === 'reference' && one.path.endsWith(`/${end}`) && one.id.startsWith('GET '),
    )
    const shared = ({ path: other }: { path: string }) => commonSegments(path, other)
    const best = lists.sort((a, b) => shared(b) - shared(a))[0]
    return best && shared(best) >= 2 ? best.id : undefined
  }
  const locations = nearest('locations') ?? nearest('locations_and_languages')
  const languages = nearest('languages')
  return { ...(locations && { locations }), ...(languages && { languages }) }
}

function commonSegments(a: string, b: string): number {
  const [one, other] = [a.split('/').filter(Boolean), b.split('/').filter(Boolean)]
  let count = 0
  while (count < one.length && one[count] === other[count]) count += 1
  return count
}

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
