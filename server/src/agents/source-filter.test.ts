import { agents } from '@portico/contract/agents.ts'
import { errors } from '@portico/contract/errors.ts'
import { playground } from '@portico/contract/playground.ts'
import { usage } from '@portico/contract/usage.ts'
import { expect, test, vi } from 'vitest'
import { openMcpClient } from '#testing/agents/mcp.ts'
import { LIVE, LIVE_MICROS, openCustomer, search } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const RANGE = { from: '2026-03-01', to: '2026-03-02' }
const METHOD = `POST ${LIVE}`
const [TASK] = search()
const WRONG = { ...TASK, location_code: 'nowhere' }
const BOUNDS = { is_live: true, functions: null, total_micros: 1_000_000, day_micros: null, days: 7 } as const

const site = sharedApp()

test('Usage and Errors distinguish own programs, the playground and each agent', async () => {
  const url = await site.app.listen({ port: 0, host: '127.0.0.1' })
  const customer = await openCustomer(site)
  const browser = await site.signedIn(customer.login)
  const ids: number[] = []
  // Each has another number of calls and failures, so that no filter is right by accident.
  for (const calls of [2, 3]) {
    const { id, secret } = await browser.must(agents.addAgent, { ...BOUNDS, name: `Agent ${calls}` })
    const mcp = await openMcpClient(url, secret)
    for (const task of [...Array(calls).fill(TASK), WRONG])
      await mcp.call('run', { method_id: METHOD, task, mode: 'live', max_cost_usd: 1 })
    await mcp.close()
    ids.push(id)
  }
  for (const task of [TASK, WRONG, WRONG, WRONG])
    await browser.must(playground.runLive, {
      method_id: METHOD,
      task: JSON.stringify(task),
      max_micros: LIVE_MICROS,
      key: crypto.randomUUID(),
    })
  for (const body of [...Array(4).fill([TASK]), [WRONG], [WRONG]]) await customer.call(LIVE, { body })

  const [two, three] = ids.map(String)
  const expected = { program: [4, 2], playground: [1, 3], agent: [5, 2], [two ?? '']: [2, 1], [three ?? '']: [3, 1] }
  for (const [via, [paid = 0, failed = 0]] of Object.entries(expected)) {
    const { totals } = await browser.must(usage.getUsageSummary, { ...RANGE, via })
    expect([via, totals.cost_micros, totals.errors]).toEqual([via, paid * LIVE_MICROS, failed])
    const { rows } = await browser.must(usage.getUsageTasks, { ...RANGE, via })
    expect([via, rows.length]).toEqual([via, paid + failed])
    const { rows: found, total } = await browser.must(errors.getErrorRows, { ...RANGE, via })
    expect([via, found.length, total]).toEqual([via, failed, failed])
    const { total: grouped } = await browser.must(errors.getErrorGroups, { ...RANGE, via })
    expect([via, grouped]).toEqual([via, failed])
  }
  const named = [
    { id: ids[0], name: 'Agent 2', kind: 'agent' },
    { id: ids[1], name: 'Agent 3', kind: 'agent' },
  ]
  await browser.must(agents.revokeAgent, { id: ids[0] ?? 0 })
  expect((await browser.must(usage.getUsageChoices, {})).agents, 'also one that was revoked').toEqual(named)
  expect((await browser.must(errors.getErrorChoices, RANGE)).agents).toEqual(named)
  for (const via of ['nobody', '0', '-1', '12345678901'])
    expect((await browser.call(usage.getUsageSummary, { ...RANGE, via })).status).toBe(400)
})
