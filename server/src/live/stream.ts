import type { PassThrough } from 'node:stream'
import type { Tail } from '@portico/contract/live.ts'
import { loginsOf } from '#access/index.ts'
import type { Ctx, Session } from '#ctx/ctx.ts'
import { sessionNow } from '#http/session.ts'
import { readChange, type SentCalls } from './read-change.ts'
import { throttle } from './throttle.ts'

const SPACING_MS = 500
/** A client that does not read is disconnected before its buffer fills the memory. */
const UNREAD_MAX = 256 * 1024

export interface Stream {
  user_id: number
  /** The session id as text. */
  session: string
  concerns(login_ids: ReadonlySet<number>): boolean
  /** Something changed, or may have. */
  trigger(): void
  beat(): Promise<void>
  /** Notices changed; the page reads those it may see itself. */
  notice(): void
  /** Something came into the inbox of this person, or was read; the page reads it itself. */
  inbox(): void
  end(): void
}

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

interface Page {
  inTurn: Turns
  /** Whether the session may still have this stream. */
  admits(session: Session): boolean | Promise<boolean>
  onEnd(): void
}

/** Events to one open page. The session is read again before every event, without extending it. */
export function eventsTo(ctx: Ctx, token_hash: Buffer, out: PassThrough, { inTurn, admits, onEnd }: Page) {
  function send(event: string, data: unknown) {
    if (out.writableLength > UNREAD_MAX) out.destroy()
    else if (!out.writableEnded) out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  function end() {
    onEnd()
    out.end()
  }

  /** Runs while the session is valid; without it, or when the database does not answer, the page has to reconnect. */
  async function whileSignedIn(work: (session: Session) => Promise<void>) {
    try {
      await inTurn(async () => {
        const session = await sessionNow(ctx, token_hash)
        if (session && (await admits(session))) await work(session)
        else end()
      })
    } catch (e) {
      ctx.log.warn({ reason: e instanceof Error ? e.message : String(e) }, 'live stream ended after an error')
      end()
    }
  }

  return { send, end, whileSignedIn, beat: () => whileSignedIn(async () => send('beat', 1)) }
}

/** The stream of one open page of a customer. */
export function openStream(
  ctx: Ctx,
  { token_hash, user_id }: Session,
  out: PassThrough,
  { tail, inTurn }: { tail: Tail | undefined; inTurn: Turns },
): Stream {
  let watched: ReadonlySet<number> = new Set()
  let result: SentCalls

  const { send, end, beat, whileSignedIn } = eventsTo(ctx, token_hash, out, {
    inTurn,
    admits: (session) => !(session.is_held_back && session.staff_id === null),
    onEnd: () => pace.stop(),
  })

  const pace = throttle(SPACING_MS, () =>
    whileSignedIn(async (session) => {
      const reader = { ...ctx, db: ctx.readAs(session), session }
      watched = new Set((await loginsOf(reader)).map(({ id }) => id))
      const read = await readChange(reader, tail, result)
      result = read.sent
      send('changed', read.change)
    }),
  )

  return {
    user_id,
    session: token_hash.toString('hex'),
    concerns: (login_ids) => watched.size === 0 || !watched.isDisjointFrom(login_ids),
    trigger: pace.trigger,
    notice: () => send('notices', 1),
    inbox: () => send('inbox', 1),
    beat,
    end,
  }
}
