// The queries of the usage and errors screens with a hundred thousand calls and with four times as many, and the
// memory of an export of all of them, in one run: cost must follow what is shown, not the length of the history.
// `npm run bench -- usage whole`: the same with ten million calls and a file of a million rows; that takes minutes.

import { rmSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CODE } from '../contract/src/codes.ts'
import { type Db, openAddresses, openPool } from '../server/src/db/db.ts'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { createPool } from '../server/src/db/pool.ts'
import { prepareRoles } from '../server/src/db/roles.ts'
import { SCHEMA } from '../server/src/db/schema-folders.ts'
import { insertTestLogin } from '../server/src/testing/ledger/login-store.ts'
import { callDetail, callsOfRequest } from '../server/src/traffic/call-store.ts'
import { eventPage } from '../server/src/traffic/error-row-store.ts'
import { choiceRows, errorSteps, groupRows } from '../server/src/traffic/error-store.ts'
import { readCalls } from '../server/src/traffic/read-calls.ts'
import type { Slice } from '../server/src/traffic/slice.ts'
import { stepRows, sumRows } from '../server/src/traffic/usage-store.ts'
import { exportLines } from '../server/src/usage/export-lines.ts'
import { freshFolder } from './run-server.ts'
import { DAYS, END, fill } from './usage-fill.ts'

const isWhole = process.argv.includes('whole')
const FEW = 100_000
const MANY = isWhole ? 10_000_000 : 400_000
const ERRORS = MANY / 20
const DAY_MS = 86_400_000
const ROUNDS = 120
const EXPORT_ROWS = isWhole ? 1_000_000 : 200_000
const MEASURED_EVERY = EXPORT_ROWS / 10
const BUDGET = { ratio: 1.5, reader: 1.15, chart_ms: 15, errors_ms: 3, export_mb: 50 }
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** No day was moved to a file here. */
function ctxOf(db: Db): Parameters<typeof readCalls>[0] {
  return {
    db,
    readAs: () => db,
    moved: {
      until: async () => 0,
      has: async () => false,
      read: (_reader, _kind, _since_ms, read) => read(0),
      bringBack: async () => {},
      bringBackNamed: async () => {},
      bringBackNext: async () => undefined,
    },
  }
}

function sliceOf(login_id: number): Slice {
  const nothing = { functions: undefined, method: undefined, priority: undefined, status_class: undefined }
  const none = { status_code: undefined, tag: undefined, task_id: undefined, is_sandbox: false, has_errors: true }
  return { login_ids: [login_id], range: [END - DAYS * DAY_MS, END], ...nothing, ...none }
}

function errorsOf(login_id: number): Parameters<typeof eventPage>[1] {
  const nothing = { code: undefined, class: undefined, function: undefined, task_id: undefined, is_sandbox: false }
  return { login_ids: [login_id], from: new Date(END - DAYS * DAY_MS), to: new Date(END), kind: 'request', ...nothing }
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await ask()
  return performance.now() - since
}

function rank(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
}

async function median(ask: () => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < 40; round += 1) times.push(await timed(ask))
  return `${rank(times, 0.5).toFixed(1)} ms`
}

async function run(db: Db, logins: { few: number; many: number }): Promise<boolean> {
  const times = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const size of ['few', 'many'] as const)
      times[size].push(await timed(() => stepRows(db, sliceOf(logins[size]), 'day', 'function')))
  const ratio = rank(times.many, 0.5) / rank(times.few, 0.5)
  const p95 = rank(times.many, 0.95)
  console.log(
    `30-day chart: median ${rank(times.few, 0.5).toFixed(1)} ms at ${FEW} calls, ${rank(times.many, 0.5).toFixed(1)} ms at ${MANY}: ` +
      `ratio ${ratio.toFixed(2)} (budget ≤ ${BUDGET.ratio}); p95 ${p95.toFixed(1)} ms (budget ≤ ${BUDGET.chart_ms})`,
  )
  await errorLists(db, logins.many)
  await callLists(db, logins.many)
  const most = await exportMemory(db, logins.many)
  console.log(
    `export of ${EXPORT_ROWS} rows: ${most.toFixed(0)} MB above the start at most (budget ≤ ${BUDGET.export_mb})`,
  )
  return ratio <= BUDGET.ratio && most <= BUDGET.export_mb
}

/** The same queries as the owner of the tables, without row policies, and as the role that reads for one user. */
async function readerCost(owner: Db, reader: Db, login_id: number): Promise<void> {
  const page = { order: 'newest' as const, page: 1, page_size: 25 }
  const questions: Record<string, (db: Db) => Promise<unknown>> = {
    'the 30-day chart': (db) => stepRows(db, sliceOf(login_id), 'day', 'function'),
    'the sums above it': (db) => sumRows(db, sliceOf(login_id)),
    'the list of errors': (db) => eventPage(db, errorsOf(login_id), page, undefined),
    'the groups of errors': (db) => groupRows(db, errorsOf(login_id), { sort: 'count', ...page }, undefined),
    'a page of calls': (db) =>
      readCalls(ctxOf(db), sliceOf(login_id), { order: 'newest', after: undefined, limit: 100 }),
  }
  for (const [name, ask] of Object.entries(questions)) {
    const times = { owner: [] as number[], reader: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      times.owner.push(await timed(() => ask(owner)))
      times.reader.push(await timed(() => ask(reader)))
    }
    const [without, bounded] = [rank(times.owner, 0.5), rank(times.reader, 0.5)]
    console.log(
      `${name}: median ${without.toFixed(2)} ms as owner, ${bounded.toFixed(2)} ms bounded to one user: ` +
        `ratio ${(bounded / without).toFixed(2)} (budget ≤ ${BUDGET.reader})`,
    )
  }
}

