import { useQuery } from '@tanstack/react-query'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { Skeleton, SkeletonGroup } from '#ui/show/skeleton.tsx'
import { credentialsQuery } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { CredentialsOfLogin } from './credentials-of-login.tsx'

const FIELDS = ['login', 'password', 'header', 'base', 'sandbox']

/** Keyed by login inside: the secret of one is gone when another replaces it. */
export function CredentialsCard() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(credentialsQuery)
  if (data) return <CredentialsOfLogin key={data.api_login} credentials={data} />
  return (
    <Card id="credentials" title={t('Credentials')} className={cards.card}>
      {isError ? (
        <LoadError busy={isFetching} onRetry={refetch} />
      ) : (
        <SkeletonGroup className={styles.fields}>
          {FIELDS.map((field) => (
            <div key={field} className={styles.skeletonField}>
              <Skeleton width="short" />
              <Skeleton shape="button" />
            </div>
          ))}
        </SkeletonGroup>
      )}
    </Card>
  )
}
