import { createHash, randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { databases, LINK_DAYS } from '@portico/contract/databases.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { dropMember } from '#team/members.ts'
import type { TestApp } from '#testing/app.ts'
import { addColleague, addCustomer, orderOf } from '#testing/databases/shop.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { linkPath } from './links.ts'
import { preparePurchases } from './prepare.ts'
import { hashFile } from './write-file.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const MB = 1024 * 1024
/** More than the server may hold in memory during a download. */
const LARGE_MB = 120
const HELD_MB = 100

const app = sharedApp()
let origin: string
beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
})

type Customer = Awaited<ReturnType<typeof addCustomer<ReturnType<TestApp['browser']>>>>

async function bought(customer: Customer, more = {}) {
  const order = await orderOf(app, more)
  await customer.browser.must(databases.buy, order)
  await preparePurchases(app.ctx)
  return order.id
}

const pathOf = (url: string | undefined) => (url ? new URL(url).pathname + new URL(url).search : '')
async function linkOf({ browser }: Pick<Customer, 'browser'>, id: string, replace = false) {
  return pathOf((await browser.must(databases.issueLinks, { id, replace })).links[0]?.url)
}
const statusOf = async (path: string, headers = {}) =>
  (await app.app.inject({ method: 'GET', url: path, headers })).statusCode

