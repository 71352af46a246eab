import { join } from 'node:path'
import { databases } from '@portico/contract/databases.ts'
import { may } from '@portico/contract/permissions.ts'
import { ROLES, type Role } from '@portico/contract/role.ts'
import { users } from '@portico/contract/users.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFileBucket } from '#integrations/file-bucket.ts'
import { addMember, dropMember } from '#team/members.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { addCustomer, orderOf } from '#testing/databases/shop.ts'
import { openTestS3, type TestS3 } from '#testing/integrations/s3.ts'
import { filePath, publishFile } from './files.ts'
import { type Link, linkPath } from './links.ts'
import { preparePurchases } from './prepare.ts'
import { findFile } from './store.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

type Person = Awaited<ReturnType<typeof addCustomer<ReturnType<TestApp['browser']>>>>
/** Whether a user may download the first account's files: by their role there, if they are a member and may sign in at all. */
interface Actor extends Person {
  role: Role | undefined
}

let app: TestApp
let s3: TestS3
let actors: Record<string, Actor>
/** One purchase of each account: the same database, another location. */
let purchases: Record<'own' | 'other', { id: string; name: string; owner: string }>

beforeAll(async () => {
  app = await openTestApp()
  s3 = await openTestS3(STORE, app.clock)
  const founder = await addCustomer(app, 'founder')
  const neighbour = await addCustomer(app, 'neighbour')
  actors = { founder: { ...founder, role: 'owner' }, neighbour: { ...neighbour, role: undefined } }
  const joinTeam = (user_id: number, role: Role) =>
    addMember(app.ctx, { owner_id: founder.id, user_id, role, cap_micros: null })
  for (const role of ROLES) {
    const member = await addCustomer(app, `as-${role}`, 0)
    await joinTeam(member.id, role)
    actors[role] = { ...member, role }
  }
  for (const [name, end] of Object.entries({
    removed: (id: number) => dropMember(app.ctx, founder.id, id),
    disabled: (id: number) => app.database.owner.query("update users set status = 'disabled' where id = $1", [id]),
  })) {
    const member = await addCustomer(app, name, 0)
    await joinTeam(member.id, 'admin')
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
afterAll(async () => {
  await app.close()
  await s3.close()
})

const STORE = { key: 'AKIDEXAMPLE', secret: 'of the tests', region: 'us-east-1' }

/** Serves the same files from another storage. */
async function moveFiles(): Promise<void> {
  const bucket = openFileBucket({ ...STORE, url: new URL(s3.url) }, app.clock)
  for (const { name } of Object.values(purchases)) {
    const [location = ''] = /(?<=-)[A-Z]{2}(?=\.)/.exec(name) ?? []
    const key = { database_id: 'technologies', version: '2026-10', location, format: 'csv' as const }
    const file = await findFile(app.ctx.db, key)
    if (file) await publishFile({ ...app.ctx, bucket }, join(app.data_dir, filePath(key)), filePath(key), file)
  }
  app.ctx.bucket = bucket
}

/** From our answer, or from the store's where we redirect to it. */
async function statusOf(path: string, method: 'GET' | 'HEAD' = 'GET'): Promise<number> {
  const { statusCode, headers } = await app.app.inject({ method, url: path })
  if (statusCode !== 302) return statusCode
  expect(headers['cache-control']).toBe('no-store')
  return (await fetch(String(headers.location), { method })).status
}

function mayHave(actor: string, owner: string): boolean {
  if (owner === 'neighbour') return actor === 'neighbour'
  const role = actors[actor]?.role
  return role !== undefined && may(role, 'download_databases')
}

const STORAGES = [
  ['from the disk', async () => {}],
  ['from a store', () => moveFiles()],
] as const

test.each(STORAGES)(
  'a link to any file %s, of any age, opens for members who may download, while it is valid, and for no other user',
  async (storage, move) => {
    await move()
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
    const downloads = s3.seen.filter((line) => line.endsWith(' presigned'))
    expect([storage, downloads.length]).toEqual([storage, storage === 'from a store' ? 6 : 0])
  },
)

test('a URL of the store never outlives our own link, and revoking that refuses new ones', async () => {
  const now = Math.floor(app.clock.now().getTime() / 1000)
  const linkFor = (until: number) =>
    linkPath(app.ctx, {
      purchase_id: purchases.own.id,
      name: purchases.own.name,
      user_id: actors.founder?.id ?? 0,
      number: 2,
      until,
    })
  const sentOn = async (url: string) => {
    const { headers } = await app.app.inject({ method: 'GET', url })
    return new URL(String(headers.location))
  }
  for (const [until, lives_s] of [
    [now + 86_400, 300],
    [now + 40, 40],
  ] as const)
    expect((await sentOn(linkFor(until))).searchParams.get('X-Amz-Expires')).toBe(String(lives_s))
  const url = linkFor(now + 86_400)
  const first = await sentOn(url)
  expect(first.searchParams.get('response-content-disposition')).toBe(`attachment; filename="${purchases.own.name}"`)
  const headers = { range: 'bytes=100-' }
  expect((await fetch(first, { headers })).status).toBe(206)
  app.clock.forward(300_000)
  expect((await fetch(first, { headers })).status, 'over').toBe(403)
  expect((await fetch(await sentOn(url), { headers })).status, 'requested again').toBe(206)
  await app.database.owner.query('update database_purchases set link_number = 3')
  expect(await statusOf(url)).toBe(400)
  await app.database.owner.query('update database_purchases set link_number = 2')
})

test('an unavailable store is distinguished from a missing file, and neither reveals whether the link was valid', async () => {
  const until = Math.floor(app.clock.now().getTime() / 1000) + 600
  const link = { purchase_id: purchases.own.id, name: purchases.own.name, number: 2, until }
  const codeFor = async (user_id = 0) =>
    (await app.app.inject({ method: 'GET', url: linkPath(app.ctx, { ...link, user_id }) })).json().code
  const before = s3.seen.length
  s3.failures.push('cut', 'cut')
  expect(await codeFor(actors.neighbour?.id)).toBe('link_used')
  expect(s3.seen, 'the store receives no request from a user without the right').toHaveLength(before)
  expect(await codeFor(actors.founder?.id)).toBe('busy')
  const [path = '', stored] = [...s3.objects].find(([name]) => name.endsWith(purchases.own.name)) ?? []
  s3.objects.delete(path)
  expect(await codeFor(actors.founder?.id)).toBe('files_not_ready')
  // Links are created for files that can be made again, and the store has it again unchanged.
  await actors.founder?.browser.must(databases.issueLinks, { id: purchases.own.id })
  expect(s3.objects.get(path)?.body.equals(stored?.body ?? Buffer.of())).toBe(true)
})

test('a link with any character changed, or combined from two valid ones, opens nothing', async () => {
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

test('links are given to members who may download from the active account, and never for the purchases of another', async () => {
  for (const [name, { browser, role }] of Object.entries(actors)) {
    if (role !== undefined && name !== 'founder')
      await browser.must(users.setActiveApiUser, { login: actors.founder?.email ?? '' })
    for (const { id, owner } of Object.values(purchases)) {
      const { status } = await browser.call(databases.issueLinks, { id })
      expect([name, owner, status === 200]).toEqual([name, owner, mayHave(name, owner)])
    }
  }
})
