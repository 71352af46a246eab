import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { useBackText } from '../back-text.ts'
import { setupQuery } from '../payments-queries.ts'
import styles from './add-funds.module.css'
import { AddFundsForm } from './add-funds-form.tsx'
import { readAddFunds } from './add-funds-search.ts'

export function prefetch(client: QueryClient): void {
  client.prefetchQuery(setupQuery)
}

/** An amount, how it is paid, and what it costs, before anything is paid. */
export function Screen() {
  const t = useT()
  const backText = useBackText()
  const search = readAddFunds(useLocation().search)
  // The setup shown before paying is always current.
  const { data, isError, isFetching, refetch } = useQuery({ ...setupQuery, staleTime: 0 })
  const back = search.return_to ?? paths.payments
  return (
    <div className={styles.page}>
      <Link to={back} className={styles.back}>
        <Icon name="arrow-left" size={16} />
        {backText(back)}
      </Link>
      <PageHeader
        title={t('Add funds')}
        note={data && t('For the login {login}. Funds never expire.', { login: data.login })}
      />
      {!data && isError && (
        <Card>
          <LoadError busy={isFetching} onRetry={refetch} />
        </Card>
      )}
      {!data && !isError && (
        <Card>
          <SkeletonText lines={8} />
        </Card>
      )}
      {/* A choice made for one login is never paid for another. */}
      {data && <AddFundsForm key={data.login} setup={data} search={search} />}
    </div>
  )
}
