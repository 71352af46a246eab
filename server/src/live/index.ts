import { PassThrough } from 'node:stream'
import type { Tail } from '@portico/contract/live.ts'
import { LIVE_BEAT_MS } from '@portico/contract/live-address.ts'
import type { Ctx, Session } from '#ctx/ctx.ts'
import { CHANGES_CHANNEL, readChanges } from '#db/changes.ts'
import type { Listen } from '#db/db.ts'
import type { Listening } from '#db/listen.ts'
import { INBOX_CHANGED } from '#inbox/index.ts'
import { NOTICES_CHANGED } from '#notices/index.ts'
import { semaphore } from './semaphore.ts'
import { openStaffStream } from './staff-stream.ts'
import { openStream, type Stream } from './stream.ts'

/** A browser opens six connections to a host, so the streams of one session leave some for everything else. */
const MOST_OF_SESSION = 3
const MOST_OF_USER = 6
const MOST_IN_ALL = 1_000
const READERS = 3
const RETRY_MS = 3_000

export interface Live {
  /** Streams changes on this session's logins as server-sent events until the page or the session ends; undefined: too many streams. */
  open(session: Session, tail: Tail | undefined): PassThrough | undefined
  /** The same for a page of the console, while `isStaff` holds: an event whenever anything was booked for anyone. */
  openStaff(session: Session, isStaff: (session: Session) => Promise<boolean>): PassThrough | undefined
  /** Ends every stream and refuses new ones. */
  close(): Promise<void>
}

/**
 * Open pages receive within a second what any process booked on their logins. Every process listens on one database connection,
 * opened with the first page; a page gets at most two events a second, with only what its session may see.
 */
export function openLive(ctx: Ctx, listen: Listen, { beat_ms = LIVE_BEAT_MS } = {}): Live {
  const streams = new Set<Stream>()
  const inTurn = semaphore(READERS)
  let listening: Listening | undefined
  let beating: NodeJS.Timeout | undefined
  let isClosed = false

  function begin() {
    listening ??= listen(CHANGES_CHANNEL, {
      log: ctx.log,
      notified(payload) {
        if (payload === NOTICES_CHANGED) return noticeAll(streams)
        if (payload.startsWith(INBOX_CHANGED)) return inboxOf(streams, readChanges(payload.slice(INBOX_CHANGED.length)))
        const login_ids = new Set(readChanges(payload))
        for (const stream of streams) if (stream.concerns(login_ids)) stream.trigger()
      },
      opened: () => triggerAll(streams),
    })
    beating ??= setInterval(() => beatAll(streams), beat_ms)
  }

  function add(session: Session, openOne: (out: PassThrough) => Stream): PassThrough | undefined {
    if (isClosed || streams.size >= MOST_IN_ALL) return undefined
    const own = [...streams].filter(({ user_id }) => user_id === session.user_id)
    const hash = session.token_hash.toString('hex')
    if (own.length >= MOST_OF_USER || own.filter((one) => one.session === hash).length >= MOST_OF_SESSION)
      return undefined
    begin()
    const out = new PassThrough()
    const stream = openOne(out)
    streams.add(stream)
    out.once('close', () => {
      streams.delete(stream)
      stream.end()
    })
    out.write(`retry: ${RETRY_MS}\n\n`)
    stream.trigger()
    return out
  }

  return {
    open: (session, tail) => add(session, (out) => openStream(ctx, session, out, { tail, inTurn })),
    openStaff: (session, isStaff) => add(session, (out) => openStaffStream(ctx, session, out, { isStaff, inTurn })),
    async close() {
      isClosed = true
      clearInterval(beating)
      for (const stream of streams) stream.end()
      await listening?.close()
    },
  }
}

function triggerAll(streams: Set<Stream>) {
  for (const stream of streams) stream.trigger()
}

function noticeAll(streams: Set<Stream>) {
  for (const stream of streams) stream.notice()
}

function inboxOf(streams: Set<Stream>, user_ids: number[]) {
  for (const stream of streams) if (user_ids.includes(stream.user_id)) stream.inbox()
}

function beatAll(streams: Set<Stream>) {
  for (const stream of streams) stream.beat()
}
