// How long the database works for each list and page of the operator's console, in an installation with ten thousand customers and
// four hundred thousand calls, and how much processor time of it; `npm run bench -- console whole`: with a hundred thousand customers and ten million calls.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Endpoint } from '../contract/src/endpoint.ts'
import { operator } from '../contract/src/operator.ts'

/** Every statement of this process, from and to in milliseconds. */
const worked: { from: number; to: number; text: string }[] = []
// Replaced before anything connects, because the pool keeps the function that a connection has when it opens.
const { query } = pg.Client.prototype
pg.Client.prototype.query = function timed(this: pg.Client, ...args: unknown[]) {
  const from = performance.now()
  const answer = Reflect.apply(query, this, args)
  if (answer instanceof Promise) {
    const [first] = args
    const text = typeof first === 'string' ? first : String(Object(first).text)
    const end = () => worked.push({ from, to: performance.now(), text })
    answer.then(end, end)
  }
  return answer
} as typeof query

const { openPool } = await import('../server/src/db/db.ts')
const { openTestApp, TEST_START } = await import('../server/src/testing/app.ts')
const { startTestServer } = await import('../server/src/testing/db/server.ts')
const { fillInstallation } = await import('./console-fill.ts')
const { DAYS, END } = await import('./usage-fill.ts')

const is_whole = process.argv.includes('whole')
const SIZE = is_whole ? { customers: 100_000, calls: 10_000_000 } : { customers: 10_000, calls: 400_000 }
const BUDGET_MS = 100
const ROUNDS = 15
const FEW_ROUNDS = 3
const DAY_MS = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const MONTH = { from: dayOf(END - DAYS * DAY_MS), to: dayOf(END - DAY_MS) }

/** The time in which at least one statement was running. */
function busy(spans: typeof worked): number {
  let [total, until] = [0, 0]
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    total += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return total
}

const { server, stop } = await startTestServer()
const app = await openTestApp({ server })
app.clock.forward(Date.now() - TEST_START.getTime())
const began = performance.now()
await fillInstallation(app.database.owner, openPool(app.database.owner, true).db, SIZE)
console.log(
  `${SIZE.customers} customers and ${SIZE.calls} calls written within ${((performance.now() - began) / 1000).toFixed(0)} s`,
)

const { rows } = await app.database.owner.query<Record<string, string>>(`
  select l.owner_id::text as id, l.login, e.id::text as call, to_char(e.at, 'YYYY-MM-DD') as day, u.email
    from api_logins l join users u on u.id = l.owner_id, lateral (select id, at from usage_events e where e.login_id = l.id order by e.id desc limit 1) e
    where l.login like 'person%' order by l.id limit 1`)
