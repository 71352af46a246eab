import type { Notice } from '@portico/contract/notices.ts'
import { useState } from 'react'
import { type Speech, useSpeech } from '#i18n/i18n.tsx'
import { recall, remember } from '#lib/storage.ts'
import { useVisit } from '#session/visit.ts'
import { Banner } from '#ui/banner.tsx'
import { closedWith, shownNotice } from './shown-notice.ts'

/** Planned maintenance, until it is closed or over. */
export function Maintenance() {
  const speech = useSpeech()
  const { notices } = useVisit()
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
      {notice.text ? speech.say(notice.text) : announce(notice, speech)}
    </Banner>
  )
}

function announce({ starts_at, ends_at }: Notice, { t, language }: Speech): string {
  const [start, end] = [new Date(starts_at), new Date(ends_at)]
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  const until = day.format(start) === day.format(end) ? time.format(end) : `${day.format(end)}, ${time.format(end)}`
  return t('Planned maintenance on {day}, {from}–{until} UTC.', {
    day: day.format(start),
    from: time.format(start),
    until,
  })
}
