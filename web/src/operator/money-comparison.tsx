import { operator } from '@portico/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#lib/query.ts'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useMay } from './me.ts'
import styles from './money.module.css'
import { useConsoleT } from './texts.ts'

/** Our payments against the processor's own lists. */
export function ComparisonCard() {
  const t = useConsoleT()
  const may = useMay()
  const [isStarting, setStarting] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery(query(['money', 'findings'], operator.paymentFindings, {}))
  return (
    <Card
      title={t('Comparison with the payment processor')}
      note={data?.compared_at ? <Moment at={data.compared_at} /> : undefined}
      actions={
        may('run_books') && (
          <Button size="small" onClick={() => setStarting(true)}>
            {t('Compare now')}
          </Button>
        )
      }
    >
      {!data && (isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={2} />)}
      {data && data.findings.length === 0 && (
        <p>
          {data.compared_at ? (
            <Badge tone="good">{t('Every payment is accounted for')}</Badge>
          ) : (
            <Empty title={t('Not compared yet')} />
          )}
        </p>
      )}
      {data && data.findings.length > 0 && (
        <ul className={styles.lines}>
          {data.findings.map(({ payment_ref, finding, found_at }) => (
            <li key={`${payment_ref} ${finding}`} className={styles.who}>
              {finding}
              <span className={styles.soft}>
                <Moment at={found_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {isStarting && <CompareDialog onClose={() => setStarting(false)} />}
    </Card>
  )
}

function CompareDialog({ onClose }: { onClose: () => void }) {
  const t = useConsoleT()
  return (
    <ActionDialog
      title={t('Comparison with the payment processor')}
      action={t('Compare now')}
      effect={t('The lists of the payment processor are read and compared with ours. Nothing is booked.')}
      onClose={onClose}
      send={async (act) => {
        const { unexplained } = await act(operator.reconcilePayments, {})
        return unexplained.length === 0
          ? t('Every payment is accounted for')
          : t('{count, plural, one {# difference} other {# differences}} cannot be explained.', {
              count: unexplained.length,
            })
      }}
    />
  )
}
