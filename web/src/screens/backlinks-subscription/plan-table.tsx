import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { titleIn } from '#page/titles.ts'
import { IconButton } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { EmptyLine } from '#ui/show/empty-line.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import styles from './backlinks-subscription.module.css'
import { costOf, type Plan, type PricedFunction, typedCount } from './calculate.ts'

type PlanTableProps = {
  rows: PricedFunction[]
  planFor: (one: PricedFunction) => Plan
  /** The id of the first input of a function, which gets the focus once it is added. */
  fieldId: (id: string) => string
  onChange: (one: PricedFunction, plan: Plan) => void
  onRemove: (one: PricedFunction) => void
}

/** One row per planned function: its labels are in the head alone. */
export function PlanTable({ rows, planFor, fieldId, onChange, onRemove }: PlanTableProps) {
  const t = useT()
  const { short } = useMoney()
  const count = (one: PricedFunction, name: keyof Plan, label: string) => (
    <Field
      id={name === 'requests' ? fieldId(one.id) : undefined}
      className={styles.count}
      label={`${label}: ${titleIn(t, one.title)}`}
      hideLabel
      noMessage
      inputMode="numeric"
      autoComplete="off"
      value={planFor(one)[name]}
      onChange={({ target }) => onChange(one, { ...planFor(one), [name]: target.value })}
      error={typedCount(planFor(one)[name]) === undefined ? t('Please enter a number') : undefined}
    />
  )
  const columns: Column<PricedFunction>[] = [
    {
      id: 'function',
      label: t('Function'),
      lead: true,
      cell: (one) => (
        <div className={styles.function}>
          <span className={styles.functionTitle}>{titleIn(t, one.title)}</span>
          <span className={styles.soft}>
            {one.result_micros > 0
              ? t('{request} per request and {result} per result', {
                  request: short(one.request_micros),
                  result: short(one.result_micros),
                })
              : t('{request} per request', { request: short(one.request_micros) })}
          </span>
        </div>
      ),
    },
    {
      id: 'requests',
      label: t('Requests per month'),
      numeric: true,
      width: 156,
      cell: (one) => count(one, 'requests', t('Requests per month')),
    },
    {
      id: 'results',
      label: t('Results per request'),
      numeric: true,
      width: 156,
      cell: (one) => (one.result_micros > 0 ? count(one, 'results', t('Results per request')) : null),
    },
    {
      id: 'cost',
      label: t('Monthly cost'),
      numeric: true,
      width: 120,
      cell: (one) => {
        const cost = costOf(one, planFor(one))
        return <output>{cost === undefined ? '–' : short(cost)}</output>
      },
    },
    {
      id: 'remove',
      // Without a label the kit puts it into the corner of the card on a phone.
      label: '',
      head: <VisuallyHidden>{t('Remove')}</VisuallyHidden>,
      width: 56,
      cell: (one) => (
        <IconButton
          icon="close"
          size="small"
          label={t('Remove {name}', { name: titleIn(t, one.title) })}
          onClick={() => onRemove(one)}
        />
      ),
    },
  ]
  return (
    <Table
      label={t('Calculator')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={
        <EmptyLine icon="plus" title={t('No function chosen')}>
          {t('Add the functions you want to use.')}
        </EmptyLine>
      }
    />
  )
}
