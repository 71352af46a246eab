import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { CODE, isGood } from '@portico/contract/codes.ts'
import { decimalText } from '@portico/contract/money.ts'
import { errorText } from '#db/error-code.ts'
import { bytesOf, releaseVolume, type SettleRequest } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import { isDatabaseDown, uncertain } from '../record/booking-health.ts'
import type { PreparedTask } from '../record/prepared-task.ts'
import { refuseAndRecord } from '../record/refuse-and-record.ts'
import { canonical, digest } from '../wire/canonical.ts'
import type { Envelope, Reply } from '../wire/envelope.ts'
import { executeTasks } from './execute-tasks.ts'
import {
  dropKey,
  insertKey,
  type KeyId,
  type KeyRow,
  markSettled,
  readKey,
  saveReply,
  takeOverKey,
} from './key-store.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)
/** A key and its reply are deleted after so long; the same key is then a new request. */
export const IDEMPOTENCY_KEY_TTL_MS = 2 * 24 * 60 * 60 * 1000
const REFUSED_BYTES = 4096

/** Requests in progress in this process by key. A key of this process that is missing here was given up. */
const in_progress = new Map<string, Buffer>()

/**
 * A request with an idempotency key runs once: the same request again gets the same reply and costs nothing. A key whose request
 * did nothing is free again. When the process that ran it died, the next request with the key continues from what is stored.
 */
export async function withIdempotencyKey(
  gate: Gate,
  call: Call,
  preparedTasks: PreparedTask[],
  key: string,
): Promise<Reply> {
  const key_id = { login_id: call.caller.login_id, key_hash: digest(key) }
  const params = canonical(preparedTasks.map((one) => one.params))
  const request_hash = digest(call.method, call.path, params, ...fileIn(call))
  const name = `${gate.admission.instance} ${key_id.login_id} ${key_id.key_hash.toString('base64url')}`
  const same = in_progress.get(name)
  if (same)
    return same.equals(request_hash)
      ? refuseAsRunning(gate, call)
      : refuseAndRecord(gate, call, { code: CODE.idempotencyConflict })
  in_progress.set(name, request_hash)
  try {
    return await runOrReplay(gate, call, preparedTasks, key_id, request_hash)
  } finally {
    in_progress.delete(name)
  }
}

/** The bytes of a body that is not JSON, whose fields are not among the parameters. */
function fileIn({ plain_request }: Call): string[] {
  const { bytes, type = '' } = plain_request?.body ?? {}
  return bytes && !/json$/.test(type) ? [bytes.toString('latin1')] : []
}

async function runOrReplay(
  gate: Gate,
  call: Call,
  preparedTasks: PreparedTask[],
  key_id: KeyId,
  request_hash: Buffer,
): Promise<Reply> {
  const { instance } = gate.admission
  const attempt = { request_hash, instance, calls: preparedTasks.map(({ id }) => id), made_at: call.at }
  if (await insertKey(gate.ctx.db, key_id, attempt)) return runOnce(gate, call, preparedTasks, key_id, 1)
  const existing = await readKey(gate.ctx.db, key_id)
  if (!existing) return refuseAsRunning(gate, call)
  if (!existing.request_hash.equals(request_hash))
    return refuseAndRecord(gate, call, { code: CODE.idempotencyConflict })
  if (existing.is_settled && existing.reply) return replay(existing.reply)
  if (existing.instance !== instance && existing.is_alive) return refuseAsRunning(gate, call)
  if (existing.reply && (await settleAgain(gate, key_id, existing))) return replay(existing.reply)
  if (!(await takeOverKey(gate.ctx.db, key_id, existing, attempt))) return refuseAsRunning(gate, call)
  // The holds of the dead attempt are released; should it not be dead after all, it can no longer be booked.
  try {
    await Promise.all(existing.calls.map((id) => gate.meter.void(id)))
    if (preparedTasks.some(({ quote }) => quote.monthly)) await releaseVolume(gate.ctx, existing.calls)
  } catch (error) {
    // The key now names our own calls, so the calls of the dead attempt could not be found by it any more.
    gate.meter.giveBack(existing.calls)
    throw error
  }
  return runOnce(gate, call, preparedTasks, key_id, existing.attempt + 1)
}

