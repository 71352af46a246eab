import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { CATALOGUE_DAYS } from '@portico/contract/operator-catalogue.ts'
import type { PriceEffect } from '@portico/contract/operator-prices.ts'
import { Amount } from '#i18n/amount.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import styles from './customers.module.css'
import { customerPath } from './paths.ts'
import { useConsoleT } from './texts.ts'

type Row = PriceEffect['rows'][number]
type Change = Output<typeof operator.checkPrices>['changes'][number]

/** What the last thirty days would have cost, in total and for each customer. */
export function EffectCard({ effect }: { effect: PriceEffect }) {
  const t = useConsoleT()
  const { short } = useMoney()
  const { whole } = useNumberFormats()
  const { before_micros, after_micros, customers, more, less, estimated, rows } = effect
  return (
    <Card
      title={t('Effect on the last {days} days', { days: CATALOGUE_DAYS })}
      note={t('What customers paid for functions whose price changes, and what they would have paid.')}
    >
      <div className={styles.stack}>
        <dl className={styles.facts}>
          <div>
            <dt>{t('Paid')}</dt>
            <dd>{short(before_micros)}</dd>
          </div>
          <div>
            <dt>{t('At the new prices')}</dt>
            <dd>{short(after_micros)}</dd>
          </div>
          <div>
            <dt>{t('Customers affected')}</dt>
            <dd>{whole(customers)}</dd>
          </div>
          <div>
            <dt>{t('Would have paid more')}</dt>
            <dd>{whole(more)}</dd>
          </div>
          <div>
            <dt>{t('Would have paid less')}</dt>
            <dd>{whole(less)}</dd>
          </div>
        </dl>
        {estimated.length > 0 && (
          <p className={styles.soft}>
            {t('Estimated from a typical call, because pages, extras or monthly volume affect the price: {functions}', {
              functions: estimated.join(', '),
            })}
          </p>
        )}
        <Table<Row>
          label={t('Effect by customer')}
          rows={rows}
          rowKey={({ id }) => String(id)}
          empty={<Empty title={t('No one called a function whose price changes.')} />}
          columns={[
            { id: 'who', label: t('Customer'), cell: ({ id, email }) => <Link to={customerPath(id)}>{email}</Link> },
            { id: 'before', label: t('Paid'), numeric: true, cell: (row) => <Amount micros={row.before_micros} /> },
            {
              id: 'after',
              label: t('At the new prices'),
              numeric: true,
              cell: (row) => <Amount micros={row.after_micros} />,
            },
            {
              id: 'difference',
              label: t('Difference'),
              numeric: true,
              cell: (row) => <Amount micros={row.after_micros - row.before_micros} />,
            },
          ]}
        />
      </div>
    </Card>
  )
}

/** Every operation whose price differs, before and after. */
export function ChangesCard({ shown: { changes } }: { shown: Output<typeof operator.checkPrices> }) {
  const t = useConsoleT()
  return (
    <Card title={t('Prices that change')} flush>
      <Table<Change>
        label={t('Prices that change')}
        rows={changes}
        rowKey={({ id }) => id}
        empty={<Empty title={t('No changes.')} />}
        columns={[
          { id: 'id', label: t('Operation'), cell: ({ id }) => <Breakable text={id} /> },
          { id: 'before', label: t('Now'), cell: ({ before }) => before, sentence: true },
          { id: 'after', label: t('Then'), cell: ({ after }) => after, sentence: true },
        ]}
      />
    </Card>
  )
}
