import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { Card } from '#ui/show/card.tsx'
import { CopyField } from '#ui/show/copy.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './cards.module.css'
import { credentialsQuery } from './column-queries.ts'
import type { Scope } from './dashboard-search.ts'

/** The data a program needs beside the password, which stays where it is guarded. */
export function QuickAccess({ scope }: { scope: Scope }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(credentialsQuery)
  return (
    <Card title={t('Quick access')}>
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={6} />}
      {data && (
        <div className={styles.access}>
          {scope === 'api' && <CopyField label={t('API login')} value={data.api_login} />}
          <CopyField label={t('Base URL')} value={data.base_url} />
          <CopyField label={t('Sandbox URL (free)')} value={data.sandbox_url} />
          <Link to={paths.apiAccess} className={styles.accessLink}>
            {t('API password')}
          </Link>
        </div>
      )}
    </Card>
  )
}
