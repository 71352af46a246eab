import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Field } from '#ui/input/field.tsx'
import { Tabs } from '#ui/input/tabs.tsx'
import { Card } from '#ui/show/card.tsx'
import { HistoryList, type HistoryListProps } from './history-list.tsx'
import styles from './requests-card.module.css'
import { SavedList } from './saved-list.tsx'

const TABS = ['history', 'saved'] as const

/** Past runs and saved requests; each opens with its request. */
export function RequestsCard(props: Omit<HistoryListProps, 'search'>) {
  const t = useT()
  const [tab, setTab] = useState<(typeof TABS)[number]>('history')
  const [search, setSearch] = useState('')
  return (
    <Card>
      <Tabs
        label={t('History and saved requests')}
        tabs={[
          { id: 'history', label: t('History') },
          { id: 'saved', label: t('Saved requests') },
        ]}
        value={tab}
        onChange={setTab}
      >
        <div className={styles.requests}>
          <Field
            type="search"
            icon="search"
            hideLabel
            noMessage
            label={t('Search')}
            placeholder={t('Search')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          {tab === 'history' ? (
            <HistoryList {...props} search={search} />
          ) : (
            <SavedList request={props.request} search={search} />
          )}
        </div>
      </Tabs>
    </Card>
  )
}
