// Database statements per request, as an owner and as a member of their team: every endpoint of the dashboard, one page load and a
// metered call. With the word `whole` it lists every endpoint. Only the metered calls depend on the machine: notifications go by time.
import { SHOWN_LOGIN_HEADER } from '../contract/src/rules.ts'
import { users } from '../contract/src/users.ts'
import { makeKey } from '../server/src/access/index.ts'
import { openTestApp } from '../server/src/testing/app.ts'
import { ANYTHING, ROUTES, type Route } from '../server/src/testing/contract-routes.ts'
import { startTestServer } from '../server/src/testing/db/server.ts'
import { statementsDuring } from '../server/src/testing/db/statements.ts'
import { KEY_BOUNDS } from '../server/src/testing/gateway/api-key.ts'
import { LIVE, openCustomer, search } from '../server/src/testing/gateway/customer.ts'
import { INPUTS, type Target } from '../server/src/testing/permission-inputs.ts'
import { openPermissionWorld } from '../server/src/testing/permission-world.ts'

const is_whole = process.argv.includes('whole')
/** What the dashboard requests after its document. */
const PAGE = [
  'dashboard.getStates',
  'dashboard.getBalance',
  'dashboard.getToday',
  'dashboard.getMonth',
  'dashboard.getSpendByDay',
  'dashboard.getTopFunctions',
  'dashboard.getServiceStatus',
  'dashboard.getSubscriptions',
  'dashboard.getStart',
  'errors.getErrorRows',
  'access.getCredentials',
  'access.getAccessInfo',
  'recharge.getActive',
]
/** Bookings of several calls share a commit, and pages are notified after it. */
const BOOKED_MS = 500
const CALLS = 20

interface Count {
  statements: number
  /** Of them, reads of the active login, the role or the logins of a session. */
  who: number
}

async function countDuring(send: () => Promise<unknown>, settle_ms?: number): Promise<Count> {
  const found = await statementsDuring(send, settle_ms)
  const who = found.filter((text) =>
    /working_login|session_accounts|"role" from \\?"team_members\\?" where/.test(text),
  ).length
  return { statements: found.length, who }
}

const plus = (a: Count, b: Count): Count => ({ statements: a.statements + b.statements, who: a.who + b.who })
const sum = (counts: Count[]) => counts.reduce(plus, { statements: 0, who: 0 })
const shown = ({ statements, who }: Count) => `${statements} (${who})`.padStart(12)

const { server, stop } = await startTestServer()
const app = await openTestApp({ server })
const world = await openPermissionWorld(app)
const owner = await world.openAccount('anna')
await world.addColleague(owner.id, 'admin', 'admin')
const member = await world.signedIn('admin@example.com')
await member.must(users.setActiveApiUser, { login: owner.target.login })
await world.keep()

type Browser = typeof member
const callers = ([owner.browser, member] as const).map((browser) => ({ browser, cookies: new Map(browser.cookies) }))

/** One request as the page makes it, in a session that earlier requests of this measurement have not changed. */
async function measure(
  name: string,
  route: Route,
  { browser, cookies }: { browser: Browser; cookies: Map<string, string> },
) {
  const make = INPUTS[name]
  if (!make) throw new Error(`${name} has no input in testing/permission-inputs.ts`)
  browser.cookies.clear()
  for (const [cookie, value] of cookies) browser.cookies.set(cookie, value)
  await world.restore()
  const target: Target = world.ownOf(owner)
  const input = await make(target)
  const headers = { [SHOWN_LOGIN_HEADER]: encodeURIComponent(target.login) }
  return countDuring(() => browser.call({ ...route, input: ANYTHING, output: ANYTHING }, input, { headers }))
}

const rows: { name: string; method: Route['method']; counts: Count[] }[] = []
for (const [name, route] of ROUTES) {
  if (route.caller === 'operator' || route.caller === 'public' || name === 'live.stream') continue
  const counts: Count[] = []
  for (const caller of callers) {
    // The first request warms what the process remembers, and the names of prepared statements.
    if (route.method === 'GET') await measure(name, route, caller)
    counts.push(await measure(name, route, caller))
  }
  rows.push({ name, method: route.method, counts })
}

const line = (name: string, counts: Count[]) => console.log(`${name.padEnd(44)}${counts.map(shown).join('')}`)
console.log(`${'statements (of them who the caller is)'.padEnd(44)}${'owner'.padStart(12)}${'member'.padStart(12)}`)
if (is_whole) for (const { name, counts } of rows) line(name, counts)
const columns = (of: typeof rows) => callers.map((_, n) => sum(of.map(({ counts }) => counts[n] ?? sum([]))))
for (const method of ['GET', 'POST'] as const) {
  const some = rows.filter((row) => row.method === method)
  line(`all ${some.length} ${method} endpoints`, columns(some))
}
const documents: Count[] = []
for (const { browser, cookies } of callers) {
  browser.cookies.clear()
  for (const [cookie, value] of cookies) browser.cookies.set(cookie, value)
  await world.restore()
  await browser.open('/')
  documents.push(await countDuring(() => browser.open('/')))
}
line('the document of the dashboard', documents)
const page = columns(rows.filter(({ name }) => PAGE.includes(name)))
line(
  'the dashboard with its document',
  documents.map((one, n) => plus(one, page[n] ?? sum([]))),
)

const customer = await openCustomer(app)
const whose = { login_id: customer.login_id, user_id: customer.user_id }
const key = await makeKey(app.ctx, {
  ...KEY_BOUNDS,
  ...whose,
  name: 'a key',
  is_live: true,
  day_micros: 5_000_000,
  expires_at: null,
})
for (const [what, headers] of [
  ['', {}],
  [' with a key and its limit', { authorization: `Bearer ${key.secret}` }],
] as const) {
  const callOnce = (n: number) => customer.call(LIVE, { body: search(`keyword ${n}`), headers })
  await callOnce(0)
  const called = await countDuring(async () => {
    for (let n = 1; n <= CALLS; n += 1) await callOnce(n)
  }, BOOKED_MS)
  line(`${CALLS} metered calls${what}, one after another`, [called])
}

await app.close()
await stop()
