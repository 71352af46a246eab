import { isOwner, may } from '@portico/contract/permissions.ts'
import type { Activity, ProfileInfo } from '@portico/contract/profile.ts'
import { useState } from 'react'
import { ActivityFacts } from '#activity/activity-facts.tsx'
import { doerOf, sentenceOf } from '#activity/activity-words.ts'
import cards from '#forms/card-page.module.css'
import { useI18n } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { Moment } from '#page/moment.tsx'
import { useTimes } from '#page/times.ts'
import { useUser } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import styles from './profile.module.css'

const SHOWN_FIRST = 5

export function ActivityCard({ info: { activity } }: { info: ProfileInfo }) {
  const { t } = useI18n()
  const { zoneWord } = useTimes()
  const user = useUser()
  const [isAll, setAll] = useState(false)
  const rows = activity.map((entry, at) => ({ ...entry, key: `${activity.length - at}` }))
  const columns: Column<Activity>[] = [
    {
      id: 'what',
      label: t('Event'),
      lead: true,
      cell: ({ action, reason, facts }) => (
        <>
          {[speakOf(sentenceOf(action), action), reason].filter(Boolean).join(' · ')}
          <ActivityFacts facts={facts} />
        </>
      ),
    },
    { id: 'who', label: t('Who'), cell: ({ actor, staff }) => staff ?? speakOf(doerOf(actor, user?.id ?? 0), actor) },
    { id: 'ip', label: t('IP address'), cell: ({ ip }) => <span className={styles.time}>{ip}</span> },
    {
      id: 'when',
      label: t('When ({zone})', { zone: zoneWord }),
      cell: ({ at }) => <Moment at={at} className={styles.time} />,
    },
  ]
  function speakOf(key: ReturnType<typeof sentenceOf>, otherwise: string): string {
    return key ? t(key) : otherwise
  }
  return (
    <Card
      id="activity"
      className={cards.card}
      title={t('Activity')}
      note={
        <>
          {t('Events in your account, newest first.')}
          {user && !isOwner(user.role) && (
            <> {t('Owners and admins of this team see your sign-ins and security changes in their security log.')}</>
          )}
        </>
      }
      actions={
        user &&
        may(user.role, 'see_security_log') && <Link to={paths.securityLog}>{t('All activity of the account')}</Link>
      }
      flush
    >
      <Table
        compact
        label={t('Activity')}
        columns={columns}
        rows={isAll ? rows : rows.slice(0, SHOWN_FIRST)}
        rowKey={(row) => row.key}
        empty={<Empty icon="clock" title={t('No activity yet')} />}
        footer={
          !isAll &&
          rows.length > SHOWN_FIRST && (
            <Button
              size="small"
              tone="quiet"
              iconEnd="chevron-down"
              className={styles.more}
              onClick={() => setAll(true)}
            >
              {t('Show all')}
            </Button>
          )
        }
      />
    </Card>
  )
}
