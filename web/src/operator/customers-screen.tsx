import { UUID } from '@portico/contract/form-fields.ts'
import { operator } from '@portico/contract/operator.ts'
import type { FoundBy, FoundCustomer } from '@portico/contract/operator-customers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { Amount } from '#i18n/amount.tsx'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { query } from '#lib/query.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { Table } from '#ui/table/table.tsx'
import styles from './customers.module.css'
import { CustomersList } from './customers-list.tsx'
import { FOUND_WORDS } from './found-words.ts'
import { useMay } from './me.ts'
import { CUSTOMERS, customerPath, requestPath } from './paths.ts'
import { StatusBadge } from './status-badge.tsx'
import { useConsoleT } from './texts.ts'

/** Finds customers by anything they may mention in a ticket. */
export function CustomersScreen({ q }: { q: string }) {
  const t = useConsoleT()
  const input = useRef<HTMLInputElement>(null)
  const may = useMay()
  const typed = q.trim()
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query(['customers', typed], operator.findCustomers, { q: typed }),
    enabled: typed.length >= 2 && may('see_customers'),
    placeholderData: keepPreviousData,
  })
  // The address holds what was searched for, also after going back.
  useEffect(() => {
    if (input.current) input.current.value = q
  }, [q])

  function search(event: FormEvent) {
    event.preventDefault()
    const next = input.current?.value.trim() ?? ''
    navigate(next === '' ? CUSTOMERS : `${CUSTOMERS}?q=${encodeURIComponent(next)}`)
  }

  if (!may('see_customers')) return <Empty icon="lock" title={t('Your role cannot see customers.')} />
  return (
    <>
      <PageHeader title={t('Customers')} />
      <form onSubmit={search} className={styles.search}>
        <Field
          ref={input}
          type="search"
          icon="search"
          label={t('Find a customer')}
          hint={t(
            'E-mail, name, company, VAT ID, login, request or task ID, invoice or payment number, last four digits of a card, IP address',
          )}
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          autoFocus
        />
        <Button type="submit" tone="primary" busy={isFetching}>
          {t('Search')}
        </Button>
      </form>
      {typed === '' && <CustomersList />}
      {typed.length >= 2 && (
        <Card flush>
          <Table<FoundCustomer>
            label={t('Customers')}
            rows={data?.customers}
            rowKey={({ id }) => String(id)}
            isRefreshing={isPlaceholderData}
            error={isError && !data}
            onRetry={refetch}
            empty={<Nothing typed={typed} />}
            columns={[
              {
                id: 'email',
                label: t('E-mail'),
                cell: ({ id, email, name, found_by, match }) => (
                  <span className={styles.who}>
                    <Link
                      to={
                        found_by === 'login'
                          ? `${customerPath(id)}?${new URLSearchParams({ login: match })}`
                          : customerPath(id)
                      }
                    >
                      {email}
                    </Link>
                    <span className={styles.soft}>{name}</span>
                  </span>
                ),
              },
              { id: 'company', label: t('Company'), cell: ({ company }) => company ?? '–', wideOnly: true },
              { id: 'status', label: t('Status'), cell: ({ status }) => <StatusBadge status={status} />, width: 130 },
              {
                id: 'found',
                label: t('Found by'),
                cell: ({ found_by, match }) => (
                  <span className={styles.who}>
                    {t(FOUND_WORDS[found_by])}
                    {match && (
                      <span className={styles.soft}>
                        {isCall(found_by) ? <Link to={requestPath(match)}>{match}</Link> : match}
                      </span>
                    )}
                  </span>
                ),
              },
              {
                id: 'balance',
                label: t('Balance'),
                numeric: true,
                cell: ({ balance_micros }) => <Amount micros={balance_micros} />,
                width: 160,
              },
            ]}
          />
        </Card>
      )}
      {data?.more && <p>{t('More customers match. Narrow the search.')}</p>}
    </>
  )
}

function isCall(found_by: FoundBy): boolean {
  return found_by === 'call' || found_by === 'task'
}

/** Refused calls and failed webhooks have ids as well, which name no customer by themselves. */
function Nothing({ typed }: { typed: string }) {
  const t = useConsoleT()
  const action = UUID.test(typed.toLowerCase()) && (
    <Link to={requestPath(typed)} className={buttonClass({})}>
      {t('Find a request')}
    </Link>
  )
  return <Empty icon="search" title={t('Nothing found')} action={action} />
}
