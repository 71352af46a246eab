import type { access } from '@portico/contract/access.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActivityFacts } from '#activity/activity-facts.tsx'
import { sentenceOf } from '#activity/activity-words.ts'
import cards from '#forms/card-page.module.css'
import { ProblemNote } from '#forms/problem-note.tsx'
import { type MessageKey, useI18n } from '#i18n/i18n.tsx'
import { Moment } from '#page/moment.tsx'
import { useTimes } from '#page/times.ts'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { EmptyLine } from '#ui/show/empty-line.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { type ActivityFilterValue, activityQuery } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { useNamedCard } from '../use-named-card.ts'
import { ActivityFilter } from './activity-filter.tsx'

type Row = Output<typeof access.getAccessActivity>['rows'][number]

/** People go by their own names; who acts for the provider is named by the server, in English. */
const OFFICES: Record<string, MessageKey> = { Support: 'Support', Operator: 'Provider' }

export function ActivityCard() {
  const { t } = useI18n()
  const { zoneWord } = useTimes()
  const [filter, setFilter] = useState<ActivityFilterValue>({})
  const { data, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    activityQuery(filter),
  )
  useNamedCard('activity', data !== undefined)
  const columns: Column<Row>[] = [
    { id: 'what', label: t('Event'), lead: true, cell: whatOf },
    { id: 'who', label: t('Who'), cell: ({ who }) => nameOf(who) },
    { id: 'ip', label: t('IP address'), cell: ({ ip }) => ip && <span className={styles.time}>{ip}</span> },
    {
      id: 'when',
      label: t('When ({zone})', { zone: zoneWord }),
      cell: ({ at }) => <Moment at={at} className={styles.time} />,
    },
  ]
  function whatOf({ action, facts }: Row) {
    const sentence = sentenceOf(action)
    return (
      <>
        {sentence ? t(sentence) : action}
        <ActivityFacts facts={facts} />
      </>
    )
  }
  function nameOf(who: string): string {
    const office = Object.hasOwn(OFFICES, who) ? OFFICES[who] : undefined
    return office ? t(office) : who
  }
  return (
    <Card
      id="activity"
      title={t('Activity')}
      note={t('Changes to credentials, team and settings, newest first.')}
      className={cards.card}
      actions={<ActivityFilter filter={filter} people={data?.pages[0]?.people ?? []} onChange={setFilter} />}
      flush
    >
      <Table
        label={t('Activity')}
        columns={columns}
        rows={data?.pages.flatMap(({ rows }) => rows)}
        rowKey={({ id }) => String(id)}
        skeletonRows={4}
        error={!data && isError}
        onRetry={refetch}
        empty={
          <EmptyLine icon="clock" title={t('No activity yet')}>
            {t(
              'Events such as showing a password, changing the IP address list or inviting someone are recorded here.',
            )}
          </EmptyLine>
        }
        footer={
          hasNextPage && (
            <div className={styles.more}>
              {isError && <ProblemNote error={error} />}
              <Button
                size="small"
                tone="quiet"
                iconEnd="chevron-down"
                busy={isFetchingNextPage}
                onClick={() => fetchNextPage()}
              >
                {t('Load more')}
              </Button>
            </div>
          )
        }
      />
    </Card>
  )
}
