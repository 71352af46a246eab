import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LandingLogo } from '#whitelabel/landing-logo.tsx'
import styles from './auth.module.css'

/** After a sign-up that needs confirming: where to look, and what to do when nothing comes. */
export function CheckMail({ email, onBack }: { email: string; onBack: () => void }) {
  const t = useT()
  return (
    <div className={styles.sent}>
      <div className={styles.logo}>
        <LandingLogo />
      </div>
      <span className={styles.envelope}>
        <Icon name="mail" size={24} />
      </span>
      <h1 className={styles.title} tabIndex={-1}>
        {t('Check your mail')}
      </h1>
      <p className={styles.lead}>
        {t('We have written to {email}. Open the link in the mail, or enter the code it holds.', { email })}
      </p>
      <Link to={paths.activate} className={buttonClass({ tone: 'primary', wide: true })}>
        {t('Enter the code')}
      </Link>
      <Link to={paths.resendActivation} className={buttonClass({ wide: true })}>
        {t('Send the code again')}
      </Link>
      <Button tone="quiet" wide icon="arrow-left" onClick={onBack}>
        {t('Use another e-mail')}
      </Button>
    </div>
  )
}
