import { may } from '@portico/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { credentialsQuery, ipAccessQuery } from '../access-queries.ts'
import { useNamedCard } from '../use-named-card.ts'
import { IpRules } from './ip-rules.tsx'

export function IpAccessCard() {
  const t = useT()
  const login = useQuery(credentialsQuery)
  const list = useQuery(ipAccessQuery)
  useNamedCard('ip-access', list.data !== undefined && login.data !== undefined)
  // A draft made for one login must never be saved for another.
  if (list.data && login.data)
    return <IpRules key={login.data.api_login} saved={list.data} canManage={may(login.data.role, 'change_ip_rules')} />
  const failed = [list, login].filter(({ isError }) => isError)
  return (
    <Card id="ip-access" title={t('IP access')} className={cards.card}>
      {failed.length > 0 ? (
        <LoadError
          busy={failed.some(({ isFetching }) => isFetching)}
          onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      ) : (
        <SkeletonText />
      )}
    </Card>
  )
}
