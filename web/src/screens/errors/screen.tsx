import { useT } from '#i18n/i18n.tsx'
import { IconButton } from '#ui/input/button.tsx'
import { Tabs } from '#ui/input/tabs.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './errors.module.css'
import { TABS } from './errors-search.ts'
import { ExportButton } from './export-button.tsx'
import { RefusedNow } from './refused-now.tsx'
import { RequestsTab } from './requests-tab.tsx'
import { useErrors } from './use-errors.ts'
import { TAB_WORDS } from './words.ts'

const loadWebhooks = async () => (await import('./webhooks-tab.tsx')).WebhooksTab
const loadCodes = async () => (await import('./codes-tab.tsx')).CodesTab
const loadDrawer = async () => (await import('./error-drawer.tsx')).ErrorDrawer

/** Calls and webhooks that failed, why, and what to do about it; of machine logins alone at their own address. */
export function Screen() {
  const t = useT()
  const errors = useErrors()
  const { tab, error, filter } = errors
  return (
    <>
      <PageHeader
        title={filter.scope === 'h2h' ? t('Machine login errors') : t('API Errors')}
        note={
          filter.scope === 'h2h'
            ? t('Traffic of your machine logins only. Failed tasks are not charged.')
            : t('What failed, why, and how to fix it. Failed tasks are not charged.')
        }
        actions={
          tab !== 'codes' && (
            <>
              <IconButton tone="secondary" icon="refresh" label={t('Refresh')} onClick={errors.refresh} />
              <ExportButton errors={errors} />
            </>
          )
        }
      />
      {tab === 'requests' && <RefusedNow scope={filter.scope ?? 'api'} />}
      <Tabs
        label={t('API Errors')}
        tabs={TABS.map((id) => ({ id, label: t(TAB_WORDS[id]) }))}
        value={tab}
        onChange={(id) => errors.change({ tab: id === 'requests' ? undefined : id })}
      >
        <div className={styles.panel}>
          {tab === 'requests' && <RequestsTab errors={errors} />}
          {tab === 'webhooks' && <Lazy load={loadWebhooks} props={{ errors }} waiting={<Waiting />} />}
          {tab === 'codes' && <Lazy load={loadCodes} props={{ code: errors.code }} waiting={<Waiting />} />}
        </div>
      </Tabs>
      {error && <Lazy key={error} load={loadDrawer} props={{ errors, id: error }} waiting={null} />}
    </>
  )
}

function Waiting() {
  return (
    <Card>
      <SkeletonText lines={6} />
    </Card>
  )
}