async function runOnce(
  gate: Gate,
  call: Call,
  preparedTasks: PreparedTask[],
  key_id: KeyId,
  attempt: number,
): Promise<Reply> {
  const { db } = gate.ctx
  /** Undefined: no task succeeded, so there was nothing to save. */
  let is_saved: boolean | undefined
  try {
    const reply = await executeTasks(gate, call, preparedTasks, async (reply, settles) => {
      is_saved = await saveReply(db, key_id, attempt, await pack(JSON.stringify(storedReplyOf(reply))), settles)
      return is_saved
    })
    // It is booked. If this write fails, the next request with the key finds the booking.
    if (is_saved)
      await markSettled(db, key_id, attempt).catch((error) =>
        gate.ctx.log.warn({ reason: errorText(error), request_id: call.id }, 'idempotency key not marked as settled'),
      )
    else if (is_saved === undefined) await dropKey(db, key_id, attempt)
    return reply
  } catch (error) {
    if (!is_saved) await dropKey(db, key_id, attempt).catch(() => undefined)
    else if (isDatabaseDown(error)) return uncertain(call.since_ms)
    throw error
  }
}

interface StoredReply {
  http: number
  envelope: Envelope
  /** The answer of a plain document's source, in base64. */
  raw?: { headers: Record<string, string>; body: string }
}

/** The reply as it is stored for replay. Refused tasks are free, so their parameters are stored up to a few kilobytes only. */
function storedReplyOf({ http, envelope, raw }: Reply): StoredReply {
  if (raw && Buffer.isBuffer(raw.body))
    return { http, envelope, raw: { headers: raw.headers, body: raw.body.toString('base64') } }
  const failed = envelope.tasks?.filter(({ status_code }) => !isGood(status_code)) ?? []
  if (failed.reduce((sum, { data }) => sum + bytesOf(data), 0) <= REFUSED_BYTES) return { http, envelope }
  const tasks = envelope.tasks?.map((task) => (isGood(task.status_code) ? task : { ...task, data: {} })) ?? null
  return { http, envelope: { ...envelope, tasks } }
}

/** Books a stored reply whose process died before or after its booking; settling twice is the same to the meter. */
async function settleAgain(gate: Gate, key_id: KeyId, { attempt, settles }: KeyRow): Promise<boolean> {
  const written = (settles ?? []) as SettleRequest[]
  const paid = written.filter(({ cost_micros }) => cost_micros > 0)
  const settle = (some: SettleRequest[]) => Promise.all(some.map((one) => gate.meter.settle(one)))
  // A booked task is not run again, even if the rest of its request can no longer be booked; free tasks always can be.
  const booked = await settle(paid)
  if (paid.length > 0 && booked.every(({ ok }) => !ok)) return false
  await settle(written.filter(({ cost_micros }) => cost_micros === 0))
  await markSettled(gate.ctx.db, key_id, attempt)
  return true
}

async function replay(packed: Buffer): Promise<Reply> {
  const { http, envelope, raw }: StoredReply = JSON.parse((await unpack(packed)).toString('utf8'))
  return {
    http,
    envelope,
    headers: { 'x-cost': decimalText(0), 'idempotency-replayed': 'true' },
    ...(raw && { raw: { http, headers: raw.headers, body: Buffer.from(raw.body, 'base64') } }),
  }
}

function refuseAsRunning(gate: Gate, call: Call): Promise<Reply> {
  return refuseAndRecord(gate, call, { code: CODE.idempotencyRunning, headers: { 'retry-after': '1' } })
}
