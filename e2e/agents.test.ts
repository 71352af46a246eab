// Agent logins and API keys: created on API Access, used by an MCP client or a program, shown in Usage, revoked.

import { beforeAll, expect, test } from 'vitest'
import { CODE } from '../contract/src/codes.ts'
import { openMcpClient } from '../server/src/testing/agents/mcp.ts'
import { openServer, type Server } from './harness.ts'
import { axe, newPage } from './harness-browser.ts'
import { DEMO, DESKTOP, PHONE } from './harness-people.ts'
import { enter, goWithin, signInAt, soon } from './harness-shell.ts'

const METHOD = 'POST /v3/serp/google/organic/live/advanced'
const TASK = { keyword: 'standing desk', location_code: 2840, language_code: 'en' }

let server: Server
beforeAll(async () => {
  server = await openServer({ BOT_CHECK: 'off' })
})

/** The result of an agent's tool, called like an MCP host does. */
async function run(secret: string, args: object): Promise<Record<string, unknown>> {
  const mcp = await openMcpClient(server.url, secret)
  const result = await mcp.call('run', { method_id: METHOD, task: TASK, ...args })
  await mcp.close()
  return result
}

test('a customer creates an agent login, connects an agent, sees its spend and revokes it', async () => {
  const page = await enter(server, DESKTOP, '/api-access?tab=agents')
  const card = page.locator('#agents')
  await card.getByText('No agent logins yet').waitFor()
  await card.getByRole('button', { name: 'Create an agent login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an agent login' })
  await dialog.getByLabel('Name').fill('Researcher')
  await dialog.getByRole('radio', { name: /Live data/ }).check()
  await dialog.getByLabel('Total limit').fill('0.003')
  await dialog.getByLabel('Sign-in password').fill(DEMO.password)
  await axe(page)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await card.getByText('Copy its secret now.').waitFor()
  const secret = await card.getByRole('status', { name: 'Secret' }).innerText()
  expect(secret).toMatch(/^ag_\w{38}$/)

  const snippet = () => card.locator('pre').innerText()
  for (const host of ['Claude Code', 'Cursor', 'VS Code', 'Windsurf', 'mcp-remote']) {
    await card.getByRole('tab', { name: host }).click()
    await expect.poll(snippet, soon).toContain(`${server.url}/mcp`)
    expect(await snippet(), 'the secret stands in no snippet').not.toContain(secret)
  }
  await axe(page)

  expect(await run(secret, {})).toMatchObject({ mode: 'sandbox', status_code: CODE.ok, cost_usd: 0 })
  expect(await run(secret, { mode: 'live', max_cost_usd: 0.002 })).toMatchObject({
    status_code: CODE.ok,
    cost_usd: 0.002,
  })
  expect(await run(secret, { mode: 'live', max_cost_usd: 0.002 })).toMatchObject({
    status_code: CODE.costLimit,
    cost_usd: 0,
  })

  await page.reload()
  const row = card.getByRole('row', { name: /Researcher/ })
  await row.getByText('$0.002000').first().waitFor()
  expect(await page.content(), 'it is shown once').not.toContain(secret)

  await goWithin(page, '/api-detail/unified-overview?range=today')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Source').selectOption({ label: 'Researcher' })
  await expect.poll(() => page.url(), soon).toMatch(/via=\d+/)
  await page.getByText('$0.002000').first().waitFor()

  await goWithin(page, '/api-access#agents')
  await card.getByRole('button', { name: 'Revoke Researcher' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await card.getByText('No agent logins yet').waitFor()
  await expect(run(secret, {})).rejects.toThrow()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await page.locator('#activity').getByText('An agent login was revoked').first().waitFor()
  page.expectClean()
})

/** A program that searches with a key: the status code of its task, or the HTTP status of a refusal. */
async function search(secret: string): Promise<number> {
  const reply = await fetch(`${server.url}/v3/serp/google/organic/live/advanced`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify([TASK]),
  })
  const { tasks } = (await reply.json()) as { tasks: { status_code: number }[] | null }
  return tasks?.[0]?.status_code ?? reply.status
}

test('a customer creates an API key with a daily limit, replaces its secret and revokes it', async () => {
  // The test before this one entered its password, which ended the session that pages share.
  const page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO, '/api-access')
  const card = page.locator('#keys')
  await card.getByRole('button', { name: 'Create an API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  await dialog.getByLabel('Name').fill('Nightly import')
  await dialog.getByLabel('Daily limit').fill('0.005')
  await dialog.getByLabel('Addresses').fill('everywhere')
  await dialog.getByLabel('Sign-in password').fill(DEMO.password)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.getByText('Enter an IPv4 or IPv6 address').waitFor()
  await dialog.getByLabel('Addresses').fill('127.0.0.1\n::1')
  await axe(page)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const shown = card.getByRole('status', { name: 'Secret' })
  await shown.waitFor()
  const secret = await shown.innerText()
  expect(secret).toMatch(/^portico_live_\w{38}$/)
  await axe(page)
  expect([await search(secret), await search(secret), await search(secret)]).toEqual([CODE.ok, CODE.ok, CODE.costLimit])

  await card.getByRole('button', { name: 'Actions for Nightly import' }).click()
  await page.getByRole('menuitem', { name: 'Replace the secret' }).click()
  const replacing = page.getByRole('dialog', { name: 'Replace the secret of Nightly import?' })
  await replacing.getByLabel('Sign-in password').fill(DEMO.password)
  await replacing.getByRole('button', { name: 'Replace the secret' }).click()
  await expect.poll(() => shown.innerText(), soon).not.toBe(secret)
  const next = await shown.innerText()
  expect([await search(secret), await search(next)], 'both work, within one limit').toEqual([
    CODE.costLimit,
    CODE.costLimit,
  ])

  const row = card.getByRole('row', { name: /Nightly import/ })
  await row.getByText('Old secret until').waitFor()
  await page.reload()
  await row.getByText('$0.004000').first().waitFor()
  await row.getByText('Old secret until').waitFor()
  expect(await page.content(), 'it is shown once').not.toContain(next)
  await card.getByRole('button', { name: 'Actions for Nightly import' }).click()
  await page.getByRole('menuitem', { name: 'Revoke the key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click()
  await card.getByText('No API keys yet').waitFor()
  await expect.poll(() => search(next), soon).toBe(401)
  page.expectClean()
})

test('the agent form shows an error at each missing field and loses nothing typed', { tags: 'long' }, async () => {
  // A separate session, as entering the password again has renewed the previous one.
  const page = await newPage(PHONE)
  await signInAt(page, server.url, DEMO, '/api-access#add-agent')
  const dialog = page.getByRole('dialog', { name: 'Create an agent login' })
  await dialog.getByRole('radio', { name: /Live data/ }).check()
  await dialog.getByLabel('Name').fill('Helper of the night')
  await dialog.getByLabel('Total limit').fill('a lot')
  await dialog.getByLabel('Sign-in password').fill('wrong password')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog
    .getByText(/amount/i)
    .first()
    .waitFor()
  await dialog.getByLabel('Total limit').fill('5')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.getByText(/wrong/i).first().waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Helper of the night')
  await axe(page)
  page.expectClean(/400/)
})
