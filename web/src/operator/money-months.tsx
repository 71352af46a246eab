import { operator } from '@portico/contract/operator.ts'
import type { ClosedMonth } from '@portico/contract/operator-months.ts'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { Moment } from '#page/moment.tsx'
import { useTimes } from '#page/times.ts'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useMay } from './me.ts'
import styles from './money.module.css'
import { CsvButton } from './money-download.tsx'
import { type ConsoleKey, useConsoleT } from './texts.ts'

const NOT_YET: Record<NonNullable<ClosedMonth['not_yet']>, ConsoleKey> = {
  not_over: 'Not over yet',
  days_open: 'Its last days are not closed yet',
}

/** Months with the file of each for the accountant. */
export function MonthsTab() {
  const t = useConsoleT()
  const may = useMay()
  const { utc } = useTimes()
  const [closing, setClosing] = useState<string>()
  const { data, loading } = useList(query(['money', 'months'], operator.listMonths, {}))
  const name = (month: string) => utc('longMonth', `${month}-01`)
  return (
    <>
      <Card flush>
        <Table<ClosedMonth>
          label={t('Months')}
          rows={data?.months}
          rowKey={({ month }) => month}
          skeletonRows={3}
          {...loading}
          empty={<Empty icon="calendar" title={t('Nothing has been booked yet')} />}
          columns={[
            { id: 'month', label: t('Month'), cell: ({ month }) => name(month) },
            {
              id: 'state',
              label: t('Status'),
              cell: ({ closed_at, not_yet }) =>
                closed_at ? (
                  <Badge tone="good">{t('Closed')}</Badge>
                ) : (
                  <Badge tone={not_yet ? 'neutral' : 'warn'}>
                    {not_yet ? t(NOT_YET[not_yet]) : t('Can be closed')}
                  </Badge>
                ),
            },
            {
              id: 'closed',
              label: t('Closed on'),
              cell: ({ closed_at, closed_by }) =>
                closed_at ? (
                  <span className={styles.who}>
                    <Moment at={closed_at} />
                    <span className={styles.soft}>{closed_by}</span>
                  </span>
                ) : (
                  '–'
                ),
            },
            {
              id: 'sha',
              label: 'SHA-256',
              cell: ({ sha256 }) => (sha256 ? <span className={styles.hash}>{sha256}</span> : '–'),
            },
            {
              id: 'action',
              label: t('Action'),
              cell: ({ month, closed_at, not_yet }) =>
                closed_at ? (
                  <CsvButton label={t('File')} isArchive load={() => call(operator.monthFile, { month })} />
                ) : (
                  may('run_books') &&
                  not_yet === null && (
                    <Button size="small" onClick={() => setClosing(month)}>
                      {t('Close the month')}
                    </Button>
                  )
                ),
            },
          ]}
        />
      </Card>
      <p className={styles.soft}>
        {t('A month can be closed once all its days are closed: three days after they end, if their books balance.')}
      </p>
      {closing !== undefined && (
        <CloseDialog month={closing} name={name(closing)} onClose={() => setClosing(undefined)} />
      )}
    </>
  )
}

function CloseDialog({ month, name, onClose }: { month: string; name: string; onClose: () => void }) {
  const t = useConsoleT()
  return (
    <ActionDialog
      title={t('Close {month}', { month: name })}
      action={t('Close the month')}
      effect={t('Its file for the accountant is written once and stays the same. This cannot be undone.')}
      onClose={onClose}
      send={async (act) => {
        await act(operator.closeMonth, { month })
        return t('{month} is closed.', { month: name })
      }}
    />
  )
}
