import type { StartStep } from '@portico/contract/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './cards.module.css'
import { startQuery } from './column-queries.ts'

const STEPS: Record<StartStep, { text: MessageKey; to: string | null }> = {
  confirm: { text: 'Confirm your e-mail', to: null },
  credentials: { text: 'Copy your API credentials', to: paths.apiAccess },
  call: { text: 'Make a first request in the playground; the sandbox is free', to: paths.apiPlayground },
  funds: { text: 'Add funds', to: paths.payments },
  limit: { text: 'Set a daily limit', to: paths.apiSettingsLimits },
}

/** The first steps. Each ticks itself; when all are done, or one has long begun, it is gone. */
export function GetStarted() {
  const t = useT()
  const { data } = useQuery(startQuery)
  if (!data?.is_shown) return null
  const done = data.steps.filter(({ is_done }) => is_done).length
  return (
    <Card title={t('Get started')} note={t('{done} of {total} done', { done, total: data.steps.length })}>
      <ol className={styles.steps}>
        {data.steps.map(({ id, is_done }, place) => (
          <li key={id} className={classNames(styles.step, is_done && styles.stepDone)}>
            <span className={styles.stepMark} aria-hidden>
              {is_done ? <Icon name="check" size={16} /> : place + 1}
            </span>
            <Step id={id} isDone={is_done} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Step({ id, isDone }: { id: StartStep; isDone: boolean }) {
  const t = useT()
  const { text, to } = STEPS[id]
  if (!isDone && to) return <Link to={to}>{t(text)}</Link>
  return (
    <span>
      {t(text)}
      {isDone && <VisuallyHidden> ({t('done')})</VisuallyHidden>}
    </span>
  )
}
