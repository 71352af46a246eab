import type { ListedFunction } from '@portico/contract/operator-catalogue.ts'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { changedSearch } from '#lib/search-params.ts'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import styles from './customers.module.css'
import { CATALOGUE, functionPath } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

/** More rows are not read but searched. */
const SHOWN = 100

export const STATE_WORDS: Record<ListedFunction['state'], { label: ConsoleKey; tone: BadgeTone }> = {
  sold: { label: 'Sold', tone: 'good' },
  free: { label: 'Free', tone: 'neutral' },
  unpriced: { label: 'Without a price, not sold', tone: 'warn' },
}

/** All functions, narrowed by a text and an API; the address holds both. */
export function CatalogueFunctions({ functions, search }: { functions: ListedFunction[]; search: string }) {
  const t = useConsoleT()
  const params = new URLSearchParams(search)
  const q = params.get('q') ?? ''
  const api = params.get('api') ?? ''
  const found = functions.filter((one) => (api === '' || one.api === api) && matches(one, q))
  const apis = [...new Set(functions.map((one) => one.api))].toSorted()
  const narrow = (next: { q?: string; api?: string }) =>
    navigate(`${CATALOGUE}${changedSearch('', { q, api, ...next })}`, { replace: true })
  return (
    <div className={styles.column}>
      <div className={styles.filters}>
        <Field
          type="search"
          icon="search"
          label={t('Find a function')}
          value={q}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => narrow({ q: event.target.value })}
        />
        <Select
          label={t('API')}
          value={api}
          options={[{ value: '', label: t('All') }, ...apis.map((one) => ({ value: one, label: one }))]}
          onChange={(event) => narrow({ api: event.target.value })}
        />
      </div>
      <Card flush>
        <Table<ListedFunction>
          label={t('Functions')}
          rows={found.slice(0, SHOWN)}
          rowKey={({ id }) => id}
          empty={<Empty icon="search" title={t('Nothing found')} />}
          columns={[
            {
              id: 'title',
              label: t('Function'),
              cell: ({ id, title }) => (
                <span className={styles.who}>
                  <Link to={functionPath(id)}>{title}</Link>
                  <span className={styles.soft}>
                    <Breakable text={id} />
                  </span>
                </span>
              ),
            },
            {
              id: 'state',
              label: t('State'),
              cell: ({ state }) => <Badge tone={STATE_WORDS[state].tone}>{t(STATE_WORDS[state].label)}</Badge>,
              width: 210,
            },
            {
              id: 'price',
              label: t('Price'),
              cell: ({ prices }) => (prices.length === 0 ? '–' : <Lines texts={prices} />),
              sentence: true,
            },
            {
              id: 'document',
              label: t('Document'),
              cell: ({ documents }) => documents.join(', '),
              wideOnly: true,
              width: 200,
            },
          ]}
        />
      </Card>
      {found.length > SHOWN && <p>{t('More functions match. Narrow the search.')}</p>}
    </div>
  )
}

export function Lines({ texts }: { texts: string[] }) {
  return (
    <span className={styles.who}>
      {texts.map((one) => (
        <span key={one}>{one}</span>
      ))}
    </span>
  )
}

function matches({ id, title, documents }: ListedFunction, q: string): boolean {
  const all = [id, title, ...documents].join(' ').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
