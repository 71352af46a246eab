import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { credentialsQuery, ipAccessQuery } from './access-queries.ts'
import styles from './api-access.module.css'
import { IpRules } from './ip-rules.tsx'

export function IpAccessCard() {
  const t = useT()
  const { data: credentials } = useQuery(credentialsQuery)
  const { data, isError, isFetching, refetch } = useQuery(ipAccessQuery)
  // A draft made for one login must never be saved for another.
  if (data && credentials)
    return <IpRules key={credentials.api_login} saved={data} canManage={credentials.can_manage} />
  return (
    <Card id="ip-access" title={t('IP access')} className={styles.card}>
      {isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText />}
    </Card>
  )
}
