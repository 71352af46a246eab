import { may } from '@portico/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import cards from '#forms/card-page.module.css'
import { useCardFocus } from '#forms/use-card-focus.ts'
import { useT } from '#i18n/i18n.tsx'
import { useLocation } from '#lib/location.ts'
import { useBootState } from '#session/boot-state.ts'
import { useUser } from '#session/session.ts'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { profileQuery } from './profile-query.ts'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'
import { YouCard } from './you-card.tsx'

const loadSsoBanner = async () => (await import('./sso-banner.tsx')).SsoBanner
const loadPasskeys = async () => (await import('./passkeys-card.tsx')).PasskeysCard
const loadSignIns = async () => (await import('./sign-ins-card.tsx')).SignInsCard
const loadSessions = async () => (await import('./sessions-card.tsx')).SessionsCard
const loadPreferences = async () => (await import('./preferences-card.tsx')).PreferencesCard
const loadFactorNeeded = async () => (await import('./factor-needed.tsx')).FactorNeeded
const loadData = async () => (await import('./data-card.tsx')).DataCard
const loadClose = async () => (await import('./close-card.tsx')).CloseCard
const loadActivity = async () => (await import('./activity-card.tsx')).ActivityCard

export function Screen() {
  const t = useT()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(profileQuery)
  const user = useUser()
  const needsFactor = user?.needs_factor
  const hasServices = useBootState().providers.length > 0 || (data?.identities.length ?? 0) > 0
  useCardFocus(useLocation().hash.slice(1), data !== undefined)
  return (
    <div className={cards.page}>
      <PageHeader title={t('Profile')} />
      {!data && isError && (
        <Card>
          <LoadError busy={isFetching} onRetry={refetch} />
        </Card>
      )}
      {!data && !isError && <ProfileSkeleton />}
      {data?.sso_team && (
        <>
          <Lazy load={loadSsoBanner} props={{ team: data.sso_team }} waiting={null} />
          <YouCard info={data} />
        </>
      )}
      {data && !data.sso_team && (
        <>
          {needsFactor && <Lazy load={loadFactorNeeded} props={{ info: data }} waiting={null} />}
          {!needsFactor && <YouCard info={data} />}
          {(!needsFactor || !data.has_password) && <PasswordCard info={data} />}
          <TwoFactorCard state={data.two_factor} hasPassword={data.has_password} />
          {data.passkeys && (
            <Lazy
              load={loadPasskeys}
              props={{ passkeys: data.passkeys }}
              waiting={<WaitingCard id="passkeys" title={t('Passkeys')} className={cards.card} />}
            />
          )}
          {!needsFactor && (
            <>
              <Lazy
                load={loadSignIns}
                props={{ info: data }}
                waiting={
                  hasServices ? <WaitingCard id="sign-ins" title={t('Sign-in methods')} className={cards.card} /> : null
                }
              />
              <Lazy
                load={loadSessions}
                props={{ sessions: data.sessions, now_ms: dataUpdatedAt }}
                waiting={<WaitingCard id="sessions" title={t('Sessions and devices')} className={cards.card} />}
              />
              <Lazy
                load={loadPreferences}
                props={{ preferences: data.preferences }}
                waiting={<WaitingCard id="preferences" title={t('E-mail preferences')} className={cards.card} />}
              />
              <Lazy
                load={loadActivity}
                props={{ info: data }}
                waiting={<WaitingCard id="activity" title={t('Activity')} className={cards.card} />}
              />
              <Lazy
                load={loadData}
                props={{}}
                waiting={<WaitingCard id="your-data" title={t('Your data')} className={cards.card} />}
              />
              {/* Staff, who have no second factor of their own making, are the operator's to end. */}
              {user && may(user.role, 'close_account') && data.two_factor && (
                <Lazy
                  load={loadClose}
                  props={{}}
                  waiting={<WaitingCard id="close-account" title={t('Close the account')} className={cards.card} />}
                />
              )}
            </>
          )}
        </>
      )}
    </div>
  )
}
