import type { Notice } from '@portico/contract/notices.ts'
import { useState } from 'react'
import { type Translator, useI18n } from '#i18n/i18n.tsx'
import { recall, remember } from '#lib/storage.ts'
import { useTimes } from '#page/times.ts'
import { useBootState } from '#session/boot-state.ts'
import { Banner } from '#ui/show/banner.tsx'
import { closedWith, shownNotice } from './shown-notice.ts'

/** Planned maintenance and new prices, until it is closed or over. */
export function Maintenance() {
  const translator = useI18n()
  const times = useTimes()
  const { notices } = useBootState()
  const [closed, setClosed] = useState(() => recall('closed_notices') ?? [])
  const [now_ms] = useState(Date.now)
  const notice = shownNotice(notices, closed, now_ms)
  if (!notice) return null
  const close = () => {
    const next = closedWith(recall('closed_notices') ?? [], notice.id)
    remember('closed_notices', next)
    setClosed(next)
  }
  return (
    <Banner tone="warn" strip onClose={close}>
      <span title={`${times.both(notice.starts_at)} – ${times.both(notice.ends_at)}`}>
        {notice.text ? translator.translateProblem(notice.text) : announce(notice, translator, times)}
      </span>
    </Banner>
  )
}

/** In UTC, as it is announced everywhere. */
function announce(
  { kind, starts_at, ends_at }: Notice,
  { t }: Translator,
  { utc }: ReturnType<typeof useTimes>,
): string {
  const day = utc('day', starts_at)
  if (kind === 'prices') return t('New prices apply from {day}, {from} UTC.', { day, from: utc('clock', starts_at) })
  const until = `${utc('day', ends_at) === day ? '' : `${utc('day', ends_at)}, `}${utc('clock', ends_at)}`
  return t('Planned maintenance on {day}, {from}–{until} UTC.', { day, from: utc('clock', starts_at), until })
}