async function errorLists(db: Db, login_id: number): Promise<void> {
  const slice = errorsOf(login_id)
  const page = { order: 'newest', page: 1, page_size: 50 } as const
  const last = Math.floor(ERRORS / page.page_size)
  const rare = { ...slice, code: CODE.sourceUnavailable }
  const groups = { sort: 'count', ...page } as const
  const first = await median(() => eventPage(db, slice, page, undefined))
  console.log(`first page of ${ERRORS} errors: median ${first} (budget ≤ ${BUDGET.errors_ms})`)
  console.log(
    `  page ${last / 2}: ${await median(() => eventPage(db, slice, { ...page, page: last / 2 }, undefined))}, ` +
      `page ${last}: ${await median(() => eventPage(db, slice, { ...page, page: last }, undefined))}, ` +
      `one code in a thousand: ${await median(() => eventPage(db, rare, page, undefined))}, ` +
      `by cause: ${await median(() => groupRows(db, slice, groups, undefined))}, ` +
      `over time: ${await median(() => errorSteps(db, slice, 'day'))}, filters: ${await median(() => choiceRows(db, slice))}`,
  )
}

async function callLists(db: Db, login_id: number): Promise<void> {
  const slice = sliceOf(login_id)
  const page = { order: 'newest', after: undefined, limit: 101 } as const
  const [call] = await readCalls(ctxOf(db), slice, page)
  const id = call?.id ?? ''
  const drawer = () => Promise.all([callDetail(db, [login_id], id), callsOfRequest(db, login_id, id)])
  const rare = { ...slice, status_class: 'server' }
  const tagged = { ...slice, tag: 'tag-3' }
  console.log(
    `at ${MANY} calls: cards and breakdown ${await median(() => sumRows(db, slice))}, ` +
      `first page of calls ${await median(() => readCalls(ctxOf(db), slice, page))}, ` +
      `the next ${await median(() => readCalls(ctxOf(db), slice, { ...page, after: id }))}, ` +
      `of one class in twenty thousand ${await median(() => readCalls(ctxOf(db), rare, page))}, ` +
      `of a tag ${await median(() => readCalls(ctxOf(db), tagged, page))}, one call ${await median(drawer)}`,
  )
  if (!isWhole)
    console.log(
      `  counted one by one: cards of a tag ${await median(() => sumRows(db, tagged))}, of a code ${await median(() => sumRows(db, { ...slice, status_code: CODE.invalidField }))}`,
    )
}

/** Memory after garbage collection, sampled during the export: it must not grow with the rows. */
async function exportMemory(db: Db, login_id: number): Promise<number> {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  gc()
  const before = process.memoryUsage().heapUsed
  const how = { format: 'csv', order: 'newest', logins: new Map() } as const
  let [most, rows, measured] = [0, 0, 0]
  for await (const text of exportLines(ctxOf(db), sliceOf(login_id), how)) {
    rows += text.split('\n').length - 1
    if (rows > measured) {
      measured += MEASURED_EVERY
      gc()
      most = Math.max(most, process.memoryUsage().heapUsed - before)
    }
    if (rows >= EXPORT_ROWS) break
  }
  return most / 1e6
}

const dataDir = freshFolder()
const embedded = await startEmbedded({ dataDir, log: silent, isDurable: false })
const pool = createPool(embedded.url, silent)
const database = openPool(pool, true)
try {
  await migrate(pool, SCHEMA, silent)
  const logins = { few: (await insertTestLogin(database.db)).id, many: (await insertTestLogin(database.db)).id }
  const seconds =
    (await timed(() =>
      fill(pool, database.db, [
        { login_id: logins.few, calls: FEW },
        { login_id: logins.many, calls: MANY },
      ]),
    )) / 1000
  console.log(
    `${FEW + MANY} calls written within ${seconds.toFixed(0)} s; an empty query takes ${await median(() => pool.query('select'))}`,
  )
  const roles = await prepareRoles(pool, { url: embedded.url, logins: embedded.logins, log: silent })
  const bounded = openAddresses(roles, silent, { embedded: true })
  const { owner_id } = await database.db
    .selectFrom('api_logins')
    .select('owner_id')
    .where('id', '=', logins.many)
    .executeTakeFirstOrThrow()
  await readerCost(database.db, bounded.readAs({ user_id: owner_id, sso_owner_id: null }), logins.many)
  await bounded.close()
  if (!(await run(database.db, logins))) process.exitCode = 1
} finally {
  await database.close()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
