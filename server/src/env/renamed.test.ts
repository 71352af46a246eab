import { expect, test } from 'vitest'
import { isStartProblem } from '#db/start-problem.ts'
import { readEnv, settingsInForce } from './env.ts'
import { misspeltSettings } from './misspelt.ts'
import { RENAMED, renamedSettings } from './renamed.ts'
import { SETTINGS } from './settings.ts'

const ROOT = '/srv/portico'
const MB = 1024 * 1024

test('an old name of a setting has the effect of the present one', () => {
  const old = Object.fromEntries([
    ['KEPT_FREE_ROWS', '200'],
    ['KEPT_PARAMS_MB', '3'],
    ['BOOKING_PATIENCE_MS', '400'],
    ['TRIAL_CREDIT_USD', '5'],
    ['CONFIRM_ABOVE_USD', '60'],
  ])
  const present = {
    FREE_CALLS_PER_DAY: '200',
    PARAMS_STORED_MB_PER_DAY: '3',
    BOOKING_TIMEOUT_MS: '400',
    TRIAL_CREDIT: '5',
    CONFIRM_ABOVE: '60',
  }
  expect(readEnv(old, ROOT)).toEqual(readEnv(present, ROOT))
  expect(readEnv(old, ROOT)).toMatchObject({
    stored: { free_rows: 200, params_bytes: 3 * MB },
    booking_timeout_ms: 400,
    trial_micros: 5_000_000,
    confirm_above_micros: 60_000_000,
  })
  expect(settingsInForce(old)).toEqual(present)
})

test('an old name is announced with the present one, and is not taken for a misspelling', () => {
  expect(renamedSettings(['PATH', 'KEPT_FREE_ROWS'])).toEqual([
    'KEPT_FREE_ROWS was renamed to FREE_CALLS_PER_DAY; the old name works until 0.4',
  ])
  expect(renamedSettings(['FREE_CALLS_PER_DAY'])).toEqual([])
  expect(misspeltSettings(RENAMED.map(({ old }) => old))).toEqual([])
})

test('an old and a present name with different values stop the start', () => {
  const refusal = (before: string, now: string) => {
    try {
      readEnv(
        Object.fromEntries([
          ['KEPT_FREE_ROWS', before],
          ['FREE_CALLS_PER_DAY', now],
        ]),
        ROOT,
      )
    } catch (error) {
      if (isStartProblem(error)) return error.message
      throw error
    }
    return undefined
  }
  expect(refusal('200', '300')).toBe(
    "KEPT_FREE_ROWS is '200', but was renamed to FREE_CALLS_PER_DAY, which is '300'. Remove KEPT_FREE_ROWS.",
  )
  expect(refusal(' 300', '300')).toBeUndefined()
  expect(refusal('', '300')).toBeUndefined()
})

test('every present name is a setting, and no old name is one', () => {
  const names: string[] = SETTINGS
  for (const { old, name } of RENAMED) expect([names.includes(name), names.includes(old)]).toEqual([true, false])
})
