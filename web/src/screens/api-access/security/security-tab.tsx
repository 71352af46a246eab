import { may } from '@portico/contract/permissions.ts'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { useUser } from '#session/session.ts'
import { Lazy } from '#ui/lazy.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import { HIDDEN } from '#ui/text/visually-hidden.tsx'
import { IpAccessCard } from '../ip/ip-access-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

const loadSso = async () => (await import('../sso/sso-card.tsx')).SsoCard

/** From where the API may be called, and how the team must sign in. */
export function SecurityTab() {
  const t = useT()
  const isOwner = may(useUser()?.role ?? 'viewer', 'manage_sso')
  return (
    <div className={cards.page}>
      <h2 className={HIDDEN}>{t('Security')}</h2>
      <IpAccessCard />
      <SecondFactorCard />
      {isOwner && (
        <Lazy load={loadSso} props={{}} waiting={<WaitingCard title={t('Single sign-on')} className={cards.card} />} />
      )}
    </div>
  )
}