const { id = '', call = '', email = '' } = rows[0] ?? {}
const some = 'person77777@firm592.example'
const list: [string, Endpoint, Record<string, unknown>][] = [
  ['search by e-mail', operator.findCustomers, { q: some }],
  ['search by a word that fits all', operator.findCustomers, { q: 'person' }],
  ['search by company', operator.findCustomers, { q: 'company 70001' }],
  ['search in another script', operator.findCustomers, { q: 'Компания 70001' }],
  ['search by VAT id', operator.findCustomers, { q: 'DE10007' }],
  ['search by address', operator.findCustomers, { q: '10.77.' }],
  ['search by request id', operator.findCustomers, { q: call }],
  ['search by payment', operator.findCustomers, { q: 'PAY-B777' }],
  ['search by invoice', operator.findCustomers, { q: 'INV-2026-0077' }],
  ['today', operator.today, {}],
  ['a customer', operator.customer, { id }],
  ['chart of a customer', operator.customerSpend, { id, ...MONTH }],
  ['errors of a customer', operator.customerErrors, { id, ...MONTH }],
  ['mails to a customer', operator.customerMails, { id }],
  ['payments of a customer', operator.customerPayments, { id }],
  ['timeline of a customer', operator.customerTimeline, { id }],
  ['timeline: money', operator.customerTimeline, { id, kind: 'money' }],
  ['a request', operator.findRequest, { id: call }],
  ['accounts, newest first', operator.listUsers, {}],
  ['accounts by spend', operator.listUsers, { sort: 'spend' }],
  ['accounts by last seen', operator.listUsers, { sort: 'last-seen' }],
  ['accounts of a domain', operator.listUsers, { search: '@firm592.example' }],
  ['accounts of a domain by spend', operator.listUsers, { search: '@firm592.example', sort: 'spend' }],
  ['accounts by a part of a name', operator.listUsers, { search: 'irm592.ex' }],
  ['payments', operator.listPayments, {}],
  ['payments of a status', operator.listPayments, { status: 'failed' }],
  ['payments that wait', operator.listPayments, { waits: 'held' }],
  ['refunds', operator.listReversals, { kind: 'refund' }],
  ['disputes', operator.listReversals, { kind: 'dispute' }],
  ['documents', operator.listAllDocuments, {}],
  ['numbers of documents', operator.documentNumbers, { year: '2026' }],
  ['promo codes', operator.listPromos, {}],
  ['months', operator.listMonths, {}],
  ['approvals', operator.listApprovals, {}],
  ['service', operator.service, {}],
  ['an API', operator.serviceApi, { api: 'serp' }],
  ['incidents', operator.listIncidents, {}],
  ['notices', operator.listNotices, {}],
  ['queues', operator.queues, {}],
  ['mails that wait', operator.queueItems, { queue: 'mail' }],
  ['mails given up', operator.queueItems, { queue: 'mail', show: 'failed' }],
  ['instances', operator.instances, {}],
  ['functions', operator.listFunctions, {}],
  ['a function and who uses it', operator.showFunction, { id: 'serp/google/organic' }],
  ['uploads', operator.listUploads, {}],
  ['prices', operator.listPrices, {}],
  ['white-labels', operator.listWhitelabels, {}],
  ['staff', operator.listStaff, {}],
  ['tokens', operator.listTokens, {}],
  ['webhooks', operator.listWebhooks, {}],
  ['audit log', operator.listAudit, {}],
  ['audit log of a customer', operator.listAudit, { email }],
  ['audit log of an action', operator.listAudit, { action: 'credit_given' }],
  ['audit log of a day', operator.listAudit, { from: dayOf(END - 3 * DAY_MS), to: dayOf(END - 3 * DAY_MS) }],
]
/** Sums over everything in a range: no lists, and without a budget. */
const sums: typeof list = [
  ['revenue by day', operator.revenue, { ...MONTH, by: 'day' }],
  ['revenue by function', operator.revenue, { ...MONTH, by: 'function' }],
  ['revenue by customer', operator.revenue, { ...MONTH, by: 'customer' }],
  ['deposits and balances', operator.liabilities, {}],
  ['tax', operator.taxReport, MONTH],
]

/** Processor time of each connection to the database so far, in milliseconds: a busy machine does not make it larger. */
async function processorTimes(): Promise<Map<number, number>> {
  const { rows } = await app.database.owner.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return new Map(rows.map(({ pid }) => [pid, processorTimeOf(pid)]))
}

async function processorSince(before: Map<number, number>): Promise<number> {
  return (await processorTimes())
    .entries()
    .reduce((sum, [pid, now]) => sum + Math.max(0, now - (before.get(pid) ?? 0)), 0)
}

function processorTimeOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    // The connection is closed, or another system counts elsewhere.
    return 0
  }
}

async function measure([name, endpoint, input]: (typeof list)[number], has_budget: boolean): Promise<boolean> {
  const times: number[] = []
  const processor: number[] = []
  for (let round = 0; round <= (has_budget ? ROUNDS : FEW_ROUNDS); round += 1) {
    worked.length = 0
    const before = await processorTimes()
    const { status, body } = await app.operator(endpoint, input as never)
    if (status !== 200) {
      console.log(`${name} answered ${status} ${JSON.stringify(body)}`)
      return false
    }
    // The first one reads from the disk and prepares its statements.
    if (round > 0) {
      times.push(busy(worked))
      processor.push(await processorSince(before))
    }
  }
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const of_processor = processor.toSorted((a, b) => a - b)[Math.floor(processor.length / 2)] ?? 0
  // Where the processor is counted, other work on the machine changes nothing.
  const is_over = has_budget && (of_processor || median) > BUDGET_MS
  const shown = [sorted[0] ?? 0, median, sorted.at(-1) ?? 0, of_processor].map((ms) => ms.toFixed(1).padStart(9))
  console.log(`${name.padEnd(34)}${shown.join('')}${is_over ? '  OVER, most of it:' : ''}`)
  if (is_over) {
    const [slowest] = worked.toSorted((a, b) => b.to - b.from - (a.to - a.from))
    if (slowest)
      console.log(
        `  ${(slowest.to - slowest.from).toFixed(1)} ms  ${slowest.text.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
      )
  }
  return !is_over
}

console.log(
  `${'milliseconds of database time'.padEnd(34)}${'least'.padStart(9)}${'median'.padStart(9)}${'most'.padStart(9)}${'processor'.padStart(11)}  (budget ≤ ${BUDGET_MS})`,
)
for (const one of list) if (!(await measure(one, true))) process.exitCode = 1
console.log('sums over the range')
for (const one of sums) await measure(one, false)

await app.close()
await stop()
