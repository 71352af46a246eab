import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { decimalText } from '@portico/contract/money.ts'
import { errorText } from '#db/error-code.ts'
import { bytesOf, type SettleRequest } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import { isTrouble, uncertain } from '../record/booking-trouble.ts'
import type { PreparedTask } from '../record/prepared-task.ts'
import { refuse } from '../record/refuse.ts'
import { canonical, digest } from '../wire/canonical.ts'
import { isGood } from '../wire/codes.ts'
import type { Envelope, Reply } from '../wire/envelope.ts'
import { executeTasks, isSuccess } from './execute-tasks.ts'
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

/** What this process is working on, by its key: one that is not among them was given up by it. */
const under_way = new Map<string, Buffer>()

/**
 * A request under a key of its caller's is done once: the same again gets the same reply and costs nothing. A key whose
 * request did nothing is free again. When the process that had it died, who comes next finds out how far it came.
 */
export async function withIdempotencyKey(
  gate: Gate,
  call: Call,
  preparedTasks: PreparedTask[],
  key: string,
): Promise<Reply> {
  const place = { login_id: call.caller.login_id, key_hash: digest(key) }
  const request_hash = digest(call.method, call.path, canonical(preparedTasks.map(({ params }) => params)))
  const name = `${gate.admission.instance} ${place.login_id} ${place.key_hash.toString('base64url')}`
  const same = under_way.get(name)
  if (same) return same.equals(request_hash) ? busy(gate, call) : refuse(gate, call, 40900)
  under_way.set(name, request_hash)
  try {
    return await firstOrAgain(gate, call, preparedTasks, place, request_hash)
  } finally {
    under_way.delete(name)
  }
}

async function firstOrAgain(
  gate: Gate,
  call: Call,
  preparedTasks: PreparedTask[],
  key_id: KeyId,
  request_hash: Buffer,
): Promise<Reply> {
  const { instance } = gate.admission
  const attempt = { request_hash, instance, calls: preparedTasks.map(({ id }) => id), made_at: call.at }
  if (await insertKey(gate.ctx.db, key_id, attempt)) return doOnce(gate, call, preparedTasks, key_id, 1)
  const seen = await readKey(gate.ctx.db, key_id)
  if (!seen) return busy(gate, call)
  if (!seen.request_hash.equals(request_hash)) return refuse(gate, call, 40900)
  if (seen.is_settled && seen.reply) return replay(seen.reply)
  if (seen.instance !== instance && seen.is_alive) return busy(gate, call)
  if (seen.reply && (await settleAgain(gate, key_id, seen))) return replay(seen.reply)
  if (!(await takeOverKey(gate.ctx.db, key_id, seen, attempt))) return busy(gate, call)
  // Whatever the dead attempt held comes back now; if it is not dead after all, it can no longer be booked.
  try {
    await Promise.all(seen.calls.map((id) => gate.meter.void(id)))
  } catch (error) {
    // The key is ours now and names our own calls: nobody would find those of the dead attempt by it.
    gate.meter.giveBack(seen.calls)
    throw error
  }
  return doOnce(gate, call, preparedTasks, key_id, seen.attempt + 1)
}

async function doOnce(
  gate: Gate,
  call: Call,
  preparedTasks: PreparedTask[],
  key_id: KeyId,
  attempt: number,
): Promise<Reply> {
  const { db } = gate.ctx
  let is_saved = false
  try {
    const reply = await executeTasks(gate, call, preparedTasks, async (reply, settles) => {
      is_saved = await saveReply(db, key_id, attempt, await pack(JSON.stringify(keepable(reply))), settles)
      return is_saved
    })
    // It is booked: whoever comes with the key again finds that out, should this not be written.
    if (is_saved)
      await markSettled(db, key_id, attempt).catch((error) =>
        gate.ctx.log.warn({ reason: errorText(error), request_id: call.id }, 'a key was not marked as settled'),
      )
    else if (!isSuccess(preparedTasks)) await dropKey(db, key_id, attempt)
    return reply
  } catch (error) {
    if (!is_saved) await dropKey(db, key_id, attempt).catch(() => undefined)
    else if (isTrouble(error)) return uncertain(call.since_ms)
    throw error
  }
}

interface Kept {
  http: number
  envelope: Envelope
  /** Of what passes as it is, in base64. */
  raw?: { headers: Record<string, string>; body: string }
}

/** The reply as it is given again: what refused tasks asked was free, and is repeated up to a few kilobytes only. */
function keepable({ http, envelope, raw }: Reply): Kept {
  if (raw && Buffer.isBuffer(raw.body))
    return { http, envelope, raw: { headers: raw.headers, body: raw.body.toString('base64') } }
  const failed = envelope.tasks?.filter(({ status_code }) => !isGood(status_code)) ?? []
  if (failed.reduce((sum, { data }) => sum + bytesOf(data), 0) <= REFUSED_BYTES) return { http, envelope }
  const tasks = envelope.tasks?.map((task) => (isGood(task.status_code) ? task : { ...task, data: {} })) ?? null
  return { http, envelope: { ...envelope, tasks } }
}

/** The reply was written and its author died before or after the booking; both are the same to the meter. */
async function settleAgain(gate: Gate, key_id: KeyId, { attempt, settles }: KeyRow): Promise<boolean> {
  const written = (settles ?? []) as SettleRequest[]
  const paid = written.filter(({ cost_micros }) => cost_micros > 0)
  const settle = (some: SettleRequest[]) => Promise.all(some.map((one) => gate.meter.settle(one)))
  // What is booked is not done again, even if the rest of the same request can no longer be; what is free always can be.
  const booked = await settle(paid)
  if (paid.length > 0 && booked.every(({ ok }) => !ok)) return false
  await settle(written.filter(({ cost_micros }) => cost_micros === 0))
  await markSettled(gate.ctx.db, key_id, attempt)
  return true
}

async function replay(packed: Buffer): Promise<Reply> {
  const { http, envelope, raw }: Kept = JSON.parse((await unpack(packed)).toString('utf8'))
  return {
    http,
    envelope,
    headers: { 'x-cost': decimalText(0), 'idempotency-replayed': 'true' },
    ...(raw && { raw: { http, headers: raw.headers, body: Buffer.from(raw.body, 'base64') } }),
  }
}

async function busy(gate: Gate, call: Call): Promise<Reply> {
  const reply = await refuse(gate, call, 40901)
  return { ...reply, headers: { ...reply.headers, 'retry-after': '1' } }
}
