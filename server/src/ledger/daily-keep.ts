import { utcDay } from '@portico/contract/time.ts'
import { timeOfCall } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { cutRequest, outlineOf } from './cut-request.ts'
import type { SettleRow } from './meter-store.ts'
import { addStored } from './stored-volume-store.ts'

export interface KeepBounds {
  /** Bytes of request parameters stored per login and UTC day; after that only names of fields and their sizes are stored. */
  params_bytes: number
  /** Rows of free calls stored per login and UTC day; after that the writer decides what is stored. */
  free_rows: number
  /** Bytes of answers stored per login and UTC day; after that none are stored. */
  answer_bytes: number
}

export interface DailyKeep {
  /** Returns the row as it may be stored, and counts it. */
  fit(row: SettleRow): SettleRow
  /** Counts other data stored for a login. */
  count(login_id: number, at: Date, sum: Partial<Sum>): void
  hasBytesLeft(login_id: number, at: Date): boolean
  hasRowsLeft(login_id: number, at: Date): boolean
  hasAnswerBytesLeft(login_id: number, at: Date): boolean
  /** Adds the counts to the database and reads those of the other processes. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Sum {
  param_bytes: number
  free_rows: number
  answer_bytes: number
}

const NOTHING: Sum = { param_bytes: 0, free_rows: 0, answer_bytes: 0 }

const MB = 1024 * 1024
const FREE_CALL_BYTES = 4096
const PAID_CALL_BYTES = MB
/** Each paid call allows for so many free ones, so that paying customers never reach the bound. */
const FREE_ROWS_FOR_A_PAID_ONE = 10
const FLUSH_MS = 1000

/**
 * The volume stored for each login per day. It is counted here and added to the database once a second, apart from the bookings: no
 * call waits for it, and several processes exceed a bound by no more than what they store in a second.
 */
export function openDailyKeep(ctx: Pick<Ctx, 'db' | 'log'>, bounds: KeepBounds): DailyKeep {
  /** By login and day: the totals of all processes, the counts being flushed, and those still pending. */
  const known = new Map<string, Sum>()
  let flushing = new Map<string, Sum>()
  let pending = new Map<string, Sum>()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  function add(key: string, sum: Sum) {
    pending.set(key, plus(pending.get(key), sum))
    timer ??= setTimeout(() => flush(), FLUSH_MS).unref()
  }

  /** Flushes run one after another. */
  function flush() {
    clearTimeout(timer)
    timer = undefined
    running = running.then(flushPending)
    return running
  }

  async function flushPending() {
    if (pending.size === 0) return
    flushing = pending
    pending = new Map()
    try {
      const totals = await addStored(ctx.db, [...flushing].map(rowOf))
      const newest = totals.reduce((day, row) => (row.day > day ? row.day : day), '')
      for (const key of known.keys()) if (dayIn(key) < newest) known.delete(key)
      for (const { login_id, day, ...sum } of totals) known.set(`${login_id} ${day}`, sum)
    } catch (error) {
      ctx.log.warn({ err: error }, 'counting the stored volume of calls failed, will be retried')
      for (const [key, sum] of flushing) add(key, sum)
    }
    flushing = new Map()
  }

  const sumOf = (key: string) => plus(plus(known.get(key), flushing.get(key)), pending.get(key))
  const hasBytes = (key: string) => sumOf(key).param_bytes < bounds.params_bytes
  return {
    fit(row) {
      const key = keyOf(row.login_id, timeOfCall(row.id))
      const { stored, bytes } = storedRow(row, hasBytes(key))
      add(key, {
        param_bytes: bytes,
        free_rows: row.cost_micros > 0 ? -FREE_ROWS_FOR_A_PAID_ONE : 1,
        answer_bytes: 0,
      })
      return stored
    },
    count: (login_id, at, sum) => add(keyOf(login_id, at), { ...NOTHING, ...sum }),
    hasBytesLeft: (login_id, at) => hasBytes(keyOf(login_id, at)),
    hasRowsLeft: (login_id, at) => sumOf(keyOf(login_id, at)).free_rows < bounds.free_rows,
    hasAnswerBytesLeft: (login_id, at) => sumOf(keyOf(login_id, at)).answer_bytes < bounds.answer_bytes,
    flush,
    close: flush,
  }
}

function storedRow(row: SettleRow, has_bytes_left: boolean): { stored: SettleRow; bytes: number } {
  if (row.request === null) return { stored: row, bytes: 0 }
  const { value, bytes, is_cut } = cutRequest(row.request, row.cost_micros > 0 ? PAID_CALL_BYTES : FREE_CALL_BYTES)
  if (value === null) return { stored: { ...row, request: null }, bytes }
  if (has_bytes_left) return { stored: { ...row, request: value, request_cut_at: is_cut ? bytes : null }, bytes }
  return { stored: { ...row, request: outlineOf(value), request_cut_at: 0 }, bytes: 0 }
}

function plus(one: Sum = NOTHING, other: Sum = NOTHING): Sum {
  return {
    param_bytes: one.param_bytes + other.param_bytes,
    free_rows: one.free_rows + other.free_rows,
    answer_bytes: one.answer_bytes + other.answer_bytes,
  }
}

function keyOf(login_id: number, at: Date): string {
  return `${login_id} ${utcDay(at)}`
}

function dayIn(key: string): string {
  return key.slice(key.indexOf(' ') + 1)
}

function rowOf([key, sum]: [string, Sum]) {
  return { login_id: Number.parseInt(key, 10), day: dayIn(key), ...sum }
}
