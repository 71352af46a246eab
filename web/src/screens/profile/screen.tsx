import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { ActivityCard } from './activity-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import styles from './profile.module.css'
import { profileQuery } from './profile-query.ts'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInsCard } from './sign-ins-card.tsx'
import { YouCard } from './you-card.tsx'

export function Screen() {
  const t = useT()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(profileQuery)
  return (
    <div className={styles.page}>
      <PageHeader title={t('Profile')} />
      {!data && isError && (
        <Card>
          <LoadError busy={isFetching} onRetry={refetch} />
        </Card>
      )}
      {!data && !isError && <ProfileSkeleton />}
      {data && (
        <>
          <YouCard info={data} />
          <PasswordCard info={data} />
          <SignInsCard info={data} />
          <SessionsCard sessions={data.sessions} now_ms={dataUpdatedAt} />
          <PreferencesCard preferences={data.preferences} />
          <ActivityCard info={data} />
        </>
      )}
    </div>
  )
}
