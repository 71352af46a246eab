import { randomInt } from 'node:crypto'
import type { AnswerRule } from '@portico/contract/answers.ts'
import { conceal, concealText } from '@portico/contract/conceal.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { cutRequest, type Meter } from '#ledger/index.ts'
import { type AnswerRow, insertAnswers } from './store.ts'

/** An answer as the customer got it. */
export interface GivenAnswer extends Pick<AnswerRow, 'id' | 'at' | 'login_id' | 'api' | 'function' | 'is_sandbox'> {
  rule: AnswerRule | null
  is_good: boolean
  http_status: number
  type: string
  /** A value that was sent as JSON, or the bytes that were sent. */
  body: unknown
  /** Size of the whole answer where `body` is its beginning. */
  bytes?: number | undefined
}

export interface AnswerKeeper {
  /** Stores the answer if the login's rule asks for it. Returns at once. */
  keep(given: GivenAnswer): void
  flush(): Promise<void>
  close(): Promise<void>
}

const KB = 1024
const FLUSH_MS = 300
/** Waiting answers beyond this are dropped: a slow database must not fill the memory. */
const WAITING_BYTES_MAX = 32 * KB * KB
const PARSED_BYTES_MAX = 4 * KB * KB
const PERCENT = 100
const TYPE_MAX = 100
const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i
const TEXT_TYPE = /^(text\/|application\/([\w.-]+\+)?(xml|javascript|x-ndjson|yaml)\b)/i

/** Collects answers and writes them a few times a second, beside the bookings. */
export function openAnswers(
  ctx: Pick<Ctx, 'db' | 'log'>,
  { stored }: Pick<Meter, 'stored'>,
  waiting_bytes_max = WAITING_BYTES_MAX,
): AnswerKeeper {
  let waiting: AnswerRow[] = []
  let waiting_bytes = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  function flush() {
    clearTimeout(timer)
    timer = undefined
    running = running.then(writeWaiting)
    return running
  }

  async function writeWaiting() {
    if (dropped > 0) ctx.log.warn({ answers: dropped }, 'answers not stored: too many are waiting')
    dropped = 0
    const rows = waiting
    waiting = []
    waiting_bytes = 0
    if (rows.length === 0) return
    await insertAnswers(ctx.db, newest(rows)).catch((error: unknown) =>
      ctx.log.warn({ err: error, answers: rows.length }, 'answers not stored'),
    )
  }

  return {
    keep({ rule, body, bytes: whole_bytes, ...given }) {
      if (!rule || !isWanted(rule, given.is_good)) return
      if (!stored.hasAnswerBytesLeft(given.login_id, given.at)) return
      if (waiting_bytes > waiting_bytes_max) {
        dropped += 1
        return
      }
      const { answer, bytes, size, cut_at } = cut(body, given.type, rule.max_kb * KB)
      const until = new Date(given.at.getTime() + rule.days * DAY_MS)
      const type = given.type.slice(0, TYPE_MAX)
      waiting.push({ ...given, type, answer, bytes: whole_bytes ?? bytes, cut_at, until })
      waiting_bytes += size
      stored.count(given.login_id, given.at, { answer_bytes: size })
      timer ??= setTimeout(() => flush(), FLUSH_MS).unref()
    },
    flush,
    close: flush,
  }
}

function isWanted({ failed, share }: AnswerRule, is_good: boolean): boolean {
  return is_good ? randomInt(PERCENT) < share : failed
}

/** One statement cannot write a row twice. */
function newest(rows: AnswerRow[]): AnswerRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** `size` is what is stored, `bytes` the size of the whole answer where it is known. */
function cut(body: unknown, type: string, most_bytes: number) {
  const value = Buffer.isBuffer(body) ? readBytes(body, type, most_bytes) : body
  const { value: cut_value, bytes: size, is_cut } = cutRequest(value, most_bytes)
  const bytes = Buffer.isBuffer(body) ? body.length : size
  const answer = typeof cut_value === 'string' ? concealText(cut_value) : conceal(cut_value)
  return { answer: answer ?? null, size, bytes, cut_at: is_cut ? size : null }
}

/** JSON as a value, another text as a text, and nothing of what is no text. */
function readBytes(body: Buffer, type: string, most_bytes: number): unknown {
  if (JSON_TYPE.test(type) && body.length <= PARSED_BYTES_MAX) {
    try {
      return JSON.parse(body.toString('utf8'))
    } catch {
      // Shown as the text it is.
    }
  }
  if (!JSON_TYPE.test(type) && !TEXT_TYPE.test(type)) return null
  // One byte more than fits, so that it counts as cut.
  return body.subarray(0, most_bytes + 1).toString('utf8')
}
