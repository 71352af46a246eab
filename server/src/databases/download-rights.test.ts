import { databases } from '@portico/contract/databases.ts'
import { may } from '@portico/contract/permissions.ts'
import { ROLES, type Role } from '@portico/contract/role.ts'
import { users } from '@portico/contract/users.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addMember, dropMember } from '#access/room.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { addCustomer, orderOf } from '#testing/databases/shop.ts'
import { type Link, linkPath } from './links.ts'
import { preparePurchases } from './prepare.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

type Person = Awaited<ReturnType<typeof addCustomer<ReturnType<TestApp['browser']>>>>
/** What of the first account's files somebody may have: by their role there, if they are in it and may sign in at all. */
interface Actor extends Person {
  role: Role | undefined
}

let app: TestApp
let actors: Record<string, Actor>
/** One of each account: the same database, another place. */
let purchases: Record<'own' | 'other', { id: string; name: string; owner: string }>

beforeAll(async () => {
  app = await openTestApp()
  const founder = await addCustomer(app, 'founder')
  const neighbour = await addCustomer(app, 'neighbour')
  actors = { founder: { ...founder, role: 'owner' }, neighbour: { ...neighbour, role: undefined } }
  const join = (user_id: number, role: Role) =>
    addMember(app.ctx, { owner_id: founder.id, user_id, role, cap_micros: null })
  for (const role of ROLES) {
    const member = await addCustomer(app, `as-${role}`, 0)
    await join(member.id, role)
    actors[role] = { ...member, role }
  }
  for (const [name, end] of Object.entries({
    removed: (id: number) => dropMember(app.ctx, founder.id, id),
    disabled: (id: number) => app.database.owner.query("update users set status = 'disabled' where id = $1", [id]),
  })) {
    const member = await addCustomer(app, name, 0)
    await join(member.id, 'admin')
    await end(member.id)
    actors[name] = { ...member, role: undefined }
  }
  const buy = async ({ browser }: Person, location: string, owner: string) => {
    const order = await orderOf(app, { locations: [location] })
    await browser.must(databases.buy, order)
    return { id: order.id, name: `technologies-2026-10-${location}.csv.gz`, owner }
  }
  purchases = { own: await buy(founder, 'PL', 'founder'), other: await buy(neighbour, 'NL', 'neighbour') }
  await preparePurchases(app.ctx)
  await app.database.owner.query('update database_purchases set link_number = 2')
})
afterAll(() => app.close())

const statusOf = async (path: string, method: 'GET' | 'HEAD' = 'GET') =>
  (await app.app.inject({ method, url: path })).statusCode

function mayHave(actor: string, owner: string): boolean {
  if (owner === 'neighbour') return actor === 'neighbour'
  const role = actors[actor]?.role
  return role !== undefined && may(role, 'download_databases')
}

test('whoever makes a link, to whatever file, for however long: it opens for those who may, while it lasts, and for nobody else', async () => {
  const now = Math.floor(app.clock.now().getTime() / 1000)
  let [tried, opened] = [0, 0]
  for (const actor of Object.keys(actors))
    for (const purchase of Object.values(purchases))
      for (const { name } of Object.values(purchases))
        for (const until of [now - 1, now, now + 600])
          for (const number of [1, 2, 3]) {
            const link: Link = { purchase_id: purchase.id, name, user_id: actors[actor]?.id ?? 0, number, until }
            const opens = mayHave(actor, purchase.owner) && name === purchase.name && until > now && number === 2
            const method = tried % 2 === 0 ? 'GET' : 'HEAD'
            const about = `${actor} ${purchase.owner} ${name} ${until - now} ${number}`
            expect([about, await statusOf(linkPath(app.ctx, link), method)]).toEqual([about, opens ? 200 : 400])
            tried += 1
            opened += opens ? 1 : 0
          }
  // Founder, owner, admin, developer and finance of the one account, and the neighbour of the other.
  expect([tried, opened]).toEqual([Object.keys(actors).length * 36, 6])
})

test('a link with any character changed, or put together from two good ones, opens nothing', async () => {
  const until = Math.floor(app.clock.now().getTime() / 1000) + 600
  const linkFor = (purchase: { id: string; name: string }, actor: string) =>
    linkPath(app.ctx, {
      purchase_id: purchase.id,
      name: purchase.name,
      user_id: actors[actor]?.id ?? 0,
      number: 2,
      until,
    })
  const [good, other] = [linkFor(purchases.own, 'founder'), linkFor(purchases.other, 'neighbour')]
  expect([await statusOf(good), await statusOf(other)]).toEqual([200, 200])
  const start = good.lastIndexOf('/') + 1
  for (let at = start; at < good.length; at += 3) {
    const sign = good[at] === '1' ? '2' : '1'
    const changed = good.slice(0, at) + sign + good.slice(at + 1)
    expect([changed, await statusOf(changed)]).not.toEqual([changed, 200])
  }
  const [a, b] = [new URLSearchParams(good.split('?')[1]), new URLSearchParams(other.split('?')[1])]
  for (const name of ['by', 'seal']) {
    const mixed = new URLSearchParams(a)
    mixed.set(name, b.get(name) ?? '')
    expect(await statusOf(`${good.split('?')[0]}?${mixed}`)).toBe(400)
    expect(await statusOf(`${other.split('?')[0]}?${mixed}`)).toBe(400)
  }
})

test('links are given to those who may download from the account they work on, and to nobody for the purchases of another', async () => {
  for (const [name, { browser, role }] of Object.entries(actors)) {
    if (role !== undefined && name !== 'founder')
      await browser.must(users.setActiveApiUser, { login: actors.founder?.email ?? '' })
    for (const { id, owner } of Object.values(purchases)) {
      const { status } = await browser.call(databases.issueLinks, { id })
      expect([name, owner, status === 200]).toEqual([name, owner, mayHave(name, owner)])
    }
  }
})
