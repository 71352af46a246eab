import { isRetryable } from '@portico/contract/code-facts.ts'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useWayTo } from '#money/add-funds.ts'
import { useIsListed } from '#page/use-is-listed.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import styles from './errors.module.css'
import { EXPLANATION_VALUES, type Explanation } from './explanation.ts'
import type { Remedy } from './remedy.ts'

type CauseProps = { explanation: Explanation; code: number; remedy?: Remedy | undefined; isWebhook?: boolean }

/** Why, what to do, and whether the same again can succeed. */
export function Cause({ explanation: { cause, fix }, code, remedy, isWebhook }: CauseProps) {
  const t = useT()
  const isListed = useIsListed()
  const wayTo = useWayTo()
  return (
    <div className={styles.cause}>
      <dl className={styles.why}>
        <dt>{t('Why')}</dt>
        <dd>{t(cause, EXPLANATION_VALUES)}</dd>
        <dt>{t('What to do')}</dt>
        <dd>{t(fix, EXPLANATION_VALUES)}</dd>
      </dl>
      <div className={styles.causeEnd}>
        {!isWebhook && <Retry code={code} />}
        {remedy && isListed(remedy.to) && (
          <Link to={wayTo(remedy.to)} className={buttonClass({ size: 'small' })}>
            {t(remedy.label)}
          </Link>
        )}
        {!isWebhook && <Link to={`${paths.apiErrors}#${code}`}>{t('Code reference')}</Link>}
      </div>
    </div>
  )
}

export function Retry({ code }: { code: number }) {
  const t = useT()
  return isRetryable(code) ? (
    <Badge tone="good">{t('Retrying may help')}</Badge>
  ) : (
    <Badge>{t('Retrying won’t help')}</Badge>
  )
}
