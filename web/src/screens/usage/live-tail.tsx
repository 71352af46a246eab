import type { LiveRow, Tail } from '@portico/contract/live.ts'
import { useState } from 'react'
import { Amount } from '#i18n/amount.tsx'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { pastCallAddress } from '#lib/playground-address.ts'
import parts from '#traffic/call-parts.module.css'
import { STATUS_TONES, STATUS_WORDS } from '#traffic/status-words.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Segmented } from '#ui/input/choice.tsx'
import { Field } from '#ui/input/field.tsx'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { useUiTexts } from '#ui/texts.tsx'
import { useFormats } from './formats.ts'
import styles from './live-tail.module.css'
import { matchesTail, type TailFilter, type TailStatus } from './tail-rows.ts'
import { useTail } from './use-tail.ts'

const STATUSES: { value: TailStatus; label: MessageKey }[] = [
  { value: 'all', label: 'All' },
  { value: 'ok', label: 'Succeeded' },
  { value: 'queued', label: 'Queued' },
  { value: 'failed', label: 'Failed' },
]
const NOTES: Record<Tail, MessageKey> = {
  api: 'New tasks of the active login as they happen, including free sandbox tasks.',
  h2h: 'New tasks of your machine logins as they happen, including free sandbox tasks.',
}
const NO_FILTER: TailFilter = { text: '', status: 'all' }

/** Calls as they are booked, newest on top: of the active login, or of all machines where the screen is about them. */
export function LiveTail({ scope }: { scope: Tail }) {
  const t = useT()
  const tail = useTail(scope)
  const [filter, setFilter] = useState(NO_FILTER)
  const shown = tail.rows?.filter((row) => matchesTail(row, filter))
  return (
    <Card
      flush
      title={
        <span className={styles.title}>
          {t('Live tasks')}
          <State isPaused={tail.isPaused} state={tail.state} />
        </span>
      }
      note={t(NOTES[scope])}
      actions={
        <>
          {tail.isPaused && (
            <span className={styles.waiting} role="status">
              {t('{count, plural, one {# new task} other {# new tasks}}', { count: tail.waiting })}
            </span>
          )}
          <Button size="small" icon={tail.isPaused ? 'play' : 'pause'} onClick={tail.toggle}>
            {tail.isPaused ? t('Resume') : t('Pause')}
          </Button>
        </>
      }
    >
      <div className={styles.bar}>
        <Field
          noMessage
          hideLabel
          type="search"
          icon="search"
          label={t('Filter by endpoint')}
          placeholder={t('Filter by endpoint')}
          value={filter.text}
          maxLength={300}
          autoComplete="off"
          className={styles.text}
          onChange={(event) => setFilter({ ...filter, text: event.target.value })}
        />
        <Segmented
          label={t('Status')}
          options={STATUSES.map(({ value, label }) => ({ value, label: t(label) }))}
          value={filter.status}
          onChange={(status) => setFilter({ ...filter, status })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={styles.window} tabIndex={0} aria-label={t('Live tasks')}>
        {!shown && <SkeletonText lines={6} />}
        {shown?.length === 0 && <Nothing hasRows={tail.rows?.length !== 0} onClear={() => setFilter(NO_FILTER)} />}
        {shown && shown.length > 0 && (
          <ol className={styles.rows} aria-live="off">
            {shown.map((row) => (
              <Row key={row.id} row={row} hasLogin={scope === 'h2h'} />
            ))}
          </ol>
        )}
      </section>
    </Card>
  )
}

const STATES: Record<'opening' | 'open' | 'lost' | 'paused', { tone: BadgeTone; word: MessageKey }> = {
  opening: { tone: 'neutral', word: 'Connecting' },
  open: { tone: 'good', word: 'Live' },
  lost: { tone: 'warn', word: 'Every few seconds' },
  paused: { tone: 'neutral', word: 'Paused' },
}

function State({ isPaused, state }: { isPaused: boolean; state: 'opening' | 'open' | 'lost' }) {
  const t = useT()
  const { tone, word } = STATES[isPaused ? 'paused' : state]
  return (
    <Badge dot tone={tone}>
      {t(word)}
    </Badge>
  )
}

function Row({ row, hasLogin }: { row: LiveRow; hasLogin: boolean }) {
  const t = useT()
  const { clock, duration, fullMoment } = useFormats()
  return (
    <li className={styles.row}>
      <time className={parts.time} dateTime={row.at} title={fullMoment(row.at)}>
        {clock(row.at)}
      </time>
      <span title={t(STATUS_WORDS[row.status_class])}>
        <Badge tone={STATUS_TONES[row.status_class]}>
          {row.status_class === 'queued' ? t(STATUS_WORDS.queued) : row.status_code}
        </Badge>
      </span>
      <span className={styles.path} title={row.path}>
        {row.path.replace(/^(\/sandbox)?\/v\d+\//, '')}
        {row.is_sandbox && <Badge>{t('Sandbox')}</Badge>}
        {hasLogin && <span className={styles.login}>{row.login}</span>}
      </span>
      <span className={styles.took}>{row.status_class === 'queued' ? '–' : duration(row.time_ms)}</span>
      <span className={styles.cost}>
        <Amount micros={row.cost_micros} />
      </span>
      <span className={styles.open}>
        {row.playground && (
          <Link
            to={pastCallAddress(row.playground, row.id)}
            className={buttonClass({ tone: 'quiet', size: 'small' })}
            aria-label={t('Open in Playground')}
            title={t('Open in Playground')}
          >
            <Icon name="code" size={16} />
          </Link>
        )}
      </span>
    </li>
  )
}

function Nothing({ hasRows, onClear }: { hasRows: boolean; onClear: () => void }) {
  const t = useT()
  const texts = useUiTexts()
  if (hasRows)
    return (
      <Empty
        icon="filter"
        title={texts.nothingMatches}
        action={<Button onClick={onClear}>{texts.clearFilters}</Button>}
      />
    )
  return (
    <Empty icon="bolt" title={t('No requests yet')}>
      {t('Tasks appear here as soon as they are answered.')}
    </Empty>
  )
}
