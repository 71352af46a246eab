import type { HistoryLine } from '@portico/contract/billing.ts'
import { Amount } from '#i18n/amount.tsx'
import { useT } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'
import { titleIn } from '#page/titles.ts'
import type { Column } from '#ui/table/column.ts'
import { Breakable } from '#ui/text/breakable.tsx'
import styles from '../billing.module.css'
import { TRANSACTION_WORDS } from './transaction-words.ts'

export function useHistoryColumns(): Column<HistoryLine>[] {
  const t = useT()
  const { utc } = useTimes()
  const about = ({ about, api, count }: HistoryLine) => {
    if (api) return t('{count, plural, one {# call} other {# calls}}', { count })
    return about
  }
  return [
    {
      id: 'date',
      label: t('Date (UTC)'),
      lead: true,
      width: 170,
      cell: ({ day, at }) => (
        <time dateTime={at ?? day} className={styles.day}>
          {at ? utc('dated', at) : utc('date', day)}
        </time>
      ),
    },
    {
      id: 'movement',
      label: t('Transaction'),
      cell: (line) => (
        <span className={styles.about}>
          <span>
            {t(TRANSACTION_WORDS[line.kind])}
            {line.api && ` · ${titleIn(t, line.api.title)}`}
          </span>
          {about(line) && (
            <span className={styles.note}>
              <Breakable text={about(line)} />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'amount',
      label: t('Amount'),
      numeric: true,
      cell: ({ amount_micros }) => (
        <span className={amount_micros > 0 ? styles.in : undefined}>
          {amount_micros > 0 && '+'}
          <Amount micros={amount_micros} />
        </span>
      ),
    },
    {
      id: 'balance',
      label: t('Balance'),
      numeric: true,
      cell: ({ balance_micros }) => <Amount micros={balance_micros} />,
    },
  ]
}
