import type { Micros } from '@portico/contract/money.ts'
import { newCallId, timeOfCall } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Listen } from '#db/db.ts'
import type { HoldRow } from '../meter-store.ts'
import type { HoldOutcome } from '../metered-call.ts'
import { type Kind, keyOf, newKind, noteFunds } from './kind.ts'
import { admit, closeKind, closeLogins, draw, ended, moved, noLeases, opened } from './lease.ts'
import { loginsBeside, moveToOwnHold, RECALLS_CHANNEL } from './lease-store.ts'
import { recallLeases } from './recall.ts'
import { openReturns } from './returns.ts'
import { countCall, holdSingly, SINGLE_MS, sliceOf } from './slice.ts'

/** A lease that no call has used for so long goes back. */
const IDLE_MS = 800
/** After this time a lease is taken again: its size follows the demand, and other processes do not call this one dead so soon. */
const LONGEST_MS = 4000
const LOOK_EVERY_MS = 200
const FORGOTTEN_AFTER_MS = 10_000
/** The longest time a call waits for other processes to give their leases back. */
const RECALL_MS = 1000
/** Calls that wait for a lease and find it used up by others so often are held one by one. */
const TRIES = 3

export interface LeaseOptions {
  /** Receives the recalls of other processes. */
  listen: Listen
  single_ms?: number
}

export interface OpenLeases {
  /** Decides in memory where a lease covers the call, else by the database, as for one call alone. */
  hold(row: HoldRow): Promise<HoldOutcome>
  /** The amount that a lease has reserved for this call; undefined for a call with a hold of its own. */
  reserved(call_id: string): Micros | undefined
  /** Gives a call that a lease admitted a hold of its own, which other processes find if this one dies. */
  own(call_id: string): Promise<void>
  /** What the settlement of this call, which must be sent now, takes from which lease. */
  draw(call_id: string, cost: Micros): { lease_id: string; lease_micros: Micros } | undefined
  /** A settlement has ended; its outcome may be unknown. */
  settled(call_id: string, isKnown: boolean): void
  /** Releases the reservation of a call; false when it has none. */
  release(call_id: string): boolean
  metrics(): { admitted: number; taken: number; recalled: number }
  close(): Promise<void>
}

/** The outcome of a hold of its own, and whether it was refused while some of the money was on lease. */
export interface AloneOutcome {
  outcome: HoldOutcome
  has_leases: boolean
}

