import type { Change, Tail } from '@portico/contract/live.ts'
import { LIVE_BEAT_MS, LIVE_PATH } from '@portico/contract/live-address.ts'
import { readEvents } from './api.ts'
import { reopenAfter } from './reopen-after.ts'

/** `lost`: a component that needs the changes has to poll. */
export type StreamState = 'opening' | 'open' | 'lost'

type Ears = {
  /** The login whose calls are sent too. */
  tail: Tail | undefined
  /** `isFirst`: the current state rather than something that just happened. */
  onChange: (change: Change, isFirst: boolean) => void
  onState: (state: StreamState) => void
  /** Notices changed, or may have while nothing was received. */
  onNotices: () => void
  /** The same for the inbox. */
  onInbox: () => void
}

/** The first news come at once: when they do not, something on the way holds them back. */
const FIRST_MS = 10_000
const SILENCE_MS = 2.5 * LIVE_BEAT_MS

/** The server's events, while the page is visible. They count neither as a page view nor as a failure of the page. */
export function openStream({ tail, onChange, onState, onNotices, onInbox }: Ears): () => void {
  let connection: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let wasOpen = false

  function open() {
    close()
    let isFirst = true
    const isReopened = wasOpen
    wasOpen = true
    const own = new AbortController()
    connection = own
    expect(FIRST_MS)
    const onEvent = (event: string, data: string) => {
      if (connection !== own) return
      expect(SILENCE_MS)
      if (event === 'notices') onNotices()
      if (event === 'inbox') onInbox()
      if (event !== 'changed') return
      if (isFirst && isReopened) {
        onNotices()
        onInbox()
      }
      failures = 0
      onState('open')
      onChange(JSON.parse(data), isFirst)
      isFirst = false
    }
    readEvents(tail ? `${LIVE_PATH}?tail=${tail}` : LIVE_PATH, onEvent, own.signal)
      .catch(() => {})
      .then(() => connection === own && fail())
  }

  function expect(within_ms: number) {
    clearTimeout(timer)
    timer = setTimeout(fail, within_ms)
  }

  function fail() {
    close()
    onState('lost')
    failures += 1
    timer = setTimeout(open, reopenAfter(failures, Math.random()))
  }

  function close() {
    clearTimeout(timer)
    connection?.abort()
    connection = undefined
  }

  const follow = () => {
    if (document.visibilityState === 'hidden' || !navigator.onLine) close()
    else if (!connection) open()
  }
  const over = new AbortController()
  document.addEventListener('visibilitychange', follow, over)
  for (const name of ['online', 'offline']) window.addEventListener(name, follow, over)
  onState('opening')
  follow()
  return () => {
    over.abort()
    close()
  }
}
