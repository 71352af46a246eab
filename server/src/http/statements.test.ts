import { SHOWN_LOGIN_HEADER } from '@portico/contract/rules.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { ANYTHING, ROUTES, type Route } from '#testing/contract-routes.ts'
import { statementsDuring } from '#testing/db/statements.ts'
import { INPUTS } from '#testing/permission-inputs.ts'
import { type Account, openPermissionWorld } from '#testing/permission-world.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const app = sharedApp()
let world: Awaited<ReturnType<typeof openPermissionWorld>>
let owner: Account
let member: ReturnType<TestApp['browser']>
let cookies: Map<string, string>

beforeAll(async () => {
  world = await openPermissionWorld(app)
  owner = await world.openAccount('anna')
  await world.addColleague(owner.id, 'admin', 'admin')
  member = await world.signedIn('admin@example.com')
  await member.must(users.setActiveApiUser, { login: owner.target.login })
  cookies = new Map(member.cookies)
  await world.keep()
})

/** Reads of the active login and of the list of logins, for one request of a member of the team. */
async function readsOf(name: string, route: Route) {
  const target = world.ownOf(owner)
  const input = await INPUTS[name]?.(target)
  await world.restore()
  member.cookies.clear()
  for (const [cookie, value] of cookies) member.cookies.set(cookie, value)
  const headers = { [SHOWN_LOGIN_HEADER]: encodeURIComponent(target.login) }
  const sent = await statementsDuring(
    () => member.call({ ...route, input: ANYTHING, output: ANYTHING }, input ?? {}, { headers }),
    0,
  )
  const count = (name_in_sql: RegExp) => sent.filter((text) => name_in_sql.test(text)).length
  return { active: count(/working_login\(/), list: count(/any \(session_accounts\(/), transactions: count(/^begin/) }
}

const CALLED = [...ROUTES].filter(([name, { caller }]) => typeof caller === 'object' && name !== 'live.stream')

test('every endpoint reads the active login and the list of logins once, and once more in each transaction', async () => {
  const repeated: string[] = []
  for (const [name, route] of CALLED) {
    const { active, list, transactions } = await readsOf(name, route)
    // A transaction reads again what may have changed since the request was admitted.
    if (Math.max(active, list) > 1 + transactions) repeated.push(`${name}: ${active} and ${list}`)
  }
  expect(repeated).toEqual([])
  expect(CALLED.length).toBeGreaterThan(100)
})
