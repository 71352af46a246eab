import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { Problem } from '#lib/problem.ts'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { wordsOf } from './action-words.ts'
import { AuditDetail, type AuditRow } from './audit-detail.tsx'
import styles from './brands.module.css'
import { AUDIT, customerPath } from './paths.ts'
import { useConsoleT } from './texts.ts'
import { VerifyAudit } from './verify-audit.tsx'

const FIELDS = ['email', 'actor', 'action', 'from', 'to'] as const
type Filter = Partial<Record<(typeof FIELDS)[number], string>>

/** Who did what, when and from where; the address holds the filters. */
export function AuditTab({ search }: { search: URLSearchParams }) {
  const t = useConsoleT()
  const filter: Filter = Object.fromEntries(
    FIELDS.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
  )
  const key = search.toString()
  const { data, error, isFetching, isPlaceholderData, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['operator-audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(operator.listAudit, { ...filter, ...(pageParam && { before: pageParam }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // An account that does not exist, or a day that is none: a message about the filters, and none of them is lost.
  const refused = error instanceof Problem && ['unknown_user', 'invalid_input'].includes(error.code) ? error : undefined
  const rows = refused ? [] : data?.pages.flatMap((page) => page.rows)
  const actions = data?.pages[0]?.actions ?? (filter.action ? [filter.action] : [])
  const label = (action: string) => {
    const sentence = wordsOf(action)
    return sentence ? `${t(sentence)} (${action})` : action
  }

  function choose(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const next = new URLSearchParams(
      FIELDS.flatMap((name) => {
        const value = String(given.get(name) ?? '').trim()
        return value ? [[name, value]] : []
      }),
    )
    navigate(next.size > 0 ? `${AUDIT}?${next}` : AUDIT)
  }

  return (
    <>
      <Card
        title={t('Audit log')}
        note={t('Entries are only ever added, and each carries the hash of the one before.')}
        actions={<ExportButton filter={filter} />}
      >
        <form key={key} onSubmit={choose} className={styles.filters}>
          <Field
            name="email"
            label={t('Affected account')}
            placeholder="name@example.com"
            defaultValue={filter.email}
            autoComplete="off"
            maxLength={254}
            noMessage
          />
          <Field
            name="actor"
            label={t('Done by')}
            placeholder="name@example.com"
            defaultValue={filter.actor}
            autoComplete="off"
            maxLength={254}
            noMessage
          />
          <Select
            name="action"
            label={t('Action')}
            defaultValue={filter.action ?? ''}
            options={[
              { value: '', label: t('All actions') },
              ...actions.map((action) => ({ value: action, label: label(action) })),
            ]}
            noMessage
          />
          <Field name="from" type="date" label={t('From')} defaultValue={filter.from} noMessage />
          <Field name="to" type="date" label={t('To')} defaultValue={filter.to} noMessage />
          <Button type="submit" tone="primary" busy={isFetching}>
            {t('Search')}
          </Button>
        </form>
        {refused && (
          <p role="alert">{t('Nothing was found: this account or day does not exist. Check the filters.')}</p>
        )}
        <VerifyAudit />
      </Card>
      <Card flush>
        <Table<AuditRow>
          label={t('Audit log')}
          rows={rows}
          rowKey={({ id }) => String(id)}
          isRefreshing={isPlaceholderData}
          error={Boolean(error) && !refused && !data}
          onRetry={refetch}
          empty={<Empty icon="search" title={t('Nothing found')} />}
          detail={(row) => <AuditDetail row={row} />}
          columns={[
            {
              id: 'what',
              label: t('Action'),
              cell: ({ action }) => {
                const sentence = wordsOf(action)
                return <span className={styles.two}>{sentence ? t(sentence) : <code>{action}</code>}</span>
              },
            },
            { id: 'who', label: t('Done by'), cell: ({ actor, actor_email }) => actor_email ?? actor },
            {
              id: 'about',
              label: t('Affected account'),
              cell: ({ user_id, user_email }) =>
                user_id === null ? '–' : <Link to={customerPath(user_id)}>{user_email ?? user_id}</Link>,
            },
            { id: 'ip', label: t('IP address'), cell: ({ ip }) => ip || '–', wideOnly: true },
            { id: 'at', label: t('Time'), cell: ({ at }) => <Moment at={at} /> },
          ]}
        />
      </Card>
      {hasNextPage && !refused && (
        <Button busy={isFetching} onClick={() => fetchNextPage()}>
          {t('Load more')}
        </Button>
      )}
    </>
  )
}

/** Part after part, so that a log of any length can be saved. */
function ExportButton({ filter }: { filter: Filter }) {
  const t = useConsoleT()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const parts: string[] = []
      for (let next: number | null = 0; next !== null; ) {
        const part: Output<typeof operator.exportAudit> = await call(operator.exportAudit, {
          ...filter,
          ...(next > 0 && { before: next }),
        })
        parts.push(part.csv)
        next = part.next
      }
      saveFile('audit-log.csv', new Blob(parts, { type: 'text/csv;charset=utf-8' }))
    } catch (error) {
      toast.problem(error)
    }
    setBusy(false)
  }
  return (
    <Button size="small" icon="download" busy={busy} onClick={save}>
      {t('Export CSV')}
    </Button>
  )
}
