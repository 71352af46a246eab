import type { TaskDetail } from '@portico/contract/usage.ts'
import { Amount } from '#i18n/amount.tsx'
import type { MessageKey } from '#i18n/i18n.tsx'
import { useT } from '#i18n/i18n.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import styles from './usage.module.css'

const LINES: Record<TaskDetail['cost_lines'][number]['kind'], MessageKey> = {
  reserved: 'Reserved',
  given_back: 'Released',
  charged: 'Charged',
}

export function CostLines({ call }: { call: TaskDetail }) {
  const t = useT()
  return (
    <>
      <KeyValues
        dense
        items={[
          ...call.cost_lines.map(({ kind, amount_micros }) => ({
            key: kind,
            label: kind === 'charged' ? <strong>{t(LINES[kind])}</strong> : t(LINES[kind]),
            numeric: true,
            value: <Amount micros={amount_micros} />,
          })),
          ...(call.price_version
            ? [{ key: 'prices', label: t('Price list'), numeric: true, value: call.price_version }]
            : []),
        ]}
      />
      {call.is_sandbox && <p className={styles.none}>{t('Sandbox tasks are free.')}</p>}
      {!call.is_sandbox && call.status_class !== 'ok' && call.status_class !== 'queued' && (
        <p className={styles.none}>{t('Failed tasks are not charged.')}</p>
      )}
    </>
  )
}
