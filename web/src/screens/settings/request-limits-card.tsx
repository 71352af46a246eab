import { access } from '@portico/contract/access.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import cards from '#forms/card-page.module.css'
import { useI18n, useT } from '#i18n/i18n.tsx'
import { query } from '#lib/query.ts'
import { Card } from '#ui/show/card.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'

export const limitsQuery = queryOptions({
  ...query(['settings', 'request-limits'], access.getLimitsInfo, {}),
  refetchOnWindowFocus: 'always',
})

/** Set by the operator; shown here so that customers know them before a request is refused. */
export function RequestLimitsCard() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(limitsQuery)
  return (
    <Card
      id="request-limits"
      title={t('Request limits')}
      note={t('Set by us. Requests above these limits are refused with code 40202, 40209 or 40006 and cost nothing.')}
      className={cards.card}
    >
      {data && <LimitValues limits={data} />}
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={3} />}
    </Card>
  )
}

export function LimitValues({ limits }: { limits: Output<typeof access.getLimitsInfo> }) {
  const { t, language } = useI18n()
  const number = new Intl.NumberFormat(language)
  const items = [
    { key: 'minute', label: t('Requests per minute'), value: number.format(limits.per_minute) },
    { key: 'once', label: t('Concurrent requests'), value: number.format(limits.simultaneous) },
    { key: 'tasks', label: t('Tasks per request'), value: number.format(limits.tasks_per_post) },
  ]
  return <KeyValues items={items.map((item) => ({ ...item, numeric: true }))} />
}
