import { may } from '@portico/contract/permissions.ts'
import { team } from '@portico/contract/team.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { Confirm } from '#forms/confirm.tsx'
import { useAction } from '#forms/use-action.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useTimes } from '#page/times.ts'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { teamQuery } from '../team/team-query.ts'
import { useNamedCard } from '../use-named-card.ts'

/** Shows whether the team requires a second factor; an owner starts and ends it here. */
export function SecondFactorCard() {
  const t = useT()
  const { text } = useTimes()
  const { data, isError, isFetching, refetch } = useQuery(teamQuery)
  useNamedCard('second-factor', data !== undefined)
  const [isAsking, setAsking] = useState(false)
  const from = data?.factor_from
  const change = useAction({
    work: (is_required: boolean) => call(team.requireFactor, { is_required }),
    done: from
      ? 'A second factor is no longer required.'
      : 'A second factor will be required. Members without one were notified by e-mail.',
    changes: ACCESS_KEY,
  })
  return (
    <Card
      id="second-factor"
      title={t('Second factor')}
      note={t('A code from an app or a passkey, required from everyone who signs in to this team.')}
      className={cards.card}
      actions={
        data &&
        may(data.own.role, 'require_factor') && (
          <Button
            size="small"
            icon="lock"
            busy={change.isPending}
            onClick={() => (from ? change.mutate(false) : setAsking(true))}
          >
            {t(from ? 'No longer require a second factor' : 'Require a second factor')}
          </Button>
        )
      }
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={1} />}
      {data && (
        <p className={styles.note}>
          {from
            ? t('A second factor is required from {date}. Members without one can then only set it up.', {
                date: text('date', from),
              })
            : t('Each member decides.')}{' '}
          <Link to={`${paths.profile}#two-factor`}>{t('Your own second factor')}</Link>
        </p>
      )}
      {isAsking && (
        <Confirm
          title={t('Require a second factor from everyone in the team?')}
          action={t('Require a second factor')}
          busy={change.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => change.mutate(true, { onSettled: () => setAsking(false) })}
        >
          <p>
            {t(
              'A week from now, members without two-factor authentication or a passkey must set one up before they can do anything else here. We notify them by e-mail now. API calls are not affected.',
            )}
          </p>
        </Confirm>
      )}
    </Card>
  )
}
