import type { Change } from '@portico/contract/live.ts'
import { LIVE_BEAT_MS } from '@portico/contract/live-address.ts'
import { readEvents } from './api.ts'

/** `lost`: a component that needs the changes has to poll. */
export type StreamState = 'opening' | 'open' | 'lost'

export type StreamListener = {
  /** The same for all pages that show this person and login. */
  shared: string
  /** Of the stream, with the login whose calls are sent too. */
  path: string
  /** `isFirst`: the current state rather than something that just happened. */
  onChange: (change: Change, isFirst: boolean) => void
  onState: (state: StreamState) => void
  /** Notices changed, or may have while nothing was received. */
  onNotices?: () => void
  /** The same for the inbox. */
  onInbox?: () => void
}

/** The first news come at once: when they do not, something on the way holds them back. */
const FIRST_MS = 10_000
const SILENCE_MS = 2.5 * LIVE_BEAT_MS
const REOPEN_MS = { first: 5_000, longest: 5 * 60_000 }

/** What a page with a stream sends to the other pages of this browser: an event, or that its stream is over. */
type Relayed = { event: string; data: string } | 'over'

/**
 * The server's events, while the page is visible. They count neither as a page view nor as a failure of the page.
 * A session has few streams, so a page that got none receives the events of the others.
 */
export function openStream({ shared, path, onChange, onState, onNotices, onInbox }: StreamListener): () => void {
  const others = new BroadcastChannel(`live ${shared}`)
  let connection: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let wasOpen = false
  let isOpen = false

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
      if (event !== 'beat') others.postMessage({ event, data } satisfies Relayed)
      if (event === 'notices') onNotices?.()
      if (event === 'inbox') onInbox?.()
      if (event !== 'changed') return
      if (isFirst && isReopened) {
        onNotices?.()
        onInbox?.()
      }
      failures = 0
      isOpen = true
      onState('open')
      onChange(JSON.parse(data), isFirst)
      isFirst = false
    }
    readEvents(path, onEvent, own.signal)
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
    if (isOpen) others.postMessage('over' satisfies Relayed)
    isOpen = false
  }

  others.onmessage = ({ data: relayed }: MessageEvent<Relayed>) => {
    if (isOpen || isAway()) return
    // The server has a stream for this page now.
    if (relayed === 'over') {
      failures = 0
      if (!connection) open()
    } else if (relayed.event === 'notices') onNotices?.()
    else if (relayed.event === 'inbox') onInbox?.()
    // The calls may be of another tail.
    else onChange({ ...JSON.parse(relayed.data), rows: [] }, false)
  }

  const isAway = () => document.visibilityState === 'hidden' || !navigator.onLine
  const follow = () => {
    if (isAway()) close()
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
    others.close()
  }
}

/**
 * The pause after a refused or silent stream: it doubles each time, half of it random so that pages do not reconnect
 * together.
 */
export function reopenAfter(failures: number, random: number): number {
  const pause_ms = Math.min(REOPEN_MS.first * 2 ** (failures - 1), REOPEN_MS.longest)
  return Math.round(pause_ms * (0.5 + random / 2))
}
