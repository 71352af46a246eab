import { usageViews, VIEWS_MAX } from '@portico/contract/usage-views.ts'
import { expect, test, vi } from 'vitest'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const app = sharedApp()

async function someone(email: string) {
  await app.addUser({ email })
  return app.signedIn(email)
}

const WEEKLY = { name: 'Weekly', path: '/api-detail/serp', search: '?range=7d&group=tag' }

test('a view is stored with the account under its name, replaced only on request, and invisible to other accounts', async () => {
  const ann = await someone('ann@example.com')
  const bob = await someone('bob@example.com')
  expect(await ann.must(usageViews.getUsageViews, {})).toEqual({ views: [], can_save: true })
  await ann.must(usageViews.saveUsageView, WEEKLY)
  await ann.must(usageViews.saveUsageView, { ...WEEKLY, name: 'All', path: '/api-detail', search: '' })
  const changed = { ...WEEKLY, search: '?range=7d&compare=previous' }
  expect((await ann.call(usageViews.saveUsageView, changed)).body).toMatchObject({ code: 'already_there' })
  expect((await ann.must(usageViews.getUsageViews, {})).views[1]).toEqual(WEEKLY)
  const { views } = await ann.must(usageViews.saveUsageView, { ...changed, replace: true })
  expect(views.map(({ name }) => name)).toEqual(['All', 'Weekly'])
  expect((await ann.must(usageViews.getUsageViews, {})).views[1]).toEqual(changed)
  expect((await bob.must(usageViews.getUsageViews, {})).views).toEqual([])
  await bob.must(usageViews.removeUsageView, { name: 'Weekly' })
  expect((await ann.must(usageViews.removeUsageView, { name: 'All' })).views).toEqual([changed])
})

test.each([
  { path: '/users/profile' },
  { path: '//elsewhere.example' },
  { path: '/api-detail/../users' },
  { search: 'range=7d' },
  { search: '?a#b' },
  { name: '' },
  { name: 'x'.repeat(61) },
])('an invalid view is refused: %j', async (wrong) => {
  const ann = await someone(`${Object.keys(wrong)}-${JSON.stringify(wrong).length}@example.com`)
  expect((await ann.call(usageViews.saveUsageView, { ...WEEKLY, ...wrong })).status).toBe(400)
  expect((await ann.must(usageViews.getUsageViews, {})).views).toEqual([])
})

test('an account has a maximum of views, and existing ones can still be changed', async () => {
  const eve = await someone('eve@example.com')
  for (let count = 0; count < VIEWS_MAX; count += 1)
    await eve.must(usageViews.saveUsageView, { ...WEEKLY, name: `View ${count}` })
  expect((await eve.call(usageViews.saveUsageView, WEEKLY)).body).toMatchObject({ code: 'too_many' })
  await eve.must(usageViews.saveUsageView, { ...WEEKLY, name: 'View 0', search: '', replace: true })
})
