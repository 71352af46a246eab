import type { SettingsInfo } from '@portico/contract/settings.ts'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { CopyField } from '#ui/show/copy.tsx'
import styles from './settings.module.css'
import { CARD_IDS } from './use-card-of-location.ts'

/** Names the login these settings belong to, and where its other data is. */
export function AccessCard({ info: { login } }: { info: SettingsInfo }) {
  const t = useT()
  return (
    <Card
      id={CARD_IDS.access}
      title={t('API Access')}
      note={t('The settings below apply to this login. Its password, IP addresses and team are under API Access.')}
      className={cards.card}
      actions={
        <Link to={paths.apiAccess} className={buttonClass({ size: 'small' })}>
          {t('Go to API Access')}
        </Link>
      }
    >
      <div className={styles.narrow}>
        <CopyField label={t('API login')} value={login} />
      </div>
    </Card>
  )
}
