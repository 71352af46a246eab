import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { PublicPage } from './page.tsx'

/** For a mailed link that no longer works; `why` names the possible cause. */
export function LinkGone({ why }: { why: MessageKey }) {
  const t = useT()
  return (
    <PublicPage
      title={t('This link is no longer valid')}
      lead={t(why)}
      step="gone"
      links={<Link to={paths.home}>{t('Go to the main page')}</Link>}
    />
  )
}
