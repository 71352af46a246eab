import { expect, test } from 'vitest'
import { openTestApp } from '../test-app.ts'

test('alive always, ready while the database answers and nothing stops', async () => {
  const it = await openTestApp()
  const browser = it.browser()
  const probe = async () => [
    (await browser.send({ path: '/healthz' })).status,
    (await browser.send({ path: '/readyz' })).status,
  ]
  expect(await probe()).toEqual([200, 200])
  it.state.stopping = true
  expect(await probe()).toEqual([200, 503])
  it.state.stopping = false
  await it.database.pool.end()
  expect(await probe()).toEqual([200, 503])
  await it.close().catch(() => undefined)
})

test('figures and log lines name the route and never the address, which may hold a secret', async () => {
  const it = await openTestApp()
  const browser = it.browser()
  await browser.open('/reset-password/1001/a-very-secret-token')
  await browser.send({ path: '/api/users/me?token=a-very-secret-token', headers: { referer: 'a-very-secret-token' } })
  const { body } = await browser.send<string>({ path: '/metrics' })
  expect(body).toMatch(/http_request_seconds_count\{method="GET",route="\/api\/users\/me",status="401"\} 1/)
  expect(body).not.toContain('a-very-secret-token')
  const answered = it.log_lines.filter((line) => line.includes('"answered"'))
  expect(answered.length).toBeGreaterThanOrEqual(2)
  expect(it.log_lines.join('')).not.toContain('a-very-secret-token')
  await it.close()
})
