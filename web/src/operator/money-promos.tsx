import { operator } from '@portico/contract/operator.ts'
import type { PromoRow } from '@portico/contract/operator-promos.ts'
import { useState } from 'react'
import { useMoney } from '#i18n/money.ts'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { Moment } from '#page/moment.tsx'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useMay } from './me.ts'
import styles from './money.module.css'
import { useConsoleT } from './texts.ts'

/** Promo codes, and what each has cost. */
export function PromosTab() {
  const t = useConsoleT()
  const may = useMay()
  const { short } = useMoney()
  const { whole } = useNumberFormats()
  const [ending, setEnding] = useState<string>()
  const { data, loading } = useList(query(['money', 'promos'], operator.listPromos, {}))
  const gives = ({ amount_micros, percent, max_micros }: PromoRow) =>
    amount_micros === null
      ? `${percent} %${max_micros === null ? '' : ` (${t('at most {amount}', { amount: short(max_micros) })})`}`
      : short(amount_micros)
  return (
    <>
      <Card flush>
        <Table<PromoRow>
          label={t('Promo codes')}
          rows={data?.promos}
          rowKey={({ code }) => code}
          skeletonRows={3}
          {...loading}
          empty={<Empty icon="star" title={t('No promo codes yet')} />}
          columns={[
            {
              id: 'code',
              label: t('Code'),
              cell: ({ code, note }) => (
                <span className={styles.who}>
                  {code}
                  {note && <span className={styles.soft}>{note}</span>}
                </span>
              ),
            },
            { id: 'gives', label: t('Value'), cell: gives },
            {
              id: 'cost',
              label: t('Cost so far'),
              numeric: true,
              cell: ({ spent_micros, returned_micros }) => short(spent_micros - returned_micros),
            },
            {
              id: 'budget',
              label: t('Budget'),
              numeric: true,
              wideOnly: true,
              cell: ({ budget_micros }) => (budget_micros === null ? '–' : short(budget_micros)),
            },
            { id: 'uses', label: t('Accounts'), numeric: true, cell: ({ uses }) => whole(uses) },
            {
              id: 'waiting',
              label: t('Of which waiting'),
              numeric: true,
              wideOnly: true,
              cell: (row) => whole(row.waiting),
            },
            {
              id: 'ends',
              label: t('Valid until'),
              cell: ({ ends_at }) => (ends_at ? <Moment at={ends_at} /> : '–'),
            },
            {
              id: 'end',
              label: t('Action'),
              cell: ({ code, ends_at }) =>
                may('manage_promos') &&
                !isOver(ends_at) && (
                  <Button size="small" onClick={() => setEnding(code)}>
                    {t('End now')}
                  </Button>
                ),
            },
          ]}
        />
      </Card>
      <p className={styles.soft}>
        {t('Cost is what was credited, less what was deducted again when payments were refunded.')}
      </p>
      {ending !== undefined && <EndDialog code={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

function isOver(ends_at: string | null): boolean {
  return ends_at !== null && Date.parse(ends_at) <= Date.now()
}

function EndDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const t = useConsoleT()
  return (
    <ActionDialog
      title={t('End the code {code}', { code })}
      action={t('End now')}
      tone="danger"
      effect={t('It can no longer be redeemed. Percentages waiting for a payment remain valid.')}
      onClose={onClose}
      send={(act) => act(operator.endPromo, { code })}
    />
  )
}
