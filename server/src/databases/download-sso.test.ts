import { randomUUID } from 'node:crypto'
import { databases } from '@portico/contract/databases.ts'
import { profile } from '@portico/contract/profile.ts'
import { sso } from '@portico/contract/sso.ts'
import { users } from '@portico/contract/users.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { bookGift } from '#ledger/index.ts'
import { addMember, dropMember } from '#team/members.ts'
import { orderOf } from '#testing/databases/shop.ts'
import { openSsoWorld } from '#testing/sso.ts'
import { codeAt } from '#testing/staff.ts'
import { preparePurchases } from './prepare.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const OWNER = 'owner@files.test'
type World = Awaited<ReturnType<typeof openSsoWorld>>
type Browser = Awaited<ReturnType<World['visitor']>>
let world: World
let owner: Browser
let owner_id: number
let purchase_id: string

beforeAll(async () => {
  world = await openSsoWorld()
  ;({ owner, id: owner_id } = await world.setUp(OWNER, 'files.test', { default_role: 'developer' }))
  const { ctx } = world.app
  const login_id = (await accountLogins(ctx, owner_id))[0]?.id ?? 0
  await bookGift(ctx, { id: randomUUID(), login_id, amount_micros: 100_000_000, memo: 'test', actor: 'test' })
  const order = await orderOf(world.app)
  await owner.must(databases.buy, order)
  await preparePurchases(ctx)
  purchase_id = order.id
})
afterAll(() => world.close())

const statusOf = async (url: string) => (await world.app.app.inject({ method: 'GET', url })).statusCode

async function linkBy(browser: Browser): Promise<string> {
  const { links } = await browser.must(databases.issueLinks, { id: purchase_id })
  const { pathname, search } = new URL(links[0]?.url ?? '')
  return pathname + search
}

async function colleague(email: string) {
  const { id } = await world.app.addUser({ email, name: email })
  await addMember(world.app.ctx, { owner_id, user_id: id, role: 'developer', cap_micros: null })
  const browser = await world.signedIn(email)
  await browser.must(users.setActiveApiUser, { login: OWNER })
  return { id, browser }
}

async function demandFactor(from: Date | null): Promise<void> {
  await world.app.database.owner.query(
    `insert into account_rules (owner_id, factor_from) values ($1, $2)
       on conflict (owner_id) do update set factor_from = $2`,
    [owner_id, from],
  )
}

test('links of members who came by single sign-on last as their session does, and those of others end when it is required', async () => {
  const came = await world.comeIn({ sub: 'f1', email: 'vera@files.test', name: 'Vera', groups: [] })
  const [by_sso, ssoMember, passwordMember, founder] = [
    await linkBy(came.browser),
    await colleague('paul@files.test'),
    await colleague('guest@elsewhere.test'),
    await linkBy(owner),
  ]
  const links = [by_sso, await linkBy(ssoMember.browser), await linkBy(passwordMember.browser), founder]
  const opened = () => Promise.all(links.map(statusOf))
  expect(await opened()).toEqual([200, 200, 200, 200])

  // A second factor, which the owner alone has: the sign-in service vouches for those who came by it.
  const { key } = await owner.must(profile.beginFactor, {})
  await owner.must(profile.turnOnFactor, { code: codeAt(key, world.app.clock.now()) })
  await demandFactor(new Date(world.app.clock.now().getTime() - 1000))
  expect(await opened()).toEqual([200, 400, 400, 200])
  await demandFactor(null)

  await owner.must(sso.switchSso, { is_on: true, is_required: true })
  expect(await opened()).toEqual([200, 400, 200, 200])
  expect(new URL(by_sso, 'http://x').searchParams.get('sso')).toBe(String(owner_id))
  const altered = [
    by_sso.replace(/&sso=\d+/, ''),
    by_sso.replace(/&sso=\d+/, '&sso=0'),
    `${links[1]}&sso=${owner_id}`,
    (links[1] ?? '').replace('&seal=', `&sso=${owner_id}&seal=`),
  ]
  for (const link of altered) expect([link, await statusOf(link)]).toEqual([link, 400])

  const vera = Number(new URL(by_sso, 'http://x').searchParams.get('by'))
  for (const user_id of [vera, passwordMember.id]) await dropMember(world.app.ctx, owner_id, user_id)
  expect(await opened()).toEqual([400, 400, 400, 200])
})
