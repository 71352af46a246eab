import type { ComponentType } from 'react'
import { navigate } from '#lib/location.ts'
import { oneOf } from '#lib/search-params.ts'
import { Tabs } from '#ui/input/tabs.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { useMay } from './me.ts'
import styles from './money.module.css'
import { BalancesTab } from './money-balances.tsx'
import { BooksTab } from './money-books.tsx'
import { DocumentsTab } from './money-documents.tsx'
import { MonthsTab } from './money-months.tsx'
import { PaymentsTab } from './money-payments.tsx'
import { PromosTab } from './money-promos.tsx'
import { RevenueTab } from './money-revenue.tsx'
import { ReversalsTab } from './money-reversals.tsx'
import { MONEY_TABS, type MoneyTab, moneyPath } from './money-search.ts'
import { TaxTab } from './money-tax.tsx'
import { NotFound } from './not-found.tsx'
import { type ConsoleKey, useConsoleT } from './texts.ts'

const TABS: Record<MoneyTab, { label: ConsoleKey; Tab: ComponentType }> = {
  revenue: { label: 'Revenue', Tab: RevenueTab },
  balances: { label: 'Deposits and balances', Tab: BalancesTab },
  payments: { label: 'Payments', Tab: PaymentsTab },
  reversals: { label: 'Refunds and disputes', Tab: ReversalsTab },
  documents: { label: 'Documents', Tab: DocumentsTab },
  tax: { label: 'Tax', Tab: TaxTab },
  promos: { label: 'Promo codes', Tab: PromosTab },
  books: { label: 'Books', Tab: BooksTab },
  months: { label: 'Months', Tab: MonthsTab },
}

/** Money of all customers together. */
export function MoneyScreen({ tab: typed }: { tab: string }) {
  const t = useConsoleT()
  const may = useMay()
  const tab = oneOf(MONEY_TABS)(typed)
  if (!may('see_money')) return <Empty icon="lock" title={t('Your role cannot see finances.')} />
  if (!tab) return <NotFound />
  const { Tab } = TABS[tab]
  return (
    <>
      <PageHeader title={t('Money')} />
      <Tabs<MoneyTab>
        label={t('Money')}
        tabs={MONEY_TABS.map((id) => ({ id, label: t(TABS[id].label) }))}
        value={tab}
        onChange={(next) => navigate(moneyPath(next))}
      >
        <div className={styles.column}>
          <Tab />
        </div>
      </Tabs>
    </>
  )
}
