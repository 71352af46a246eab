import { CODE } from '@portico/contract/codes.ts'
import { expect, test, vi } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp } from '#testing/app.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { createFuzz, faultOf } from '#testing/gateway/fuzz.ts'
import { TEST_SEED } from '#testing/seed.ts'

vi.setConfig({ testTimeout: 120_000 })
// The long form is `npm run prove -- fuzz`.
const REQUESTS = 1_000
const AT_ONCE = 10
/** Some codes are rare: a seed that has not reached one yet goes on, up to so many requests. */
const MOST_REQUESTS = 6 * REQUESTS
const EXPECTED = [
  CODE.ok,
  CODE.unauthorized,
  CODE.notFound,
  CODE.invalidPath,
  CODE.emptyBody,
  CODE.invalidBody,
  CODE.oneTaskOnly,
]

test('G17 a thousand malformed requests cause no 5xx, show no internals and leave the books balanced', async () => {
  const site = await openTestApp({ settings: { TASK_DELAY_MS: '0' } })
  const customer = await openCustomer(site, { usd: 1_000 })
  await site.database.pool.query('update api_logins set per_minute = 1000000, simultaneous = 1000 where id = $1', [
    customer.login_id,
  ])
  const seed = TEST_SEED
  const fuzz = createFuzz(seed, site.gateway.gate.catalogue.entries, customer.authorization)
  const faults: string[] = []
  const codes = new Map<number, number>()
  const worker = async () => {
    const isDone = (sent: number) => sent >= REQUESTS && EXPECTED.every((code) => codes.has(code))
    for (let sent = 0; sent < MOST_REQUESTS && !isDone(sent); sent += AT_ONCE) {
      const { method, path, headers, body } = fuzz()
      const reply = await site.app.inject({ method, url: path, headers, ...(body && { payload: body }) })
      if (reply.headers['content-encoding']) continue
      const fault = faultOf(reply.statusCode, reply.body)
      if (fault) faults.push(`${fault}: ${method} ${path.slice(0, 200)} ${body?.toString().slice(0, 200)}`)
      const code = reply.body ? reply.json<{ status_code: number }>().status_code : 0
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const logged = site.log_lines.filter((line) => /"level":[56]0/.test(line)).slice(0, 3)
  expect({ seed, faults: faults.slice(0, 5), logged }).toEqual({ seed, faults: [], logged: [] })
  for (const code of EXPECTED) expect(codes.get(code) ?? 0, `code ${code} was reached`).toBeGreaterThan(0)
  await site.gateway.runDueTasks()
  expect(await checkBooks(site.ctx)).toMatchObject({ discrepancies: [] })
  expect((await fundsOf(site.ctx, customer.login_id)).held_micros).toBe(0)
  await site.close()
})
