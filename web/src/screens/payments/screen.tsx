import { useT } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'
import { navigate, usePlace } from '#lib/place.ts'
import { Card } from '#ui/card.tsx'
import { Empty } from '#ui/empty.tsx'
import { Late } from '#ui/late.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import styles from './billing.module.css'

const loadHistory = async () => (await import('./balance-history/tab.tsx')).BalanceHistoryTab
const loadBilling = async () => (await import('./billing-details/tab.tsx')).BillingDetailsTab

const TABS = ['payments', 'history', 'billing'] as const

export function Screen() {
  const t = useT()
  const asked = new URLSearchParams(usePlace().search).get('tab')
  const tab = TABS.find((known) => known === asked) ?? 'payments'
  const words = { payments: t('Payments'), history: t('Balance history'), billing: t('Billing details') }
  return (
    <>
      <PageHeader title={t('Payments')} />
      <Tabs
        label={t('Payments')}
        tabs={TABS.map((id) => ({ id, label: words[id] }))}
        value={tab}
        onChange={(id) => navigate(id === 'payments' ? paths.payments : `${paths.payments}?tab=${id}`)}
      >
        <div className={styles.page}>
          {tab === 'payments' && (
            <Card>
              <Empty icon="card" title={t('Coming soon')}>
                {t('Payments, invoices and your balance history will appear here.')}
              </Empty>
            </Card>
          )}
          {tab === 'history' && <Late load={loadHistory} props={{}} waiting={<Waiting />} />}
          {tab === 'billing' && <Late load={loadBilling} props={{}} waiting={<Waiting />} />}
        </div>
      </Tabs>
    </>
  )
}

function Waiting() {
  return (
    <Card>
      <SkeletonText lines={5} />
    </Card>
  )
}