test('a download returns the file with the announced hash, size and name', async () => {
  const anna = await addCustomer(app, 'anna')
  const id = await bought(anna)
  const file = (await anna.browser.must(databases.getPurchases, {})).purchases[0]?.files[0]
  const answer = await app.app.inject({ method: 'GET', url: await linkOf(anna, id) })
  expect(answer.statusCode).toBe(200)
  expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(file?.sha256)
  expect(answer.rawPayload).toHaveLength(file?.bytes ?? 0)
  expect(answer.headers).toMatchObject({
    etag: `"${file?.sha256}"`,
    'accept-ranges': 'bytes',
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="${file?.name}"`,
    'content-length': String(file?.bytes),
  })
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('a range can be requested, an unchanged file is not sent again, and HEAD describes without sending', async () => {
  const boris = await addCustomer(app, 'boris')
  const url = await linkOf(boris, await bought(boris))
  const whole = (await app.app.inject({ method: 'GET', url })).rawPayload
  const size = whole.length
  const etag = (await app.app.inject({ method: 'HEAD', url })).headers.etag as string
  for (const [range, part] of [
    ['bytes=0-9', whole.subarray(0, 10)],
    ['bytes=100-', whole.subarray(100)],
    ['bytes=-7', whole.subarray(size - 7)],
  ] as const) {
    const { statusCode, rawPayload, headers } = await app.app.inject({ method: 'GET', url, headers: { range } })
    expect([statusCode, Number(headers['content-length'])]).toEqual([206, part.length])
    expect(rawPayload.equals(part)).toBe(true)
  }
  expect(await statusOf(url, { range: `bytes=${size}-` })).toBe(416)
  expect(await statusOf(url, { range: 'bytes=5-', 'if-range': etag })).toBe(206)
  expect(await statusOf(url, { range: 'bytes=5-', 'if-range': '"another file"' })).toBe(200)
  expect(await statusOf(url, { 'if-none-match': etag })).toBe(304)
  const head = await app.app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.rawPayload.length, Number(head.headers['content-length'])]).toEqual([200, 0, size])
})

test('a link works for seven days, and a replaced one no longer', async () => {
  const carla = await addCustomer(app, 'carla')
  const id = await bought(carla)
  const first = await linkOf(carla, id)
  const second = await linkOf(carla, id)
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
  const third = await linkOf(carla, id, true)
  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([400, 400, 200])
  app.clock.forward(LINK_DAYS * DAY_MS - 1000)
  expect(await statusOf(third)).toBe(200)
  app.clock.forward(1000)
  expect(await statusOf(third)).toBe(400)
  const browser = await app.signedIn(carla.email)
  expect(await statusOf(await linkOf({ browser }, id))).toBe(200)
})

test('an expired link shows a person a page in their language, and a program its code', async () => {
  const fritz = await addCustomer(app, 'fritz')
  const url = await linkOf(fritz, await bought(fritz))
  app.clock.forward(LINK_DAYS * DAY_MS)
  const open = (headers: Record<string, string>) => app.app.inject({ method: 'GET', url, headers })
  for (const [language, text] of [
    ['en', 'It has expired or was replaced.'],
    ['de-DE,de;q=0.9', 'Er ist abgelaufen oder wurde ersetzt.'],
    ['es', 'Ha caducado o se ha reemplazado.'],
    ['fr', 'Il a expiré ou a été remplacé.'],
    ['ru', 'Её срок истёк, или она заменена.'],
  ] as const) {
    const page = await open({ accept: 'text/html,*/*;q=0.8', 'accept-language': language })
    expect([page.statusCode, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(page.body).toContain(text)
    expect(page.body).toContain('<a href="/databases/purchases">')
    expect(page.body).toContain(`<html lang="${language.slice(0, 2)}">`)
  }
  for (const accept of ['*/*', 'application/json'])
    expect((await open({ accept })).json()).toMatchObject({ code: 'link_used' })
  expect((await app.app.inject({ method: 'GET', url })).json()).toMatchObject({ code: 'link_used' })
})

test('an altered link, or one to a purchase of another account, downloads nothing', async () => {
  const [dora, emil] = [await addCustomer(app, 'dora'), await addCustomer(app, 'emil')]
  const [own, other] = [await bought(dora), await bought(emil, { locations: ['NL'] })]
  const link = await linkOf(dora, own)
  const query = new URLSearchParams(link.split('?')[1])
  const altered = [
    link.replace(own, other),
    link.replace('-PL.', '-NL.'),
    link.replace('.csv.gz', '.jsonl.gz'),
    ...['by', 'n', 'until', 'seal'].flatMap((name) =>
      [`${query.get(name)}0`, '1', '', '-1', 'NaN', '9007199254740993'].map((value) => {
        const changed = new URLSearchParams(query)
        changed.set(name, value)
        return `${link.split('?')[0]}?${changed}`
      }),
    ),
    link.split('?')[0] ?? '',
    link.replace('/technologies', '/..%2f..%2fsecret'),
  ].filter((url) => url !== link)
  const unknown = (await app.app.inject({ method: 'GET', url: altered[0] ?? '' })).json()
  expect(unknown.code).toBe('link_used')
  for (const url of altered) expect([url, await statusOf(url)]).toEqual([url, 400])
  expect((await emil.browser.call(databases.issueLinks, { id: own })).body).toMatchObject({ code: 'unknown_purchase' })
  // A valid seal is not enough without the right: the account is looked up at every download.
  const until = Math.floor(app.clock.now().getTime() / 1000) + 1000
  const name = 'technologies-2026-10-PL.csv.gz'
  for (const [user_id, status] of [
    [dora.id, 200],
    [emil.id, 400],
  ] as const)
    expect(await statusOf(linkPath(app.ctx, { purchase_id: own, name, user_id, number: 1, until }))).toBe(status)
})

test('each role downloads as permitted, and a link ends with the membership of its creator', async () => {
  const owner = await addCustomer(app, 'owner')
  const id = await bought(owner)
  for (const [role, may] of [
    ['admin', true],
    ['developer', true],
    ['finance', true],
    ['viewer', false],
  ] as const) {
    const member = await addColleague(app, owner.id, `${role}-downloads`, role)
    await member.browser.must(users.setActiveApiUser, { login: owner.email })
    expect((await member.browser.must(databases.getPurchases, {})).purchases[0]?.id).toBe(id)
    const { status } = await member.browser.call(databases.issueLinks, { id })
    expect([role, status]).toEqual([role, may ? 200 : 404])
    if (!may) continue
    const link = await linkOf(member, id)
    expect(await statusOf(link)).toBe(200)
    await app.database.pool.query(`update team_members set role = 'viewer' where user_id = $1`, [member.id])
    expect(await statusOf(link)).toBe(400)
    await app.database.pool.query(`update team_members set role = $2 where user_id = $1`, [member.id, role])
    expect(await statusOf(link)).toBe(200)
    await dropMember(app.ctx, owner.id, member.id)
    expect(await statusOf(link)).toBe(400)
  }
})

test('links do not exist before the files are ready', async () => {
  const early = await addCustomer(app, 'early')
  const order = await orderOf(app)
  await early.browser.must(databases.buy, order)
  expect((await early.browser.call(databases.issueLinks, { id: order.id })).body).toMatchObject({
    code: 'files_not_ready',
  })
})

/** A file of many megabytes, written and bought without the shop. */
async function largeFile(customer: Customer) {
  const id = await bought(customer, { format: 'parquet' })
  const path = join('databases', 'large', 'large.parquet')
  const target = join(app.data_dir, path)
  mkdirSync(dirname(target), { recursive: true })
  const file = openSync(target, 'w')
  for (let written = 0; written < LARGE_MB; written += 1) writeSync(file, randomBytes(MB))
  closeSync(file)
  const sha256 = await hashFile(target)
  await app.database.owner.query(
    `update database_files set path = $1, bytes = $2, sha256 = $3 where format = 'parquet' and location = 'PL'`,
    [path, LARGE_MB * MB, sha256],
  )
  return { id, sha256 }
}

function open(path: string, headers = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) =>
    get(`${origin}${path}`, { headers, agent: false }, resolve).on('error', reject),
  )
}

test('a large download with many interruptions arrives whole, and the server’s memory stays flat', async () => {
  const { id, sha256 } = await largeFile(customerOf(await addCustomer(app, 'large')))
  const link = await linkOf(largeBuyer, id)
  const hash = createHash('sha256')
  const before = process.memoryUsage().arrayBuffers
  let [received, interruptions, most, chunks] = [0, 0, 0, 0]
  while (received < LARGE_MB * MB) {
    const answer = await open(link, { range: `bytes=${received}-`, 'if-range': `"${sha256}"` })
    expect(answer.statusCode).toBe(206)
    // The connection breaks somewhere within the next six megabytes.
    const breaks_at = received + 1 + ((interruptions * 7919 * 1009) % (6 * MB))
    for await (const chunk of answer) {
      hash.update(chunk)
      received += chunk.length
      chunks += 1
      if (chunks % 50 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      if (received >= breaks_at) break
    }
    answer.destroy()
    interruptions += 1
  }
  expect(hash.digest('hex')).toBe(sha256)
  expect(interruptions).toBeGreaterThan(20)
  expect(most).toBeLessThan(HELD_MB * MB)
})

test('forty readers who do not read take almost no memory of the server', async () => {
  const link = await linkOf(
    largeBuyer,
    (await largeBuyer.browser.must(databases.getPurchases, {})).purchases[0]?.id ?? '',
  )
  const before = process.memoryUsage().arrayBuffers
  const stalled = await Promise.all(Array.from({ length: 40 }, () => open(link)))
  for (const answer of stalled) answer.pause()
  const one = await open(link, { range: `bytes=-${20 * MB}` })
  let received = 0
  for await (const chunk of one) received += chunk.length
  expect(received).toBe(20 * MB)
  // Held at once it would be nearly five gigabytes.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(HELD_MB * MB)
  for (const answer of stalled) answer.destroy()
})

let largeBuyer: Customer
function customerOf(customer: Customer): Customer {
  largeBuyer = customer
  return customer
}
