import { orderPath, type PaymentOrder } from '@portico/contract/payments.ts'
import type { Translator } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { Moment } from '#page/moment.tsx'
import { Badge } from '#ui/show/badge.tsx'
import type { Column } from '#ui/table/column.ts'
import { Documents } from './documents.tsx'
import styles from './payments.module.css'
import { descriptionOf, hasArrived, methodOf, STATUS_WORDS } from './words.ts'

type Words = { t: Translator['t']; money: (micros: number) => string; zone: string }

export function orderColumns({ t, money, zone }: Words): Column<PaymentOrder>[] {
  return [
    {
      id: 'date',
      label: `${t('Date')} (${zone})`,
      width: 124,
      cell: ({ created_at }) => <Moment at={created_at} style="date" className={styles.oneLine} />,
    },
    {
      id: 'number',
      label: t('Payment number'),
      width: 158,
      cell: ({ id, reference }) => (
        <Link to={orderPath(id)} className={styles.number}>
          {reference}
        </Link>
      ),
    },
    // Related values share one column, so that the documents at the end are not cut off.
    {
      id: 'description',
      label: t('Description'),
      wideOnly: true,
      cell: (order) => <Lines first={descriptionOf(order, t)} second={methodOf(order, t)} />,
    },
    {
      id: 'amount',
      label: t('Amount'),
      numeric: true,
      cell: ({ amount_micros, tax_micros }) => (
        <Lines first={money(amount_micros)} second={tax_micros > 0 && `${t('Tax')}: ${money(tax_micros)}`} />
      ),
    },
    {
      id: 'credited',
      label: t('Credited'),
      numeric: true,
      cell: (order) => (hasArrived(order) ? money(order.amount_micros + order.promo_micros) : '–'),
    },
    {
      id: 'status',
      label: t('Status'),
      cell: ({ status }) => (
        <span className={styles.oneLine}>
          <Badge dot tone={STATUS_WORDS[status].tone}>
            {t(STATUS_WORDS[status].label)}
          </Badge>
        </span>
      ),
    },
    {
      id: 'documents',
      label: t('Documents'),
      cell: ({ documents }) => (documents.length > 0 ? <Documents documents={documents} /> : '–'),
    },
  ]
}

function Lines({ first, second }: { first: string; second: string | false }) {
  return (
    <span className={styles.lines}>
      <span>{first}</span>
      {second && <span className={styles.faint}>{second}</span>}
    </span>
  )
}
