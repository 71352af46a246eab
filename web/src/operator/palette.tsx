import { UUID } from '@portico/contract/form-fields.ts'
import { operator } from '@portico/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findByWords } from '#lib/find-by-words.ts'
import { navigate } from '#lib/location.ts'
import { query } from '#lib/query.ts'
import { SearchDialog, type SearchOption } from '#page/search-dialog.tsx'
import { FOUND_WORDS } from './found-words.ts'
import { useMay } from './me.ts'
import { VIEWS } from './palette-views.ts'
import { CUSTOMERS, customerPath, requestPath } from './paths.ts'
import { useConsoleT } from './texts.ts'

const PAUSE_MS = 150
const CUSTOMERS_MAX = 8

type Option = SearchOption & { path: string }

/** Every view of the console, every customer and every request, a few keystrokes away. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useConsoleT()
  const may = useMay()
  const [typed, setTyped] = useState('')
  const customers = useCustomers(typed)
  const id = typed.trim()
  const views = VIEWS.filter(({ needs }) => may(needs)).map(({ path, label, within }) => {
    return {
      id: path,
      icon: 'arrow-right' as const,
      label: t(label),
      path,
      ...(within && { note: t(within), words: t(within) }),
    }
  })
  const groups: { id: string; title: string; options: Option[] }[] = [
    {
      id: 'request',
      title: t('Request'),
      options:
        UUID.test(id.toLowerCase()) && may('see_customers')
          ? [{ id, icon: 'search', label: t('Find a request'), note: id, path: requestPath(id) }]
          : [],
    },
    { id: 'customers', title: t('Customers'), options: customers },
    { id: 'views', title: t('Go to'), options: findByWords(views, typed) },
  ]
  return (
    <SearchDialog
      label={t('Find a customer, a request or a page')}
      typed={typed}
      onType={setTyped}
      groups={groups}
      onPick={({ path }) => {
        onClose()
        navigate(path)
      }}
      onClose={onClose}
    />
  )
}

/** Those of an earlier text are not offered: Enter must not open what another text found. */
function useCustomers(typed: string): Option[] {
  const t = useConsoleT()
  const may = useMay()
  const wanted = typed.trim().slice(0, 200)
  const [q, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data } = useQuery({
    ...query(['customers', q], operator.findCustomers, { q }),
    enabled: q.length >= 2 && may('see_customers'),
  })
  if (wanted.length < 2 || !may('see_customers')) return []
  const search: Option = {
    id: 'search',
    icon: 'search',
    label: t('Search “{text}”', { text: wanted }),
    path: `${CUSTOMERS}?q=${encodeURIComponent(wanted)}`,
  }
  if (q !== wanted) return [search]
  const found: Option[] = (data?.customers ?? [])
    .slice(0, CUSTOMERS_MAX)
    .map(({ id, name, email, found_by, match }) => ({
      id: String(id),
      icon: 'user',
      label: name || email,
      note: [email, match && `${t(FOUND_WORDS[found_by])}: ${match}`].filter(Boolean).join(' · '),
      path: customerPath(id),
    }))
  return [...found, search]
}
