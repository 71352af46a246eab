import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import { expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

const it = sharedApp()

type Given = Parameters<TestApp['sibling']>[0]
const EXAMPLES = [expect.stringMatching(/\(demo\)$/), expect.stringMatching(/\(demo\)$/)]
const client = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'a secret' }
const own = [{ text: 'Ours', url: null }]

test.for<[string, Given, string[], unknown[]]>([
  ['the demo shows Google, GitHub and example seals', { settings: { DEMO: 'on' } }, ['google', 'github'], EXAMPLES],
  ['without the demo nothing is shown that is not set up', { settings: { DEMO: 'off' } }, [], []],
  ['a service that is set up is shown alone', { settings: { DEMO: 'on', ...client } }, ['github'], EXAMPLES],
  [
    'the operator’s seals are shown alone',
    { settings: { DEMO: 'on' }, brand: { seals: own } },
    ['google', 'github'],
    ['Ours'],
  ],
  ['a white-label shows nothing of the demo', { settings: { DEMO: 'on' }, brand: { wl_id: 7 } }, [], []],
])('PU-13 PU-14 %s', async ([, given, services, seals]) => {
  const boot = await (await it.sibling(given)).browser().must(booting.boot, {})
  expect(boot.providers).toEqual(services)
  expect(boot.brand.seals.map(({ text }) => text)).toEqual(seals)
})

test('PU-13 a service of the demo without a client answers with what is missing', async () => {
  const demo = await it.sibling({ settings: { DEMO: 'on' } })
  const browser = demo.browser()
  await browser.open('/signin')
  const { status, body } = await browser.call(auth.goToThirdParty, { provider: 'google' })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'third_party_missing', msg: expect.stringContaining('client ID') })
})
