import { may } from '@portico/contract/permissions.ts'
import { type OwnRights, team } from '@portico/contract/team.ts'
import { useState } from 'react'
import { Confirm } from '#forms/confirm.tsx'
import { useAction } from '#forms/use-action.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useTimes } from '#page/times.ts'
import { Button } from '#ui/input/button.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import styles from '../api-access.module.css'

/** Shows whether the team requires a second factor; an owner starts and ends it here. */
export function FactorRule({ own, factor_from }: { own: OwnRights; factor_from: string | null }) {
  const t = useT()
  const { text } = useTimes()
  const [isAsking, setAsking] = useState(false)
  const change = useAction({
    work: (is_required: boolean) => call(team.requireFactor, { is_required }),
    done: factor_from
      ? 'A second factor is no longer required.'
      : 'A second factor will be required. Members without one were told by e-mail.',
    changes: ACCESS_KEY,
  })
  const canChange = may(own.role, 'require_factor')
  if (!factor_from && !canChange) return null
  return (
    <div className={styles.tableNote}>
      {factor_from && (
        <p>
          {t('A second factor is required from {date}. Members without one can then only set it up.', {
            date: text('date', factor_from),
          })}
        </p>
      )}
      {canChange && (
        <Button
          size="small"
          icon="lock"
          busy={change.isPending}
          onClick={() => (factor_from ? change.mutate(false) : setAsking(true))}
        >
          {t(factor_from ? 'No longer require a second factor' : 'Require a second factor')}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={t('Require a second factor from everybody in the team?')}
          action={t('Require a second factor')}
          busy={change.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => change.mutate(true, { onSettled: () => setAsking(false) })}
        >
          <p>
            {t(
              'A week from now, members without two-factor authentication or a passkey can do nothing here but set one up. We tell them by e-mail now. API calls are not affected.',
            )}
          </p>
        </Confirm>
      )}
    </div>
  )
}
