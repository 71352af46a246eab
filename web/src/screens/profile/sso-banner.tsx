import { useT } from '#i18n/i18n.tsx'
import { Banner } from '#ui/show/banner.tsx'

/** Explains to a member who came by single sign-on why the profile shows little. */
export function SsoBanner({ team }: { team: string }) {
  const t = useT()
  return (
    <Banner tone="info" title={t('You signed in with the single sign-on of {team}', { team })}>
      {t(
        'It opens this team only. To manage your password, passkeys, sessions and the rest of your own account, sign in with your password. If you have none, choose “Forgot your password?” on the sign-in page.',
      )}
    </Banner>
  )
}
