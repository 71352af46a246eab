import { gateway } from '@portico/contract/gateway.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { ProblemNote } from '#session/problem-note.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { credentialsQuery } from './access-queries.ts'
import styles from './api-access.module.css'
import { ConnectionSeen } from './connection-seen.tsx'

/** Tries the credentials as a program would, so that what is wrong is known before a program fails. */
export function ConnectionCard() {
  const t = useT()
  const { data: credentials } = useQuery(credentialsQuery)
  const test = useMutation({ mutationFn: () => call(gateway.testConnection, {}) })
  const canTest = credentials?.can_manage && credentials.can_show
  return (
    <Card
      id="test-connection"
      title={t('Test connection')}
      note={t('Calls the API with the kept password, free of charge, and says what came back.')}
      className={styles.card}
      actions={
        canTest && (
          <Button tone="primary" icon="play" busy={test.isPending} onClick={() => test.mutate()}>
            {test.data || test.error ? t('Test again') : t('Test')}
          </Button>
        )
      }
    >
      <div className={styles.notes}>
        {!canTest && credentials && <p className={styles.note}>{whyNot(credentials.can_manage)}</p>}
        {canTest && test.isIdle && (
          <p className={styles.note}>{t('Not tested yet. The test tells the login, the balance and your address.')}</p>
        )}
        {(test.isPending || !credentials) && (
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

  function whyNot(can_manage: boolean): string {
    return can_manage
      ? t('Passwords are not kept here, so there is none to test with. Run a sample above instead.')
      : t('The owner, admins and developers of this login can test it.')
  }
}
