import type { Input } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { TIMELINE_KINDS, type TimelineRow } from '@portico/contract/operator-customers.ts'
import { staffReason } from '@portico/contract/operator-fields.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { ActivityFacts } from '#activity/activity-facts.tsx'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { call } from '#lib/api.ts'
import { navigate } from '#lib/location.ts'
import { query } from '#lib/query.ts'
import { changedSearch, oneOf, searchParams } from '#lib/search-params.ts'
import { Moment } from '#page/moment.tsx'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { wordsOf } from './action-words.ts'
import { useStaffCall } from './ask-code.tsx'
import styles from './customers.module.css'
import { useMay } from './me.ts'
import { customerPath } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Kind = Input<typeof operator.customerTimeline>['kind']

const readParams = searchParams({ show: oneOf(TIMELINE_KINDS, 'all') })
const KIND_WORDS: Record<Kind, ConsoleKey> = {
  all: 'Everything',
  security: 'Security',
  money: 'Money',
  staff: 'By staff',
  notes: 'Notes',
}

/** Everything theirs and ours in one line of time, newest first; the address holds the choice. */
export function TimelineCard({ id, search }: { id: number; search: string }) {
  const t = useConsoleT()
  const may = useMay()
  const { show: kind } = readParams(search)
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['customer-timeline', id, kind],
    queryFn: ({ pageParam, signal }) =>
      call(operator.customerTimeline, { id: String(id), kind, ...(pageParam && { before: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ rows, more }) => (more ? rows.at(-1)?.at : undefined),
  })
  function choose(next: string) {
    navigate(`${customerPath(id)}${changedSearch(search, { show: next })}`, { replace: true })
  }
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card
      title={t('Timeline')}
      actions={
        <Select
          label={t('Show')}
          hideLabel
          noMessage
          size="small"
          value={kind}
          options={TIMELINE_KINDS.map((name) => ({ value: name, label: t(KIND_WORDS[name]) }))}
          onChange={(event) => choose(event.target.value)}
        />
      }
    >
      {may('write_notes') && <NoteForm id={id} />}
      {!rows && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!rows && !isError && <SkeletonText lines={6} />}
      {rows?.length === 0 && <Empty title={t('Nothing found')} />}
      <ol className={styles.timeline}>
        {rows?.map((row) => (
          <Entry key={row.id} row={row} />
        ))}
      </ol>
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => fetchNextPage()}>
          {t('Load more')}
        </Button>
      )}
    </Card>
  )
}

function Entry({ row: { at, kind, action, who, side, ip, facts, text } }: { row: TimelineRow }) {
  const t = useConsoleT()
  const sentence = wordsOf(action)
  return (
    <li className={classNames(styles.entry, side === 'staff' && styles.ours)}>
      <span className={styles.line}>
        <strong>{kind === 'note' ? t('Note') : sentence ? t(sentence) : action}</strong>
        {side === 'staff' && <Badge tone="accent">{t('Staff')}</Badge>}
      </span>
      <span className={classNames(styles.line, styles.soft)}>
        <Moment at={at} />
        <span>{who}</span>
        {ip && <span>{ip}</span>}
      </span>
      {text && <p className={styles.quote}>{kind === 'note' ? withMentions(text) : text}</p>}
      {facts.length > 0 && <ActivityFacts facts={facts} />}
    </li>
  )
}

/** Mentioned colleagues are marked. */
function withMentions(text: string): ReactNode {
  return text.split(/((?<![\w.@])@[\w.+-]*\w(?:@[\w.-]*\w)?)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <span key={at} className={styles.mention}>
        {part}
      </span>
    ),
  )
}

const schema = z.object({ reason: staffReason })

function NoteForm({ id }: { id: number }) {
  const t = useConsoleT()
  const client = useQueryClient()
  const staffCall = useStaffCall()
  const [text, setText] = useState('')
  const { data } = useQuery({
    ...query(['colleagues'], operator.listColleagues, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const form = useInlineForm(schema, async ({ reason: note }) => {
    await staffCall(operator.addCustomerNote, { id, reason: note, by: '' })
    form.discard()
    setText('')
    await client.invalidateQueries({ queryKey: ['customer-timeline', id] })
  })
  return (
    <form {...form.props} className={styles.note}>
      <TextArea
        name="reason"
        label={t('Note for colleagues')}
        hint={t('Customers never see notes. Anyone you mention gets an e-mail.')}
        rows={2}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={form.wrong('reason')}
      />
      <ProblemNote error={form.problem} />
      <div className={styles.noteEnd}>
        <Button type="submit" size="small" busy={form.busy}>
          {t('Add note')}
        </Button>
        <Select
          label={t('Mention a colleague')}
          hideLabel
          noMessage
          size="small"
          value=""
          options={[
            { value: '', label: t('Mention a colleague') },
            ...(data?.colleagues ?? []).map(({ handle, name }) => ({ value: handle, label: name || handle })),
          ]}
          onChange={(event) => setText(`${text}${/\S$/.test(text) ? ' ' : ''}@${event.target.value} `)}
        />
      </div>
    </form>
  )
}
