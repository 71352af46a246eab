import { operator } from '@portico/contract/operator.ts'
import { useState } from 'react'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { useTimes } from '#page/times.ts'
import { Button } from '#ui/input/button.tsx'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { useMay } from '../me.ts'
import { type ConsoleKey, useConsoleT } from '../texts.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import styles from './service.module.css'
import type { ShownNotice } from './shown.ts'

type Doing = { is: 'new' } | { is: 'change' | 'remove'; notice: ShownNotice }

const STATES: Record<ShownNotice['state'], { label: ConsoleKey; tone: BadgeTone }> = {
  'to come': { label: 'Upcoming', tone: 'neutral' },
  shown: { label: 'Shown now', tone: 'accent' },
  over: { label: 'Ended', tone: 'neutral' },
}

/** Maintenance windows and the notices of new prices, as customers see them above every page. */
export function ServiceNotices() {
  const t = useConsoleT()
  const may = useMay()
  const { utc } = useTimes()
  const [doing, setDoing] = useState<Doing>()
  const { data, loading } = useList(query(['notices'], operator.listNotices, {}))
  const close = () => setDoing(undefined)
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.soft}>
          {t('Customers see a maintenance window above every page, starting seven days before it begins.')}
        </span>
        {may('publish') && (
          <Button tone="primary" onClick={() => setDoing({ is: 'new' })}>
            {t('Announce maintenance')}
          </Button>
        )}
      </div>
      <Card flush>
        <Table<ShownNotice>
          label={t('Maintenance')}
          rows={data?.notices}
          rowKey={({ id }) => id}
          skeletonRows={3}
          {...loading}
          empty={<Empty icon="check-circle" title={t('No maintenance is planned')} />}
          columns={[
            {
              id: 'id',
              label: t('Name'),
              lead: true,
              cell: ({ id, kind, email, origin }) => (
                <span className={styles.two}>
                  {id}
                  {kind === 'prices' && <span className={styles.soft}>{t('New prices')}</span>}
                  {email && <span className={styles.soft}>{email}</span>}
                  {origin === 'file' && <span className={styles.soft}>notices.yaml</span>}
                </span>
              ),
            },
            {
              id: 'state',
              label: t('State'),
              cell: ({ state }) => <Badge tone={STATES[state].tone}>{t(STATES[state].label)}</Badge>,
            },
            { id: 'from', label: t('Starts (UTC)'), cell: ({ starts_at }) => utc('dated', starts_at) },
            { id: 'to', label: t('Ends (UTC)'), cell: ({ ends_at }) => utc('dated', ends_at) },
            {
              id: 'text',
              label: t('Text'),
              sentence: true,
              cell: ({ text }) => text ?? <span className={styles.soft}>{t('Translated for each reader')}</span>,
            },
            { id: 'mail', label: t('By e-mail'), cell: ({ is_mailed }) => (is_mailed ? t('Yes') : '–') },
            {
              id: 'do',
              label: t('Actions'),
              width: 220,
              cell: (notice) =>
                may('publish') &&
                notice.kind === 'maintenance' &&
                notice.origin === 'added' &&
                notice.state !== 'over' && (
                  <span className={styles.actions}>
                    <Button size="small" onClick={() => setDoing({ is: 'change', notice })}>
                      {t('Change')}
                    </Button>
                    <Button size="small" onClick={() => setDoing({ is: 'remove', notice })}>
                      {t('Remove')}
                    </Button>
                  </span>
                ),
            },
          ]}
        />
      </Card>
      {doing?.is === 'new' && <NoticeDialog onClose={close} />}
      {doing?.is === 'change' && <NoticeDialog notice={doing.notice} onClose={close} />}
      {doing?.is === 'remove' && <RemoveDialog notice={doing.notice} onClose={close} />}
    </>
  )
}

function RemoveDialog({ notice: { id, is_mailed }, onClose }: { notice: ShownNotice; onClose: () => void }) {
  const t = useConsoleT()
  return (
    <ActionDialog
      title={t('Remove {name}', { name: id })}
      action={t('Remove')}
      tone="danger"
      effect={
        is_mailed
          ? t('It disappears from every page, and everyone who got an e-mail about it gets another one.')
          : t('It disappears from every page.')
      }
      onClose={onClose}
      send={(act) => act(operator.removeNotice, { id })}
    />
  )
}
