import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../test-app.ts'
import { LIVE, openCustomer, POST, search } from './test-customer.ts'
let site: TestApp
beforeAll(async () => { site = await openTestApp({ settings: { TASK_DELAY_MS: '1000', WEBHOOK_ALLOW_PRIVATE: 'on' } }) })
afterAll(() => site.close())
test('x', async () => {
  const c = await openCustomer(site)
  const show = async (p: string, s = {}) => { const r = await c.call(p, s); const b = JSON.stringify(r.body); console.log(p, r.http, JSON.stringify(r.headers), b?.slice(0, 900)); return r }
  await show(LIVE, { body: search() })
  await show(`/${LIVE}/`, { body: search()[0] })
  await show(`${LIVE}.ai`, { body: search() })
  await show(`/sandbox${LIVE}`, { body: search() })
  await show('/v3/appendix/user_data')
  await show('/v3/appendix/errors')
  await show('/v3/appendix/status')
  await show('/v3/serp/google/locations')
  await show('/v3/serp/google/locations/us')
  await show('/v3/serp/google/locations', { body: {} })
  const p = await show(POST, { body: search() })
  const id = p.body?.tasks?.[0]?.id
  await show(`/v3/serp/google/organic/task_get/advanced/${id}`)
  site.clock.forward(1000)
  console.log(await site.gateway.runDueTasks())
  await show('/v3/serp/google/organic/tasks_ready')
  await show(`/v3/serp/google/organic/task_get/advanced/${id}`)
  await show('/v3/serp/google/organic/tasks_ready')
  await show('/v3/serp/id_list', { body: [{ datetime_from: '2026-03-01 00:00:00', include_metadata: true }] })
  await show('/v3/nothing')
  await show(LIVE)
  await show('/v3/serp/errors', { body: [{}] })
  await show(LIVE, {body: '[{]'})
  console.log(site.log_lines.filter(l => !l.includes('answered')).join('\n'))
  expect(1).toBe(1)
})
