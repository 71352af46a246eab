import { activityExport } from '@portico/contract/access.ts'
import { ACTIVITY_KINDS, type ActivityKind } from '@portico/contract/activity.ts'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { LinkButton } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import type { ActivityFilterValue } from '../access-queries.ts'
import styles from '../api-access.module.css'

const KIND_NAMES: Record<ActivityKind, MessageKey> = {
  credentials: 'Credentials',
  logins: 'API logins',
  team: 'Your team',
  settings: 'Settings',
  money: 'Payments',
}

type ActivityFilterProps = {
  filter: ActivityFilterValue
  people: { id: number; name: string }[]
  onChange: (filter: ActivityFilterValue) => void
}

/** By kind and by person, and all that matches as a file. */
export function ActivityFilter({ filter, people, onChange }: ActivityFilterProps) {
  const t = useT()
  const params = Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)])
  return (
    <div className={styles.activityFilter}>
      <Select
        size="small"
        noMessage
        hideLabel
        label={t('Type')}
        value={filter.kind ?? ''}
        options={[
          { value: '', label: t('All types') },
          ...ACTIVITY_KINDS.map((kind) => ({ value: kind, label: t(KIND_NAMES[kind]) })),
        ]}
        onChange={({ target }) => {
          const kind = ACTIVITY_KINDS.find((known) => known === target.value)
          onChange({ ...(filter.person !== undefined && { person: filter.person }), ...(kind && { kind }) })
        }}
      />
      <Select
        size="small"
        noMessage
        hideLabel
        label={t('Who')}
        value={String(filter.person ?? '')}
        options={[
          { value: '', label: t('Everyone') },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target }) => {
          const person = people.find(({ id }) => String(id) === target.value)?.id
          onChange({ ...(filter.kind && { kind: filter.kind }), ...(person !== undefined && { person }) })
        }}
      />
      <LinkButton
        size="small"
        icon="download"
        href={`${activityExport.path}${params.length > 0 ? `?${new URLSearchParams(params)}` : ''}`}
        download
      >
        {t('Export CSV')}
      </LinkButton>
    </div>
  )
}
