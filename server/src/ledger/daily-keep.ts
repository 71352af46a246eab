import type { Ctx } from '#ctx/ctx.ts'
import { timeOfCall } from './call-id.ts'
import { cutRequest, outlineOf } from './cut-request.ts'
import type { SettleRow } from './meter-store.ts'
import { addStored } from './stored-volume-store.ts'

export interface KeepBounds {
  /** Of what a login asks, in a UTC day; of what comes then only the names of fields and their sizes are kept. */
  params_bytes: number
  /** Rows of calls of a login that cost nothing, in a UTC day; what may be kept then is up to who writes them. */
  free_rows: number
}

export interface DailyKeep {
  /** The row as it may be kept, and counted. */
  fit(row: SettleRow): SettleRow
  /** Something else was kept of a login. */
  count(login_id: number, at: Date, sum: Partial<Sum>): void
  hasBytesLeft(login_id: number, at: Date): boolean
  hasRowsLeft(login_id: number, at: Date): boolean
  /** Tells the other processes, and hears from them. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Sum {
  param_bytes: number
  free_rows: number
}

const MB = 1024 * 1024
const FREE_CALL_BYTES = 4096
const PAID_CALL_BYTES = MB
/** Each call that is paid for makes room for so many that are not, so that who works with us is never short of it. */
const FREE_ROWS_FOR_A_PAID_ONE = 10
const FLUSH_MS = 1000

/**
 * How much is kept of each login in a day. Counted here and told to the database once a second, aside from what is booked: no
 * call waits for it, and several processes exceed a bound by no more than they keep in a second.
 */
export function openDailyKeep(ctx: Pick<Ctx, 'db' | 'log'>, bounds: KeepBounds): DailyKeep {
  /** By login and day: what all processes have told, what is being told, and what is still to be. */
  const known = new Map<string, Sum>()
  let telling = new Map<string, Sum>()
  let untold = new Map<string, Sum>()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  function add(key: string, sum: Sum) {
    untold.set(key, plus(untold.get(key), sum))
    timer ??= setTimeout(() => flush(), FLUSH_MS).unref()
  }

  /** One after another. */
  function flush() {
    clearTimeout(timer)
    timer = undefined
    running = running.then(tell)
    return running
  }

  async function tell() {
    if (untold.size === 0) return
    telling = untold
    untold = new Map()
    try {
      const totals = await addStored(ctx.db, [...telling].map(rowOf))
      const newest = totals.reduce((day, row) => (row.day > day ? row.day : day), '')
      for (const key of known.keys()) if (dayIn(key) < newest) known.delete(key)
      for (const { login_id, day, ...sum } of totals) known.set(`${login_id} ${day}`, sum)
    } catch (error) {
      ctx.log.warn({ err: error }, 'counting what is kept of calls failed, will be tried again')
      for (const [key, sum] of telling) add(key, sum)
    }
    telling = new Map()
  }

  const sumOf = (key: string) => plus(plus(known.get(key), telling.get(key)), untold.get(key))
  const hasBytesLeft = (login_id: number, at: Date) => sumOf(keyOf(login_id, at)).param_bytes < bounds.params_bytes
  return {
    fit(row) {
      const at = timeOfCall(row.id)
      const { login_id, cost_micros } = row
      const free_rows = cost_micros > 0 ? -FREE_ROWS_FOR_A_PAID_ONE : 1
      const { stored, bytes } = keptOf(row, hasBytesLeft(login_id, at))
      add(keyOf(login_id, at), { param_bytes: bytes, free_rows })
      return stored
    },
    count: (login_id, at, sum) => add(keyOf(login_id, at), { param_bytes: 0, free_rows: 0, ...sum }),
    hasBytesLeft,
    hasRowsLeft: (login_id, at) => sumOf(keyOf(login_id, at)).free_rows < bounds.free_rows,
    flush,
    close: flush,
  }
}

function keptOf(row: SettleRow, has_bytes_left: boolean): { stored: SettleRow; bytes: number } {
  if (row.request === null) return { stored: row, bytes: 0 }
  const { value, bytes, is_cut } = cutRequest(row.request, row.cost_micros > 0 ? PAID_CALL_BYTES : FREE_CALL_BYTES)
  if (value === null) return { stored: { ...row, request: null }, bytes }
  if (has_bytes_left) return { stored: { ...row, request: value, request_cut_at: is_cut ? bytes : null }, bytes }
  return { stored: { ...row, request: outlineOf(value), request_cut_at: 0 }, bytes: 0 }
}

function plus(one: Sum | undefined, other: Sum | undefined): Sum {
  return {
    param_bytes: (one?.param_bytes ?? 0) + (other?.param_bytes ?? 0),
    free_rows: (one?.free_rows ?? 0) + (other?.free_rows ?? 0),
  }
}

function keyOf(login_id: number, at: Date): string {
  return `${login_id} ${at.toISOString().slice(0, 10)}`
}

function dayIn(key: string): string {
  return key.slice(key.indexOf(' ') + 1)
}

function rowOf([key, sum]: [string, Sum]) {
  return { login_id: Number.parseInt(key, 10), day: dayIn(key), ...sum }
}
