import type { Update } from '@portico/contract/updates.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'
import { Tabs } from '#ui/input/tabs.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { InboxList } from './inbox-list.tsx'
import { UpdateBody } from './update-body.tsx'
import styles from './updates.module.css'

type UpdatesPanelProps = {
  list: Update[] | undefined
  isError: boolean
  busy: boolean
  onRetry: () => void
  tab: BellTab
  onTab: (tab: BellTab) => void
  onLeave: () => void
}
export type BellTab = 'updates' | 'alerts'

/** Behind the bell: news of the API, and what this person was notified of. */
export function UpdatesPanel({ tab, onTab, onLeave, ...updates }: UpdatesPanelProps) {
  const { t } = useI18n()
  return (
    <div className={styles.tabs}>
      <Tabs
        label={t('Updates')}
        tabs={[
          { id: 'updates', label: t('Updates') },
          { id: 'alerts', label: t('Alerts') },
        ]}
        value={tab}
        onChange={onTab}
      >
        {tab === 'updates' ? (
          <News {...updates} />
        ) : (
          <div className={styles.scroll}>
            <InboxList onLeave={onLeave} />
          </div>
        )}
      </Tabs>
    </div>
  )
}

function News({ list, isError, busy, onRetry }: Pick<UpdatesPanelProps, 'list' | 'isError' | 'busy' | 'onRetry'>) {
  const { t } = useI18n()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the arrow keys
    <div className={styles.scroll} tabIndex={0}>
      {!list && (isError ? <LoadError busy={busy} onRetry={onRetry} /> : <SkeletonText lines={4} />)}
      {list?.length === 0 && (
        <Empty icon="bell" title={t('Nothing new')}>
          {t('Changes to the API are announced here.')}
        </Empty>
      )}
      {list?.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </div>
  )
}

function Entry({ entry }: { entry: Update }) {
  const { t } = useI18n()
  const { utc } = useTimes()
  return (
    <article className={styles.entry}>
      <div className={styles.meta}>
        <time dateTime={entry.date}>{utc('date', entry.date)}</time>
        {entry.is_breaking && <Badge tone="warn">{t('Breaking change')}</Badge>}
        {!entry.is_read && <Badge tone="accent">{t('New')}</Badge>}
      </div>
      <h3 className={styles.entryTitle}>{entry.title}</h3>
      <UpdateBody body={entry.body} />
    </article>
  )
}