export function openLeases(
  ctx: Pick<Ctx, 'db' | 'log'> & LeaseOptions,
  /** Bookings of one call: its hold alone, and whether the database does not take any now, so that none may be admitted. */
  { holdAlone, isStalled }: { holdAlone(row: HoldRow): Promise<AloneOutcome>; isStalled(): boolean },
): OpenLeases {
  const { log, single_ms = SINGLE_MS } = ctx
  const leases = noLeases()
  const kinds = new Map<string, Kind>()
  const counts = { admitted: 0, taken: 0, recalled: 0 }
  const returns = openReturns(ctx)
  const recalls = new Map<string, Promise<void>>()

  const listening = ctx.listen(RECALLS_CHANNEL, {
    log,
    notified: (payload) => {
      const login_ids = new Set(payload.split(',').map(Number))
      void giveBack((login_id) => login_ids.has(login_id))
    },
    opened: () => {
      // Recalls may have been missed while the connection was lost.
      if (isListening) void giveBack(() => true)
      isListening = true
    },
  })
  let isListening = false
  const looking = setInterval(giveBackUnused, LOOK_EVERY_MS)
  looking.unref()

  function giveBack(isOf: (login_id: number) => boolean): Promise<void> {
    const now_ms = performance.now()
    for (const kind of kinds.values()) if (isOf(kind.login_id)) holdSingly(kind.demand, now_ms + single_ms)
    counts.recalled += 1
    return returns.add(closeLogins(leases, isOf))
  }

  function giveBackUnused() {
    const now_ms = performance.now()
    for (const [key, kind] of kinds) {
      if (now_ms - kind.used_ms > IDLE_MS || isOld(kind, now_ms)) void returns.add(closeKind(leases, key))
      if (now_ms - kind.used_ms > FORGOTTEN_AFTER_MS && !kind.taking) kinds.delete(key)
    }
  }

  function kindOf({ login_id }: HoldRow, key: string): Kind {
    const kind = kinds.get(key) ?? newKind(login_id, performance.now())
    kinds.set(key, kind)
    return kind
  }

  /** Reserves the price in memory; undefined where the lease has not so much left, or there is none. */
  function admitted(row: HoldRow, key: string, kind: Kind): HoldOutcome | undefined {
    const now_ms = performance.now()
    kind.used_ms = now_ms
    // Also after this process was stopped for a while: others may have taken it for dead, and its leases with it.
    if (isOld(kind, now_ms)) void returns.add(closeKind(leases, key))
    if (isStalled() || !kind.funds || !admit(leases, key, { id: row.id, amount: row.amount_micros })) return undefined
    counts.admitted += 1
    return { ok: true, ...kind.funds }
  }

  async function take(row: HoldRow, key: string, kind: Kind, amount_micros: Micros): Promise<void> {
    const id = newCallId(timeOfCall(row.id))
    const since_ms = performance.now()
    try {
      const { outcome } = await holdAlone({ ...row, id, amount_micros, is_lease: true, lease_returns: 0 })
      if (!outcome.ok) return holdSingly(kind.demand, performance.now() + single_ms)
      counts.taken += 1
      kind.taken_ms = since_ms
      noteFunds(kind, outcome)
      void returns.add(opened(leases, key, { id, login_id: row.login_id, amount: amount_micros }))
      // A recall that came while the database granted it holds for this lease, too.
      if (performance.now() < kind.demand.single_until_ms) void returns.add(closeKind(leases, key))
    } catch (error) {
      // It may have been granted all the same.
      void returns.add([{ id, step: 0, micros: null, is_final: true }])
      throw error
    }
  }

  /** A refusal counts only when nothing was on lease, or when a process did not give its lease back in time. */
  async function holdOne(row: HoldRow, kind: Kind): Promise<HoldOutcome> {
    const until_ms = performance.now() + RECALL_MS
    for (;;) {
      const { outcome, has_leases } = await holdAlone(row)
      if (outcome.ok) noteFunds(kind, outcome)
      else holdSingly(kind.demand, performance.now() + single_ms)
      if (!has_leases || performance.now() > until_ms) return outcome
      const isBudget = !outcome.ok && outcome.reason === 'budget'
      // A budget counts the other logins of the account, too.
      await recall(isBudget ? await loginsBeside(ctx.db, row.login_id) : [row.login_id])
    }
  }

  function recall(login_ids: number[]): Promise<void> {
    const key = login_ids.join()
    const running = recalls.get(key)
    if (running) return running
    const begun = giveBack((id) => login_ids.includes(id))
      .then(() => recallLeases(ctx, login_ids))
      .finally(() => recalls.delete(key))
    recalls.set(key, begun)
    return begun
  }

  return {
    async hold(row) {
      if (leases.calls.has(row.id)) return { ok: false, reason: 'repeated' }
      const key = keyOf(row)
      const kind = kindOf(row, key)
      countCall(kind.demand, performance.now())
      for (let tries = 0; tries < TRIES; tries++) {
        const held = admitted(row, key, kind)
        if (held) return held
        const slice = sliceOf(kind.demand, row.amount_micros, performance.now())
        if (slice === 0 || !isListening || isStalled()) break
        kind.taking ??= take(row, key, kind, slice).finally(() => {
          kind.taking = undefined
        })
        await kind.taking
      }
      return holdOne(row, kind)
    },
    reserved: (call_id) => leases.calls.get(call_id)?.amount,
    async own(call_id) {
      const reservation = leases.calls.get(call_id)
      if (!reservation) return
      try {
        await moveToOwnHold(ctx.db, reservation.lease.id, call_id, reservation.amount)
        void returns.add(moved(leases, call_id))
      } catch (error) {
        void returns.add(ended(leases, call_id, false))
        throw error
      }
    },
    draw(call_id, cost) {
      const drawn = draw(leases, call_id, cost)
      return drawn && { lease_id: drawn.lease_id, lease_micros: drawn.drawn }
    },
    settled(call_id, isKnown) {
      void returns.add(ended(leases, call_id, isKnown))
    },
    release(call_id) {
      const has = leases.calls.has(call_id)
      void returns.add(ended(leases, call_id, true))
      return has
    },
    metrics: () => ({ ...counts }),
    async close() {
      clearInterval(looking)
      await listening.close()
      await giveBack(() => true)
      await returns.close()
    },
  }
}

const isOld = ({ taken_ms }: Kind, now_ms: number) => now_ms - taken_ms > LONGEST_MS
