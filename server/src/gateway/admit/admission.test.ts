import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#db/db.ts'
import { openTestDatabase } from '#testing/db/database.ts'
import type { Admission } from '../gate.ts'
import { openAdmission } from './admission.ts'

let database: Database
let now = new Date('2026-03-02T10:00:00.000Z')
let logins = 0

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
})

const open = (is_alone: boolean) =>
  openAdmission(
    {
      db: database.db,
      clock: { now: () => now },
      log: pino({ level: 'silent' }),
      env: { booking_timeout_ms: 15_000 },
    },
    randomUUID(),
    is_alone,
  )

function newLogin(bounds: { per_minute?: number; simultaneous?: number } = {}) {
  logins += 1
  return { login_id: logins, per_minute: 1000, simultaneous: 1000, ...bounds }
}

/** Enters so many calls at once and leaves them in progress. */
async function codes(admission: Admission, caller: ReturnType<typeof newLogin>, count: number) {
  const entered = await Promise.all(Array.from({ length: count }, () => admission.enter(caller)))
  return {
    in: entered.filter(({ ok }) => ok).length,
    refused: [...new Set(entered.flatMap((one) => (one.ok ? [] : one.code)))],
    remaining: entered.flatMap((one) => (one.ok ? one.remaining : [])),
    leave: () => {
      for (const one of entered) if (one.ok) one.leave()
    },
  }
}

describe.each([
  ['alone on its database', true],
  ['one of several', false],
])('a process that is %s', (_, is_alone) => {
  test('G4 a login is admitted up to its calls per minute, and again in the next minute', async () => {
    const [admission, caller] = [await open(is_alone), newLogin({ per_minute: 5 })]
    const first = await codes(admission, caller, 8)
    expect(first).toMatchObject({ in: 5, refused: [CODE.rateLimit], remaining: [4, 3, 2, 1, 0] })
    first.leave()
    expect(await codes(admission, caller, 1)).toMatchObject({ in: 0, refused: [CODE.rateLimit] })
    expect(await codes(admission, newLogin({ per_minute: 1 }), 2)).toMatchObject({ in: 1 })
    now = new Date(now.getTime() + 60_000)
    expect(await codes(admission, caller, 8)).toMatchObject({ in: 5 })
    await admission.close()
  })

  test('G4 a login runs up to its simultaneous calls, and another one as soon as one has left', async () => {
    const [admission, caller] = [await open(is_alone), newLogin({ simultaneous: 3 })]
    const first = await codes(admission, caller, 4)
    expect(first).toMatchObject({ in: 3, refused: [CODE.tooManyAtOnce] })
    expect(await codes(admission, caller, 1)).toMatchObject({ in: 0, refused: [CODE.tooManyAtOnce] })
    first.leave()
    first.leave()
    expect(await codes(admission, caller, 4)).toMatchObject({ in: 3 })
    await admission.close()
  })

  test('G4 a call refused for too many simultaneous ones does not count against the minute', async () => {
    const [admission, caller] = [await open(is_alone), newLogin({ simultaneous: 1, per_minute: 3 })]
    const first = await codes(admission, caller, 1)
    expect(await codes(admission, caller, 9)).toMatchObject({ in: 0, refused: [CODE.tooManyAtOnce] })
    first.leave()
    for (const left of [1, 0]) {
      const next = await codes(admission, caller, 1)
      expect(next).toMatchObject({ in: 1, remaining: [left] })
      next.leave()
    }
    expect(await codes(admission, caller, 1)).toMatchObject({ in: 0, refused: [CODE.rateLimit] })
    await admission.close()
  })

  test('G4 a clock that is set back does not reset the minute, and one that was far ahead locks no login out', async () => {
    const [admission, caller] = [await open(is_alone), newLogin({ per_minute: 5 })]
    const at = now
    await codes(admission, caller, 3)
    now = new Date(at.getTime() - 30_000)
    expect(await codes(admission, caller, 5)).toMatchObject({ in: 2, refused: [CODE.rateLimit] })
    now = new Date(at.getTime() - 3_600_000)
    expect(await codes(admission, caller, 6)).toMatchObject({ in: 5, refused: [CODE.rateLimit] })
    now = at
    await admission.close()
  })

  test('G4 storing the counts does not reset the calls of the current minute', async () => {
    const [admission, caller] = [await open(is_alone), newLogin({ per_minute: 5 })]
    await codes(admission, caller, 3)
    await admission.beat()
    expect(await codes(admission, caller, 5)).toMatchObject({ in: 2, refused: [CODE.rateLimit] })
    await admission.close()
  })

  test('G4 a restart does not reset the calls of the current minute', async () => {
    const caller = newLogin({ per_minute: 5 })
    const killed = await open(is_alone)
    await codes(killed, caller, 3)
    await killed.beat()
    const after = await open(is_alone)
    expect(await codes(after, caller, 5)).toMatchObject({ in: 2, refused: [CODE.rateLimit] })
    now = new Date(now.getTime() + 60_000)
    await after.beat()
    expect(await codes(after, caller, 5)).toMatchObject({ in: 5 })
    for (const one of [killed, after]) await one.close()
  })
})
