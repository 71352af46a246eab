import { gateway } from '@portico/contract/gateway.ts'
import { may } from '@portico/contract/permissions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import cards from '#forms/card-page.module.css'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { Skeleton, SkeletonGroup, SkeletonText } from '#ui/show/skeleton.tsx'
import { ACCESS_KEY, type Credentials, credentialsQuery } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { ConnectionSeen } from './connection-seen.tsx'

/** The result of one login is not valid for the next. */
export function ConnectionCard() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(credentialsQuery)
  if (data) return <ConnectionOfLogin key={data.api_login} credentials={data} />
  return (
    <Card id="test-connection" title={t('Test connection')} className={cards.card}>
      {isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={1} />}
    </Card>
  )
}

/** Tries the credentials as a program would, so that what is wrong is known before a program fails. */
function ConnectionOfLogin({ credentials }: { credentials: Credentials }) {
  const t = useT()
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => call(gateway.testConnection, {}),
    // It is a call like any other: the last one of its login, perhaps refused for its address.
    onSuccess: () => client.invalidateQueries({ queryKey: ACCESS_KEY }),
  })
  const mayTest = may(credentials.role, 'see_api_password')
  const canTest = mayTest && credentials.can_show
  return (
    <Card
      id="test-connection"
      title={t('Test connection')}
      note={t('Sends a free test request with your stored password and shows the response.')}
      className={cards.card}
      actions={
        canTest && (
          <Button tone="primary" icon="play" busy={test.isPending} onClick={() => test.mutate()}>
            {test.data || test.error ? t('Test again') : t('Test')}
          </Button>
        )
      }
    >
      <div className={styles.notes}>
        {!canTest && <p className={styles.note}>{whyNot()}</p>}
        {canTest && test.isIdle && (
          <p className={styles.note}>{t('Not tested yet. You will see your login, balance and IP address.')}</p>
        )}
        {test.isPending && (
          <SkeletonGroup className={styles.seenSkeleton}>
            <Skeleton shape="button" />
            <Skeleton width="half" />
            <Skeleton width="half" />
          </SkeletonGroup>
        )}
        {!test.isPending && test.data && <ConnectionSeen seen={test.data} />}
        {!test.isPending && <ProblemNote error={test.error} />}
      </div>
    </Card>
  )

  function whyNot(): string {
    return mayTest
      ? t('Passwords are not stored here, so there is nothing to test with. Run a sample above instead.')
      : t('Owners, admins and developers of this login can test it.')
  }
}
