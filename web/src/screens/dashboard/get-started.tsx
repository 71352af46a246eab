import { dashboard, type StartStep } from '@portico/contract/dashboard.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '#forms/use-toast.tsx'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useWayTo } from '#money/add-funds.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { IconButton } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import styles from './cards.module.css'
import { startQuery } from './dashboard-queries.ts'

export type Start = Output<typeof dashboard.getStart>

const STEPS: Record<StartStep, { text: MessageKey; to: string | null }> = {
  confirm: { text: 'Confirm your e-mail', to: null },
  credentials: { text: 'Copy your API credentials', to: paths.apiAccess },
  call: { text: 'Make your first request (free in the sandbox)', to: paths.apiPlayground },
  funds: { text: 'Add funds', to: paths.addFunds },
  limit: { text: 'Set a daily limit', to: paths.apiSettingsLimits },
}

/** The first steps. Each ticks itself; when all are done, one has long begun, or it was dismissed, it is gone. */
export function GetStarted({ start }: { start: Start }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const dismiss = useMutation({
    mutationFn: () => call(dashboard.dismissStart, {}),
    onSuccess: () => client.setQueryData(startQuery.queryKey, { ...start, is_shown: false }),
    onError: toast.problem,
  })
  const done = start.steps.filter(({ is_done }) => is_done).length
  return (
    <Card
      title={t('Get started')}
      note={t('{done} of {total} done', { done, total: start.steps.length })}
      actions={
        <IconButton
          icon="close"
          size="small"
          label={t('Dismiss')}
          title={t('Dismiss')}
          disabled={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        />
      }
    >
      <ol className={styles.steps}>
        {start.steps.map(({ id, is_done }, index) => (
          <li key={id} className={classNames(styles.step, is_done && styles.stepDone)}>
            <span className={styles.stepMark} aria-hidden>
              {is_done ? <Icon name="check" size={16} /> : index + 1}
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
  const wayTo = useWayTo()
  const { text, to } = STEPS[id]
  if (!isDone && to) return <Link to={wayTo(to)}>{t(text)}</Link>
  return (
    <span>
      {t(text)}
      {isDone && <VisuallyHidden> ({t('done')})</VisuallyHidden>}
    </span>
  )
}
