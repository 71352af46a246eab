import type { LogRow } from '@portico/contract/security-log.ts'
import { ActivityFacts } from '#activity/activity-facts.tsx'
import { sentenceOf } from '#activity/activity-words.ts'
import { type Translator, useI18n } from '#i18n/i18n.tsx'
import { Moment } from '#page/moment.tsx'
import { useTimes } from '#page/times.ts'
import { deviceName } from '#step-up/device-name.ts'
import { Badge } from '#ui/show/badge.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table, type TableProps } from '#ui/table/table.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { OFFICE_WORDS } from './log-words.ts'
import styles from './security-log.module.css'

type LogTableProps = Omit<TableProps<LogRow>, 'label' | 'columns' | 'rowKey' | 'detail'>

export function LogTable(props: LogTableProps) {
  const { t } = useI18n()
  const { zoneWord } = useTimes()
  const columns: Column<LogRow>[] = [
    { id: 'what', label: t('Event'), lead: true, cell: (row) => <Event row={row} /> },
    { id: 'who', label: t('Who'), width: 200, cell: (row) => whoOf(row, t) },
    { id: 'ip', label: t('IP address'), width: 150, cell: ({ ip }) => ip && <Breakable text={ip} /> },
    {
      id: 'when',
      label: t('When ({zone})', { zone: zoneWord }),
      width: 190,
      cell: ({ at }) => <Moment at={at} className={styles.time} />,
    },
  ]
  return (
    <Table
      {...props}
      label={t('Security log')}
      columns={columns}
      rowKey={({ id }) => String(id)}
      detail={(row) => <Details row={row} />}
    />
  )
}

function Event({ row: { action, is_refused, whose, facts } }: { row: LogRow }) {
  const { t } = useI18n()
  const sentence = sentenceOf(action)
  return (
    <>
      <span className={styles.event}>
        {[sentence ? t(sentence) : action, whose].filter(Boolean).join(' · ')}
        {is_refused && <Badge tone="warn">{t('Refused')}</Badge>}
      </span>
      <ActivityFacts facts={facts} />
    </>
  )
}

/** Further details of an entry; only those that exist. */
function Details({ row: { id, at, action, office, whose, who, ip, device, reason } }: { row: LogRow }) {
  const { t } = useI18n()
  const { both } = useTimes()
  const items = [
    { key: 'when', label: t('When'), value: both(at) },
    { key: 'who', label: t('Who'), value: whoOf({ office, who }, t) },
    { key: 'whose', label: t('Account concerned'), value: whose },
    { key: 'reason', label: t('Reason'), value: reason },
    { key: 'ip', label: t('IP address'), value: ip },
    { key: 'device', label: t('Device'), value: device && deviceName(device, t) },
    { key: 'agent', label: t('User agent'), value: device && <Breakable text={device} /> },
    { key: 'entry', label: t('Entry number'), value: `${id} · ${action}` },
  ]
  return <KeyValues dense items={items.filter(({ value }) => value)} />
}

function whoOf({ office, who }: Pick<LogRow, 'office' | 'who'>, t: Translator['t']): string {
  if (office === null) return who ?? ''
  if (office === 'support' && who) return t('Support ({name})', { name: who })
  return t(OFFICE_WORDS[office])
}
