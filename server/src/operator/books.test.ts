import { operator } from '@portico/contract/operator.ts'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

const first = sharedApp()
let second: Awaited<ReturnType<TestApp['sibling']>>
beforeAll(async () => {
  second = await first.sibling({})
})

const begin = async (app: Pick<TestApp, 'operator'>) => {
  const { body } = await app.operator(operator.startBooks, {})
  return 'run' in body ? body : undefined
}
const check = async (app: Pick<TestApp, 'operator'>, run?: string) => {
  const { body } = await app.operator(operator.books, run ? { run } : {})
  return 'state' in body ? body : undefined
}
const stateOf = async (app: Pick<TestApp, 'operator'>, run?: string) => (await check(app, run))?.state

test('a check of the books has one state and one result on every instance', async () => {
  expect(await stateOf(first)).toBe('none')
  const older = await begin(second)
  await expect.poll(() => stateOf(first, older?.run)).toBe('done')
  const newer = await begin(first)
  await expect.poll(() => stateOf(second, newer?.run)).toBe('done')
  expect(await check(second)).toEqual(await check(first, newer?.run))
  expect(await check(second)).toMatchObject({ result: { balanced: true, about: [] }, progress: null, error: null })
  expect(await check(first, older?.run)).toEqual(await check(second, older?.run))
  expect(await stateOf(first, '0d4b3ae0-94c6-4f4e-9d5f-5f3f7b8f4a10')).toBe('none')
})

test('while a check is under way, another instance joins it; one whose process has ended gives way to a new one', async () => {
  const query = (text: string, values: unknown[] = []) => first.database.owner.query(text, values)
  const run = '7f0f8b74-3a52-4b6a-8d2f-0a1d7a2c9e01'
  await query(`insert into book_checks (id, progress) values ($1, '{"day":"2026-11-02","days_done":1,"days":4}')`, [
    run,
  ])
  expect([await begin(second), await begin(first)]).toEqual([
    { started: false, run },
    { started: false, run },
  ])
  expect(await check(second)).toMatchObject({
    state: 'running',
    progress: { day: '2026-11-02', days_done: 1, days: 4 },
    result: null,
  })

  await query(
    `update book_checks set started_at = started_at - interval '50 seconds', alive_at = alive_at - interval '40 seconds'
    where id = $1`,
    [run],
  )
  const gone = { state: 'failed', seconds: 10, error: 'the process that checked has ended', result: null }
  expect(await check(first, run)).toMatchObject(gone)
  const next = await begin(second)
  expect(next).toEqual({ started: true, run: expect.not.stringMatching(run) })
  await expect.poll(() => stateOf(first, next?.run)).toBe('done')
  expect(await check(second, run)).toMatchObject(gone)
})
