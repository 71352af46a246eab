import type { QueryClient } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { navigate, useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { AutoRechargeCard } from '#money/auto-recharge/card.tsx'
import { buttonClass } from '#ui/input/button.tsx'
import { Tabs } from '#ui/input/tabs.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import styles from './payments.module.css'
import { PaymentsCard } from './payments-card.tsx'
import { ordersQuery } from './payments-queries.ts'
import { parseSearch, searchOf, TABS } from './payments-search.ts'
import { TAB_WORDS } from './words.ts'

export function prefetch(client: QueryClient): void {
  client.prefetchInfiniteQuery(ordersQuery(undefined))
}

const loadHistory = async () => (await import('./balance-history/tab.tsx')).BalanceHistoryTab
const loadMethods = async () => (await import('./methods-tab.tsx')).MethodsTab
const loadBilling = async () => (await import('./billing-details/tab.tsx')).BillingDetailsTab
const loadPromo = async () => (await import('./promo-tab.tsx')).PromoTab

/** Money that came in, how it is paid, and what was done with it; for those who pay. */
export function Screen() {
  const t = useT()
  const { tab, status } = parseSearch(useLocation().search)
  return (
    <>
      <PageHeader
        title={t('Payments')}
        note={t('Funds never expire. What you add is credited to the active login.')}
        actions={
          <Link to={paths.addFunds} className={buttonClass({ tone: 'primary' })}>
            {t('Add funds')}
          </Link>
        }
      />
      <Tabs
        label={t('Payments')}
        tabs={TABS.map((id) => ({ id, label: t(TAB_WORDS[id]) }))}
        value={tab}
        onChange={(id) => navigate(`${paths.payments}${searchOf({ tab: id })}`)}
      >
        <div className={styles.panel}>
          {tab === 'payments' && (
            <>
              <AutoRechargeCard />
              <PaymentsCard status={status} />
            </>
          )}
          {tab === 'history' && <Lazy load={loadHistory} props={{}} waiting={<WaitingCard />} />}
          {tab === 'methods' && <Lazy load={loadMethods} props={{}} waiting={<WaitingCard />} />}
          {tab === 'billing' && <Lazy load={loadBilling} props={{}} waiting={<WaitingCard />} />}
          {tab === 'promo' && <Lazy load={loadPromo} props={{}} waiting={<WaitingCard />} />}
        </div>
      </Tabs>
    </>
  )
}
