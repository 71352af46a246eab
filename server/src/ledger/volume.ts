import type { Micros } from '@portico/contract/money.ts'
import type { Charged, Volume } from '@portico/contract/price-rates.ts'
import { DAY_MS, HOUR_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import {
  callVolume,
  closeVolume,
  deleteClosedVolume,
  deleteVolume,
  keyOfCall,
  lockVolume,
  volumeKey,
  writeVolume,
} from './volume-store.ts'

interface VolumeOf {
  id: string
  login_id: number
}

interface Monthly {
  pool: string
  units: readonly { unit: string; free: number; most: number | null }[]
}

/** A call is booked long before; a task that is queued has been booked when it was posted. */
const NEVER_BOOKED_MS = HOUR_MS
const CLOSED_MS = 62 * DAY_MS

/**
 * Reserves free units of the month for a call, so that calls at the same time cannot use the same ones. What the call does not use
 * is free again when it is counted. Returns the reserved units by name, and what was paid for before.
 */
export function reserveVolume({ db }: Pick<Ctx, 'db'>, call: VolumeOf, { pool, units }: Monthly): Promise<Volume> {
  return inTx(db, async (tx) => {
    const key = await volumeKey(tx, call, pool)
    if (!key) return {}
    const rows = await lockVolume(tx, key, names(units))
    const before = await callVolume(tx, call.id)
    const calls = units.map(({ unit, free, most }) => {
      const own = before.find((one) => one.unit === unit)?.reserved ?? 0
      const left = free - usedOf(rows, unit).free_used - usedOf(rows, unit).free_reserved + own
      const reserved = most === null ? 0 : Math.max(0, Math.min(most, left))
      return { unit, reserved, free: 0, paid: 0, cost_micros: null }
    })
    await writeVolume(tx, call.id, key, calls, before)
    return Object.fromEntries(
      calls.map(({ unit, reserved }) => [unit, { free: reserved, paid: usedOf(rows, unit).paid_used }]),
    )
  })
}

/** Charges a call by what its account has used this month, and counts it there, once: the second time it costs the same. */
export function countVolume(
  { db }: Pick<Ctx, 'db'>,
  call: VolumeOf,
  { pool, units }: Monthly,
  charge: (volume: Volume) => Charged,
): Promise<Micros> {
  return inTx(db, async (tx) => {
    const key = await volumeKey(tx, call, pool)
    if (!key) return charge({}).micros
    const rows = await lockVolume(tx, key, names(units))
    const before = await callVolume(tx, call.id)
    const counted = before.find(({ cost_micros }) => cost_micros !== null)?.cost_micros
    if (counted !== undefined && counted !== null) return counted
    const volume = Object.fromEntries(
      units.map(({ unit, free }) => {
        const { free_used, free_reserved, paid_used } = usedOf(rows, unit)
        const own = before.find((one) => one.unit === unit)?.reserved ?? 0
        return [unit, { free: Math.max(own, free - free_used - free_reserved + own), paid: paid_used }]
      }),
    )
    const { micros, used } = charge(volume)
    const calls = units.map(({ unit }) => {
      const { free, paid } = used[unit] ?? { free: 0, paid: 0 }
      return { unit, reserved: 0, free, paid, cost_micros: micros }
    })
    await writeVolume(tx, call.id, key, calls, before)
    return micros
  })
}

/** Counts what is known of a call whose process died, unless the call was counted before. */
export function countUsed(
  { db }: Pick<Ctx, 'db'>,
  { id, used, cost_micros }: { id: string; used: Volume; cost_micros: Micros },
): Promise<void> {
  return inTx(db, async (tx) => {
    const key = await keyOfCall(tx, id)
    if (!key) return
    await lockVolume(tx, key, names(await callVolume(tx, id)))
    const before = await callVolume(tx, id)
    if (before.some((one) => one.cost_micros !== null)) return
    const calls = before.map(({ unit }) => {
      const { free, paid } = used[unit] ?? { free: 0, paid: 0 }
      return { unit, reserved: 0, free, paid, cost_micros }
    })
    await writeVolume(tx, id, key, calls, before)
  })
}

/** Takes calls that are not charged, or were taken back, out of their months. */
export async function releaseVolume({ db }: Pick<Ctx, 'db'>, ids: string[]): Promise<void> {
  if (ids.length > 0) await inTx(db, (tx) => deleteVolume(tx, ids))
}

/** Job, every few minutes: releases what calls reserved or counted that were never booked, because their process died. */
export async function releaseLostVolume({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const now_ms = clock.now().getTime()
  const lost = await closeVolume(db, new Date(now_ms - NEVER_BOOKED_MS))
  const released = lost.length === 0 ? 0 : await inTx(db, (tx) => deleteVolume(tx, lost))
  await deleteClosedVolume(db, new Date(now_ms - CLOSED_MS))
  return released
}

function names(units: readonly { unit: string }[]): string[] {
  return units.map(({ unit }) => unit)
}

function usedOf<Row extends { unit: string }>(rows: Row[], unit: string): Row {
  const row = rows.find((one) => one.unit === unit)
  if (!row) throw new Error(`the volume of ${unit} was not locked`)
  return row
}
