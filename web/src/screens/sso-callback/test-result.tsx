import { ROLE_NAMES } from '@portico/contract/role.ts'
import type { SsoTrial } from '@portico/contract/sso.ts'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { PublicPage } from '#public-pages/page.tsx'
import { buttonClass } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import styles from './test-result.module.css'

const PROBLEMS: Record<Exclude<SsoTrial['verdict'], 'ok'>, MessageKey> = {
  address:
    'The e-mail address is missing, not verified, or does not belong to a verified domain. With these settings no one can sign in.',
  no_role: 'The sign-in works, but none of your groups has a role. You would have no access.',
}

/** The result of an owner's test before single sign-on is turned on: every claim of the service, and its effect. */
export function TestResult({ trial: { claims, email, role, verdict } }: { trial: SsoTrial }) {
  const t = useT()
  return (
    <PublicPage title={t('Single sign-on test')} step="tested">
      <div className={styles.result}>
        <Banner tone={verdict === 'ok' ? 'good' : 'warn'} live>
          {verdict === 'ok' && role
            ? t('The sign-in works. {email} would be in your team as {role}. You can now turn on single sign-on.', {
                email: email ?? '',
                role: t(ROLE_NAMES[role]),
              })
            : t(PROBLEMS[verdict === 'ok' ? 'no_role' : verdict])}
        </Banner>
        <h2>{t('Response from your sign-in service')}</h2>
        <KeyValues dense items={claims.map(({ name, value }) => ({ key: name, label: name, value }))} />
        <Link to={`${paths.apiAccess}#sso`} className={buttonClass({ tone: 'primary', wide: true })}>
          {t('Back to API Access')}
        </Link>
      </div>
    </PublicPage>
  )
}
