import { appendFile, mkdir, readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CODE } from '@portico/contract/codes.ts'
import { isCallId } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { errorText } from '#db/error-code.ts'
import { heldLeases, type Meter, takeBackCalls } from '#ledger/index.ts'
import type { RefusedCall, RefusedCalls } from '../gate.ts'
import { CODES } from '../wire/codes.ts'

const PAUSE_MS = 1000
const AT_ONCE = 200
/** A slower disk counts as failed, because the caller waits for this write. */
const NOTE_TIMEOUT_MS = 2000
const NOTE = /^([0-9a-f-]{36}) (\d{1,10})(?: ([0-9a-f-]{36}))?$/

/**
 * Undoes bookings that the database did not confirm. A hold that still exists is released, after which nothing can be booked on it;
 * then the booking is reversed, if there is one. Both are idempotent. A call on a lease waits until that
 * lease has been returned: before that, its booking may be under way, as on a new primary that waits for a standby.
 */
export async function openRefusedCalls(
  ctx: Pick<Ctx, 'db' | 'clock' | 'log' | 'env'>,
  meter: Pick<Meter, 'void' | 'announce'>,
  instance: string,
): Promise<RefusedCalls> {
  const folder = join(ctx.env.data_dir, 'refused-calls')
  const own = join(folder, `${instance}.log`)
  const files = new Set([own])
  const owed = new Map<string, RefusedCall>()
  /** Every id taken from files and callers since the files were last deleted. */
  const seen = new Set<string>()
  const stop = new AbortController()
  let unwritten: { lines: string; written: Promise<void> } | undefined
  let writing: Promise<unknown> = Promise.resolve()
  let running: Promise<void> | undefined

  /** Calls that are owed at the same moment share one write and one flush. */
  function note(lines: string): Promise<void> {
    if (unwritten) {
      unwritten.lines += lines
      return unwritten.written
    }
    const next = { lines, written: Promise.resolve() }
    unwritten = next
    next.written = writing.then(async () => {
      unwritten = undefined
      await mkdir(folder, { recursive: true })
      await appendFile(own, next.lines, { flush: true, mode: 0o600 })
    })
    writing = next.written.catch(() => undefined)
    return next.written
  }

  async function undoOwed() {
    while (owed.size > 0 && !stop.signal.aborted) {
      try {
        const open = await heldLeases(ctx.db, [...owed.values()])
        const calls = [...owed.values()].filter(({ lease_id }) => !open.has(lease_id ?? '')).slice(0, AT_ONCE)
        await undo(calls)
        for (const { id } of calls) owed.delete(id)
        if (owed.size === 0) await forget()
        if (calls.length === 0) await rest()
      } catch (error) {
        ctx.log.warn({ calls: owed.size, reason: errorText(error) }, 'refused calls not reversed, retrying')
        await rest()
      }
    }
    running = undefined
  }

  const rest = () => sleep(PAUSE_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)

  async function undo(calls: RefusedCall[]) {
    // Whether a hold was there proves nothing: when the answer to a first try was lost, the second one counts as the first.
    await Promise.all(calls.map(({ id }) => meter.void(id)))
    await takeBackCalls(ctx, calls, { code: CODE.unavailable, message: CODES[CODE.unavailable] })
    meter.announce([...new Set(calls.map(({ login_id }) => login_id))])
  }

  /** Deletes the files only while nothing is owed and nothing is being written, so that no open line is lost. */
  async function forget() {
    const done = writing.then(async () => {
      if (owed.size > 0 || unwritten) return
      for (const file of files) {
        const late = file === own ? [] : await callsIn(file)
        if (late.some(({ id }) => !seen.has(id))) return take(late)
        await unlink(file).catch(() => undefined)
        if (file !== own) files.delete(file)
      }
      seen.clear()
    })
    writing = done.catch(() => undefined)
    await done
  }

  function take(calls: RefusedCall[]) {
    for (const call of calls) {
      seen.add(call.id)
      owed.set(call.id, call)
    }
    if (!stop.signal.aborted) running ??= undoOwed()
  }

  for (const name of await readdir(folder).catch(() => [])) {
    // Another process may be appending to this file; after the rename it starts a new one of the old name.
    const taken = join(folder, `${name.replace(/(\.taken)?\.log$/, '')}.taken.log`)
    await rename(join(folder, name), taken).catch(() => undefined)
    files.add(taken)
    take(await callsIn(taken))
  }

  return {
    async owe(calls) {
      take(calls)
      const written = note(calls.map(lineOf).join(''))
      const late = sleep(NOTE_TIMEOUT_MS, false, { ref: false })
      return Promise.race([written.then(() => true), late]).catch((error) => {
        ctx.log.error({ calls: calls.length, reason: errorText(error) }, 'refused calls not written to disk')
        return false
      })
    },
    async close() {
      stop.abort()
      await running
      await writing
    },
  }
}

function lineOf({ id, login_id, lease_id }: RefusedCall): string {
  return `${[id, login_id, lease_id].filter((one) => one !== undefined).join(' ')}\n`
}

async function callsIn(file: string): Promise<RefusedCall[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [, id = '', login_id, lease_id] = NOTE.exec(line) ?? []
    return isCallId(id) ? [{ id, login_id: Number(login_id), lease_id }] : []
  })
}
