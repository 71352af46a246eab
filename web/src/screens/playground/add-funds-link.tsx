import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useWayTo } from '#money/add-funds.ts'
import { useIsListed } from '#page/use-is-listed.ts'

/** For users who may pay; the filled-in request is there again when they come back. */
export function AddFundsLink() {
  const t = useT()
  const wayTo = useWayTo()
  return useIsListed()(paths.addFunds) ? <Link to={wayTo(paths.addFunds)}>{t('Add funds')}</Link> : null
}
