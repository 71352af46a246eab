import { may } from '@portico/contract/permissions.ts'
import { type SettingsInfo, type SpendLimit, settings } from '@portico/contract/settings.ts'
import { SCOPE_TEXTS, scopeLabel } from '@portico/contract/spend-scopes.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '#forms/confirm.tsx'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { titleIn } from '#page/titles.ts'
import { Button, IconButton } from '#ui/input/button.tsx'
import styles from './settings.module.css'
import { useSaved } from './settings-query.ts'
import { SpendMeter } from './spend-meter.tsx'

type ScopeLimitsProps = {
  info: SettingsInfo
  isOpening: boolean
  onAdd: () => void
  onEdit: (limit: SpendLimit) => void
}

/** Limits of single scopes, beside the one for everything. */
export function ScopeLimits({ info: { limits, role }, isOpening, onAdd, onEdit }: ScopeLimitsProps) {
  const t = useT()
  const canChange = may(role, 'change_spend_limits')
  const saved = useSaved()
  const lift = useMutation({
    mutationFn: (scope: string) => call(settings.saveSpendLimit, { scope, limit_micros: null }),
    onSuccess: (answer) => saved(answer, 'The limit was removed.'),
  })
  const [leaving, setLeaving] = useState<SpendLimit>()
  const own = limits.filter(({ scope }) => scope !== '')
  return (
    <section className={styles.scopes}>
      <div className={styles.scopesHead}>
        <h3>{t(SCOPE_TEXTS.heading)}</h3>
        {canChange && (
          <Button size="small" icon="plus" busy={isOpening} onClick={onAdd}>
            {t('Add a limit')}
          </Button>
        )}
      </div>
      {own.length === 0 && <p className={styles.note}>{t('None yet. Only the total limit applies.')}</p>}
      <ul className={styles.limits}>
        {own.map((limit) => (
          <li key={limit.scope} className={styles.limit}>
            <SpendMeter label={scopeLabel({ ...limit, title: titleIn(t, limit.title) })} limit={limit} />
            {canChange && (
              <span className={styles.limitActions}>
                <IconButton
                  icon="edit"
                  size="small"
                  label={t('Change the limit for {name}', { name: titleIn(t, limit.title) })}
                  onClick={() => onEdit(limit)}
                />
                <IconButton
                  icon="trash"
                  size="small"
                  label={t('Remove the limit for {name}', { name: titleIn(t, limit.title) })}
                  onClick={() => setLeaving(limit)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      <ProblemNote error={lift.error} />
      {leaving && (
        <Confirm
          title={t('Remove the limit for {name}?', { name: leaving.title })}
          action={t('Remove')}
          busy={lift.isPending}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => lift.mutate(leaving.scope, { onSettled: () => setLeaving(undefined) })}
        >
          <p>{t('Only the total daily limit, if there is one, and the balance apply then.')}</p>
        </Confirm>
      )}
    </section>
  )
}
