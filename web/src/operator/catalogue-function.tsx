import { operator } from '@portico/contract/operator.ts'
import { CATALOGUE_DAYS, type FunctionUser, type ShownCatalogueFunction } from '@portico/contract/operator-catalogue.ts'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '#i18n/amount.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { Problem } from '#lib/problem.ts'
import { query } from '#lib/query.ts'
import { Moment } from '#page/moment.tsx'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Table } from '#ui/table/table.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { VERSION_STATES } from './catalogue-words.ts'
import styles from './customers.module.css'
import { CATALOGUE, customerPath } from './paths.ts'
import { useConsoleT } from './texts.ts'

type Operation = ShownCatalogueFunction['operations'][number]

/** One function: its operations with their fields, what it has cost, and who uses it. */
export function CatalogueFunction({ id }: { id: string }) {
  const t = useConsoleT()
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...query(['catalogue-function', id], operator.showFunction, { id }),
    retry: false,
  })
  const back = (
    <Link to={CATALOGUE} className={buttonClass({})}>
      {t('All functions')}
    </Link>
  )
  if (error instanceof Problem && error.fields.id)
    return <Empty icon="search" title={t('There is no function {id}.', { id })} action={back} />
  if (!data)
    return <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={9} />}</Card>
  return (
    <>
      <PageHeader title={data.title} note={<Breakable text={data.id} />} actions={back} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {data.operations.map((operation, at) => (
            <OperationCard key={operation.id} operation={operation} isOpen={at === 0} />
          ))}
        </div>
        <div className={styles.column}>
          <UseCard use={data.use} />
          <HistoryCard history={data.history} />
        </div>
      </div>
    </>
  )
}

type OperationCardProps = { operation: Operation; isOpen: boolean }

/** The operations of a function take nearly the same fields, so that those of one are enough to begin with. */
function OperationCard({ operation: { id, document, price, fields }, isOpen }: OperationCardProps) {
  const t = useConsoleT()
  return (
    <Card
      title={
        <span className={styles.operationId}>
          <Breakable text={id} />
        </span>
      }
      note={`${price} · ${document}`}
      flush
    >
      <details open={isOpen}>
        <summary className={styles.fields}>
          {t('{count, plural, one {# field} other {# fields}}', { count: fields.length })}
        </summary>
        <Table
          label={t('Fields of {id}', { id })}
          rows={fields}
          rowKey={({ name }) => name}
          compact
          empty={<Empty title={t('No fields')} />}
          columns={[
            {
              id: 'name',
              label: t('Field'),
              cell: ({ name, required }) => (
                <span className={styles.line}>
                  <code>
                    <Breakable text={name} />
                  </code>
                  {required && <Badge tone="accent">{t('Required')}</Badge>}
                </span>
              ),
            },
            { id: 'about', label: t('Values'), cell: ({ about }) => about, sentence: true },
          ]}
        />
      </details>
    </Card>
  )
}

function UseCard({ use }: { use: ShownCatalogueFunction['use'] }) {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  const { short } = useMoney()
  return (
    <Card title={t('Usage in the last {days} days', { days: CATALOGUE_DAYS })}>
      <div className={styles.stack}>
        <dl className={styles.facts}>
          <div>
            <dt>{t('Customers')}</dt>
            <dd>{whole(use.customers)}</dd>
          </div>
          <div>
            <dt>{t('Requests')}</dt>
            <dd>{whole(use.requests)}</dd>
          </div>
          <div>
            <dt>{t('Revenue')}</dt>
            <dd>{short(use.cost_micros)}</dd>
          </div>
          <div>
            <dt>{t('Errors')}</dt>
            <dd>{whole(use.errors)}</dd>
          </div>
        </dl>
        {use.top && use.top.length > 0 && <UsersList users={use.top} />}
      </div>
    </Card>
  )
}

/** Customers with what they called and spent. */
export function UsersList({ users }: { users: FunctionUser[] }) {
  const t = useConsoleT()
  return (
    <ul className={styles.pairs}>
      {users.map(({ id, email, requests, cost_micros, last_day }) => (
        <li key={id} className={styles.pair}>
          <span className={styles.who}>
            <Link to={customerPath(id)}>{email}</Link>
            <span className={styles.soft}>{t('last on {day}', { day: last_day })}</span>
          </span>
          <span className={styles.value}>
            <Amount micros={cost_micros} />
            <span className={styles.soft}>
              {t('{count, plural, one {# request} other {# requests}}', { count: requests })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function HistoryCard({ history }: { history: ShownCatalogueFunction['history'] }) {
  const t = useConsoleT()
  return (
    <Card title={t('Price history')}>
      <ol className={styles.timeline}>
        {history.map(({ version, valid_from, state, prices }) => (
          <li key={`${version} ${valid_from}`} className={styles.entry}>
            <span className={styles.line}>
              <strong>{version}</strong>
              <Badge tone={VERSION_STATES[state].tone}>{t(VERSION_STATES[state].label)}</Badge>
              <span className={styles.soft}>
                <Moment at={valid_from} />
              </span>
            </span>
            {[...new Set(prices.map(({ price }) => price))].map((price) => (
              <span key={price}>{price}</span>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  )
}
