import { type GivenRole, ROLES, type Role } from '@portico/contract/role.ts'
import { FOUND_KINDS, type Found, type FoundKind, search } from '@portico/contract/search.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Account, openPermissionWorld } from '#testing/permission-world.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { readWords } from './read-words.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Written by hand, derived from nothing. */
const MAY_FIND: Record<FoundKind, readonly Role[]> = {
  request: ['owner', 'admin', 'developer', 'finance', 'viewer'],
  document: ['owner', 'finance'],
  payment: ['owner', 'finance'],
  // Agent and key were made by the owner: others than those who manage the team see only their own.
  agent: ['owner', 'admin'],
  key: ['owner', 'admin'],
  member: ['owner', 'admin', 'developer', 'finance', 'viewer'],
}

const app = sharedApp()
let anna: Account
let carla: Account
const browsers = new Map<Role, Account['browser']>()
const texts: Record<'anna' | 'carla', Record<FoundKind, string[]>> = { anna: empty(), carla: empty() }

function empty(): Record<FoundKind, string[]> {
  return { request: [], document: [], payment: [], agent: [], key: [], member: [] }
}

beforeAll(async () => {
  const world = await openPermissionWorld(app)
  anna = await world.openAccount('anna')
  carla = await world.openAccount('carla')
  browsers.set('owner', anna.browser)
  for (const role of ROLES.filter((one): one is GivenRole => one !== 'owner')) {
    await world.addColleague(anna.id, `anna-${role}`, role)
    const browser = await world.signedIn(`anna-${role}@example.com`)
    await browser.must(users.setActiveApiUser, { login: anna.target.login })
    browsers.set(role, browser)
  }
  texts.anna = await textsOf(anna, 'anna')
  texts.carla = await textsOf(carla, 'carla')
})

/** Every text that names a thing of the account: ids, whole numbers, their parts, and names. */
async function textsOf({ id, target }: Account, name: string): Promise<Record<FoundKind, string[]>> {
  const one = async (query: string, by: string | number) =>
    (await app.database.pool.query<{ text: string }>(query, [by])).rows[0]?.text ?? ''
  const reference = await one('select reference as text from payment_orders where id = $1', target.order)
  const number = await one('select number as text from billing_documents where id = $1', target.document)
  const task = await one('select task_id as text from usage_events where id = $1', target.call)
  expect([reference, number, task].every((text) => text.length > 5)).toBe(true)
  expect(id).toBeGreaterThan(0)
  return {
    request: [target.call, target.error, task],
    document: [target.document, number, number.toLowerCase(), `invoice ${number.slice(-7)}`],
    payment: [target.order, reference, reference.slice(4).toLowerCase(), `payment ${reference.slice(6)}`],
    agent: [`agent-of-${name}`, `AGENT-OF-${name.slice(0, 3)}`],
    key: [`key-of-${name}`, `Key-of-${name.slice(0, 3)}`],
    member: [`colleague-of-${name}@example.com`, `colleague-of-${name}`],
  }
}

async function finds(role: Role, text: string): Promise<Found[]> {
  const browser = browsers.get(role)
  if (!browser) throw new Error(`no ${role}`)
  return (await browser.must(search.find, { text })).found
}

describe.for(ROLES)('a member with the role %s', (role) => {
  test.for(FOUND_KINDS)('finds things of the kind %s only where the role may see them', async (kind) => {
    for (const text of texts.anna[kind]) {
      const kinds = (await finds(role, text)).map((one) => one.kind)
      expect(kinds.includes(kind), text).toBe(MAY_FIND[kind].includes(role))
      for (const other of kinds) expect(MAY_FIND[other], text).toContain(role)
    }
  })

  test('finds nothing of another account by any of its ids, numbers and names', async () => {
    const own = new Set(Object.values(texts.anna).flat())
    for (const text of Object.values(texts.carla).flat()) {
      if (own.has(text)) continue
      const found = JSON.stringify(await finds(role, text))
      for (const id of [carla.target.call, carla.target.error, carla.target.order, carla.target.document])
        expect(found, text).not.toContain(id)
      expect(found, text).not.toMatch(/of-carla|carla@/)
    }
  })
})

test('a module that is hidden from a user hides what it shows from the search as well', async () => {
  const hidden = vi.spyOn(app.ctx.menu, 'hidden', 'get').mockReturnValue(new Set(['payments', 'api-detail']))
  try {
    for (const kind of ['document', 'payment', 'request'] as const)
      for (const text of texts.anna[kind])
        expect((await finds('owner', text)).map((one) => one.kind)).not.toContain(kind)
  } finally {
    hidden.mockRestore()
  }
})

test('a payment is found by its amount and its card, and nothing is found by parts of SQL or of a pattern', async () => {
  for (const text of ['50', '$50', '50.00', '50,00€', 'payment 50'])
    expect(
      (await finds('owner', text)).map(({ kind }) => kind),
      text,
    ).toContain('payment')
  for (const text of ['%%', '__', "' or 1=1 --", '\\%', '5000000', '0.00', '50 60', '50 visa9'])
    expect(
      (await finds('owner', text)).filter(({ kind }) => kind === 'payment'),
      text,
    ).toEqual([])
})

test.for([
  ['$1,250.50', 1_250_500_000],
  ['1.250,50€', 1_250_500_000],
  ['1’250', 1_250_000_000],
  ['1.250', 1_250_000_000],
  ['99.5', 99_500_000],
  ['0.00', undefined],
  ['12.3.4x', undefined],
  ['...', undefined],
] as const)('the amount in “%s” is read as people write it', ([text, micros]) => {
  expect(readWords(text).words.map(({ amount_micros }) => amount_micros ?? undefined)).toEqual([micros])
})

test('a call that several typed ids name is found once', async () => {
  const [call = '', , task = ''] = texts.anna.request
  expect((await finds('owner', `${call} ${task} ${call}`)).map(({ id }) => id)).toEqual([call])
})

test('a text that is too short or too long is refused', async () => {
  const browser = browsers.get('owner')
  expect((await browser?.call(search.find, { text: 'a' }))?.status).toBe(400)
  expect((await browser?.call(search.find, { text: 'a'.repeat(300) }))?.status).toBe(400)
})
