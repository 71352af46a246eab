import { operator } from '@portico/contract/operator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'

let first: TestApp
let second: Awaited<ReturnType<TestApp['sibling']>>
beforeAll(async () => {
  first = await openTestApp()
  second = await first.sibling({})
})
afterAll(() => first.close())

test('a check of the books is answered by the process that runs it; another one does not answer with an older check', async () => {
  const begin = async (app: Pick<TestApp, 'operator'>) => {
    const { body } = await app.operator(operator.startBooks, {})
    return 'run' in body ? body.run : undefined
  }
  const stateOf = async (app: Pick<TestApp, 'operator'>, run?: string) => {
    const { body } = await app.operator(operator.books, run ? { run } : {})
    return 'state' in body ? body.state : body.code
  }
  const older = await begin(second)
  await expect.poll(() => stateOf(second, older)).toBe('done')
  const run = await begin(first)
  await expect.poll(() => stateOf(first, run)).toBe('done')
  expect([await stateOf(second, run), await stateOf(first, older)]).toEqual(['none', 'none'])
  expect(await stateOf(second)).toBe('done')
})
