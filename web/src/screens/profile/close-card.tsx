import { CLOSING_DAYS } from '@portico/contract/closing.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { useI18n } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'
import { useKeepAccount } from '#session/keep-account.ts'
import { useUser } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { closingQuery } from './closing-query.ts'
import styles from './profile.module.css'

const loadDialog = async () => (await import('./close-dialog.tsx')).CloseDialog

/** For owners: closing the account, and reopening it while that is possible. */
export function CloseCard() {
  const { t } = useI18n()
  const { both } = useTimes()
  const closes_at = useUser()?.closes_at
  const keep = useKeepAccount()
  const [isAsking, setAsking] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery(closingQuery)
  return (
    <Card
      id="close-account"
      className={cards.card}
      title={t('Close the account')}
      note={t(
        'API calls stop immediately. You can cancel for {days, plural, one {# day} other {# days}}. After that, personal data is erased.',
        {
          days: CLOSING_DAYS,
        },
      )}
      actions={
        closes_at ? (
          <Button size="small" busy={keep.isPending} onClick={() => keep.mutate()}>
            {t('Cancel the closing')}
          </Button>
        ) : (
          <Button size="small" tone="danger" disabled={!data} onClick={() => setAsking(true)}>
            {t('Close the account…')}
          </Button>
        )
      }
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={1} />}
      {data && (
        <p className={styles.lineNote}>
          {closes_at
            ? t('This account is being closed: API calls are refused, and its data is erased on {time}.', {
                time: both(closes_at),
              })
            : t('Download your data first. It cannot be recovered later.')}
        </p>
      )}
      {isAsking && data && (
        <Lazy load={loadDialog} props={{ info: data, onClose: () => setAsking(false) }} waiting={null} />
      )}
    </Card>
  )
}
