import { access } from '@portico/contract/access.ts'
import { catalogue, type ShownMethod } from '@portico/contract/catalogue.ts'
import { CODE, isGood } from '@portico/contract/codes.ts'
import { HISTORY_RUNS_MAX, playground, SAVED_MAX } from '@portico/contract/playground.ts'
import { chargeableUnits, quoteOf } from '@portico/contract/price.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { balanceOf, bookGift } from '#ledger/index.ts'
import { addMember } from '#team/members.ts'
import { TEST_START } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { variants } from '#testing/variants.ts'
import {
  addRun,
  countSaved,
  deleteSaved,
  endRun,
  hasTask,
  insertSaved,
  type NewRun,
  runsOf,
  updateSaved,
} from './store.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const SEARCH = 'POST /v3/serp/google/organic/live/advanced'
const POST = 'POST /v3/serp/google/organic/task_post'
const TASK = { keyword: 'standing desk', location_code: 2840, language_code: 'en' }
const RUN: Omit<NewRun, 'login_id' | 'user_id'> = {
  at: TEST_START,
  method_id: POST,
  mode: 'live',
  params: {},
  task: TASK,
  status_code: CODE.taskCreated,
  status_message: 'Task Created.',
  cost_micros: 600,
  time_ms: 1,
  task_id: null,
  result: null,
}

const app = sharedApp({ settings: { TASK_DELAY_MS: '2000' } }, closeBalanced)
let ann: Awaited<ReturnType<typeof app.signedIn>>
let bob: Awaited<ReturnType<typeof app.signedIn>>
let login_id: number
let user_id: number

async function loginOf(email: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ id: number }>('select id from api_logins where login = $1', [email])
  return rows[0]?.id ?? 0
}

beforeAll(async () => {
  const user = await app.addUser({ email: 'ann@example.com' })
  await app.addUser({ email: 'bob@example.com' })
  user_id = user.id
  login_id = (await accountLogins(app.ctx, user.id))[0]?.id ?? 0
  await bookGift(app.ctx, {
    id: crypto.randomUUID(),
    login_id,
    amount_micros: 500_000_000,
    memo: 'for a test',
    actor: 'test',
  })
  await app.database.db
    .updateTable('api_logins')
    .set({ subscriptions: ['backlinks', 'llm_mentions'] })
    .where('id', '=', login_id)
    .execute()
  ann = await app.signedIn('ann@example.com')
  bob = await app.signedIn('bob@example.com')
})

/** One after the other, because a busy machine would refuse all of them at once. */
async function methods(): Promise<ShownMethod[]> {
  const { functions } = await ann.must(catalogue.list, {})
  const shown: ShownMethod[] = []
  for (const { id, playground: section } of functions)
    if (section !== null) shown.push(...(await ann.must(catalogue.get, { id })).methods)
  return shown
}

function paramsOf(method: ShownMethod) {
  return Object.fromEntries(
    Object.entries(method.path_params).map(([name, schema]) => [name, String(schema.examples?.[0] ?? '')]),
  )
}

let run = 0
const live = (method_id: string, task: Record<string, unknown>, max_micros: number) => {
  run += 1
  return ann.must(playground.runLive, { method_id, task: JSON.stringify(task), max_micros, key: `run-number-${run}` })
}

describe('MN-09 every function of the catalogue', () => {
  for (const [stride, options] of variants([20, 1]))
    test(`every function runs in the sandbox from its example (every ${stride}.)`, options, async () => {
      const failed: string[] = []
      for (const method of (await methods()).filter((_, at) => at % stride === 0)) {
        const input = { method_id: method.id, params: paramsOf(method), task: JSON.stringify(method.sample) }
        const { body } = await ann.must(playground.runInSandbox, input)
        const envelope = JSON.parse(body)
        const code = envelope.tasks?.[0]?.status_code ?? envelope.status_code
        // Reads of a crawl need a posted one, and there is none yet.
        const needs_task = code === CODE.taskNotFound && method.schema.required?.includes('id')
        if (code !== CODE.ok && code !== CODE.taskCreated && !needs_task)
          failed.push(`${method.id} ${code} ${envelope.tasks?.[0]?.status_message}`)
      }
      expect(failed).toEqual([])
    })

  test('results of queued tasks are fetched in the playground, in every API', async () => {
    const { functions } = await ann.must(catalogue.list, {})
    const apis = new Map(
      functions.map((one) => [one.playground !== null && one.methods.some(isQueued) && one.api, one]),
    )
    apis.delete(false)
    const posted: { method_id: string; task_id: string; mode: 'sandbox' }[] = []
    for (const { id } of apis.values())
      for (const method of (await ann.must(catalogue.get, { id })).methods.filter(isQueued)) {
        const input = { method_id: method.id, task: JSON.stringify(method.sample) }
        const [task] = JSON.parse((await ann.must(playground.runInSandbox, input)).body).tasks
        posted.push({ method_id: method.id, task_id: task.id, mode: 'sandbox' })
      }
    expect(posted.length).toBeGreaterThan(4)
    app.clock.forward(2_000)
    await app.gateway.runDueTasks()
    for (const input of posted) {
      const [task] = JSON.parse((await ann.must(playground.fetchTask, input)).body).tasks
      expect(`${task.status_code} ${task.status_message}`, input.method_id).toBe('20000 Ok.')
      expect(task.result.length, input.method_id).toBeGreaterThan(0)
    }
  })

  for (const [stride, options] of variants([20, 1]))
    test(
      `a live run costs no more than the price on the button, and exactly that if the price is fixed (every ${stride}.)`,
      options,
      async () => {
        const wrong: string[] = []
        const seen = { fixed: 0, up_to: 0, refused: 0 }
        let spent = 0
        const before = await balanceOf(app.ctx, login_id)
        for (const { id, tariff, task } of dearTasks(await methods()).filter((_, at) => at % stride === 0)) {
          const { max_micros } = quoteOf(tariff, chargeableUnits(tariff, task))
          const { body } = await live(id, task, max_micros)
          const envelope = JSON.parse(body)
          const cost = Math.round(envelope.cost * 1_000_000)
          spent += cost
          const line = task.priority === 2 && tariff.high ? tariff.high : tariff.normal
          const is_fixed = line.per_result === 0 && line.per_page === 0
          const is_refused = !isGood(envelope.tasks?.[0]?.status_code ?? envelope.status_code)
          seen[is_refused ? 'refused' : is_fixed ? 'fixed' : 'up_to'] += 1
          if (cost > max_micros || (is_fixed && !is_refused && cost !== max_micros) || (is_refused && cost > 0))
            wrong.push(`${id} ${JSON.stringify(task)}: ${cost} of ${max_micros}`)
        }
        expect(wrong).toEqual([])
        expect(Math.min(seen.fixed, seen.up_to), JSON.stringify(seen)).toBeGreaterThan(20 / stride)
        expect(seen.refused, 'most of them really run').toBeLessThan((seen.fixed + seen.up_to) / 10)
        expect(before - (await balanceOf(app.ctx, login_id)), 'what was charged is what was said').toBe(spent)
      },
    )
})

function isQueued({ kind }: { kind: string }): boolean {
  return kind === 'task'
}

/** Every paid method with its example, and each tariff once with its expensive options. */
function dearTasks(all: ShownMethod[]) {
  const known = new Set<string>()
  return all.flatMap(({ id, tariff, sample, schema, priorities }) => {
    if (!tariff) return []
    const plain = { id, tariff, task: sample }
    const is_known = known.has(JSON.stringify(tariff))
    known.add(JSON.stringify(tariff))
    if (is_known) return [plain]
    const fields = [tariff.results, tariff.pages].flatMap((count) => (count ? [count] : []))
    const counts = fields.flatMap(({ field, maximum }) =>
      schema.properties?.[field]?.type === 'integer' ? [[field, Math.min(maximum, 200)] as const] : [],
    )
    const extras = tariff.normal.extras.flatMap(({ field }) =>
      schema.properties?.[field]?.type === 'boolean' ? [[field, true] as const] : [],
    )
    const dear = { ...sample, ...Object.fromEntries([...counts, ...extras]) }
    const quick = priorities.includes(2) ? [{ id, tariff, task: { ...sample, priority: 2 } }] : []
    return [plain, { id, tariff, task: dear }, ...quick]
  })
}

test('a request that would cost more than the price shown is refused and costs nothing', async () => {
  const { body } = await live(SEARCH, TASK, 1_000)
  expect(JSON.parse(body)).toMatchObject({ cost: 0, tasks: null })
  expect(isGood(JSON.parse(body).status_code)).toBe(false)
})

test('a run that is sent twice by one press of the button is run and charged once', async () => {
  const input = { method_id: SEARCH, task: JSON.stringify(TASK), max_micros: 2_000, key: 'pressed-once' }
  const first = await ann.must(playground.runLive, input)
  const again = await ann.must(playground.runLive, input)
  expect(JSON.parse(again.body).tasks[0].id).toBe(JSON.parse(first.body).tasks[0].id)
  expect(again.headers['idempotency-replayed']).toBe('true')
})

test('a queued task is fetched when it is done, and History shows how it ended', async () => {
  const posted = await live(POST, TASK, 600)
  const task_id = JSON.parse(posted.body).tasks[0].id
  const input = { method_id: POST, task_id, mode: 'live' as const }
  expect(JSON.parse((await ann.must(playground.fetchTask, input)).body).tasks[0].status_code).toBe(CODE.taskInQueue)
  expect((await ann.must(playground.getHistory, {})).runs[0]).toMatchObject({ task_id, status_code: CODE.taskCreated })
  app.clock.forward(2_000)
  await app.gateway.runDueTasks()
  expect(JSON.parse((await ann.must(playground.fetchTask, input)).body).tasks[0]).toMatchObject({
    status_code: CODE.ok,
    path: expect.arrayContaining(['advanced']),
  })
  expect((await ann.must(playground.getHistory, {})).runs[0]).toMatchObject({ task_id, status_code: CODE.ok })
  expect((await bob.call(playground.fetchTask, input)).status).toBe(404)
})

test('History stores the last runs of a login, without secrets and invisible to others', async () => {
  const secret = 'CANARY-4711'
  const postback_url = `https://hooks.example.com/in?token=${secret}`
  // Runs of another login before and after: the limit of one login counts and removes its own alone.
  const runBob = () => bob.must(playground.runInSandbox, { method_id: SEARCH, task: JSON.stringify(TASK) })
  await runBob()
  for (let at = 0; at < HISTORY_RUNS_MAX; at += 1) await addRun(app.database.db, { ...RUN, login_id, user_id })
  await runBob()
  await ann.must(playground.runInSandbox, {
    method_id: POST,
    task: JSON.stringify({ ...TASK, postback_url, postback_data: 'advanced' }),
  })
  const { runs } = await ann.must(playground.getHistory, {})
  expect(runs.length).toBe(HISTORY_RUNS_MAX)
  expect(runs[0]).toMatchObject({ method_id: POST, mode: 'sandbox', task: { keyword: TASK.keyword } })
  expect(JSON.stringify(runs)).not.toContain(secret)
  expect((await bob.must(playground.getHistory, {})).runs).toMatchObject([{ method_id: SEARCH }, { method_id: SEARCH }])
})

test('a task and a saved request are found by all that names them: not by another login, task or person', async () => {
  const { db } = app.database
  const bob_login = await loginOf('bob@example.com')
  for (const [login, task_id] of [
    [login_id, 'task-1'],
    [login_id, 'task-2'],
    [bob_login, 'task-1'],
  ] as const)
    await addRun(db, { ...RUN, login_id: login, user_id, task_id })
  await endRun(db, login_id, 'task-1', { status_code: CODE.ok, status_message: 'Ok.', result: '[]' })
  const states = async (login: number) =>
    (await runsOf(db, login)).map(({ task_id, status_code }) => [task_id, status_code]).slice(0, 2)
  expect(await states(login_id)).toEqual([
    ['task-2', CODE.taskCreated],
    ['task-1', CODE.ok],
  ])
  expect((await states(bob_login))[0]).toEqual(['task-1', CODE.taskCreated])
  expect([await hasTask(db, login_id, 'task-3'), await hasTask(db, bob_login, 'task-2')]).toEqual([false, false])

  // The same person has one on each of two logins.
  const saved = {
    name: 'One',
    folder: '',
    method_id: SEARCH,
    params: {},
    task: {},
    is_shared: false,
    changed_at: TEST_START,
  }
  const counts = () => Promise.all([countSaved(db, login_id), countSaved(db, bob_login)])
  const [here = 0, there = 0] = await counts()
  const [own, other] = [
    await insertSaved(db, login_id, user_id, saved),
    await insertSaved(db, bob_login, user_id, saved),
  ]
  expect(await counts()).toEqual([here + 1, there + 1])
  expect(await updateSaved(db, login_id, user_id, other, { name: 'Two' })).toBe(false)
  await deleteSaved(db, login_id, user_id, other)
  expect(await counts()).toEqual([here + 1, there + 1])
  for (const [login, id] of [
    [login_id, own],
    [bob_login, other],
  ] as const)
    await deleteSaved(db, login, user_id, id)
})

test('no row of History, saved requests, Usage or Errors and no log line holds a secret, wherever a request carries it', async () => {
  const secret = 'CANARY-7351'
  const { password } = await ann.must(access.showPassword, {})
  const postback_url = `https://me:${secret}@hooks.example.com/in?token=${secret}#${secret}`
  const tasks = [
    { ...TASK, postback_url, postback_data: 'advanced' },
    { ...TASK, pingback_url: postback_url },
    { ...TASK, password: secret },
    { ...TASK, tag: 'ok', more: { api_key: secret, list: [{ access_token: secret }] } },
    { ...TASK, Authorization: `Basic ${secret}` },
  ]
  for (const task of tasks) {
    const input = { method_id: POST, task: JSON.stringify(task) }
    await ann.must(playground.runInSandbox, input)
    await ann.must(playground.saveRequest, { ...input, name: 'With a secret', folder: '', is_shared: true })
    await ann.must(playground.checkRun, { ...input, mode: 'live' })
    if (!('postback_url' in task)) await live(SEARCH, task, 2_000)
  }
  const { db } = app.database
  const texts = [JSON.stringify(await ann.must(playground.getSaved, {})), app.log_lines.join('')]
  for (const table of ['playground_runs', 'playground_saved', 'usage_events', 'error_events', 'audit_log'] as const)
    texts.push(JSON.stringify(await db.selectFrom(table).selectAll().execute()))
  expect(texts.every((text) => text.length > 100)).toBe(true)
  for (const canary of [secret, password]) expect(texts.filter((text) => text.includes(canary))).toEqual([])
  for (const { id } of (await ann.must(playground.getSaved, {})).requests)
    await ann.must(playground.removeSaved, { id })
})

test.each(['a\u0000b', 'a\ud800b', '\u202e🤡'])(
  'a request with %j runs or is refused by the gateway, and is stored as it was typed',
  async (text) => {
    const task = JSON.stringify({ zone: [text], [text]: 1, ...TASK, tag: text })
    const input = { method_id: SEARCH, task }
    const { body } = await ann.must(playground.runInSandbox, input)
    expect([CODE.ok, CODE.invalidBody]).toContain(JSON.parse(body).status_code)
    const [newest] = (await ann.must(playground.getHistory, {})).runs
    expect(JSON.stringify(newest?.task)).toBe(task)
    const { id } = await ann.must(playground.saveRequest, { ...input, name: 'Odd', folder: '', is_shared: false })
    const [saved] = (await ann.must(playground.getSaved, {})).requests
    expect(JSON.stringify(saved?.task)).toBe(task)
    await ann.must(playground.removeSaved, { id })
  },
)

test('the result of a run is stored for comparison, also when it came late, and invisible to others', async () => {
  const input = { method_id: SEARCH, task: JSON.stringify(TASK) }
  const { body } = await ann.must(playground.runInSandbox, input)
  const [newest] = (await ann.must(playground.getHistory, {})).runs
  expect(newest).toMatchObject({ has_result: true, task_id: null })
  const { result } = await ann.must(playground.getResult, { id: newest?.id ?? 0 })
  expect(JSON.parse(result)).toEqual(JSON.parse(body).tasks[0].result)
  expect((await bob.call(playground.getResult, { id: newest?.id ?? 0 })).status).toBe(404)
  const posted = await live(POST, TASK, 600)
  const task_id = JSON.parse(posted.body).tasks[0].id
  expect((await ann.must(playground.getHistory, {})).runs[0]).toMatchObject({ task_id, has_result: false })
  app.clock.forward(2_000)
  await app.gateway.runDueTasks()
  await ann.must(playground.fetchTask, { method_id: POST, task_id, mode: 'live' })
  expect((await ann.must(playground.getHistory, {})).runs[0]).toMatchObject({ task_id, has_result: true })
})

test('a login stores a bounded number of requests, all of which can be changed', async () => {
  const input = { method_id: SEARCH, task: JSON.stringify(TASK), folder: '', is_shared: false }
  const { id } = await ann.must(playground.saveRequest, { ...input, name: 'First' })
  await app.database.owner.query(
    `insert into playground_saved (login_id, user_id, method_id, params, task, name, folder, is_shared, changed_at)
       select login_id, user_id, method_id, params, task, 'n' || n, '', false, changed_at
         from playground_saved s, generate_series(1, $2 - 1 - (select count(*)::integer from playground_saved where login_id = s.login_id)) n
       where s.id = $1`,
    [id, SAVED_MAX],
  )
  await ann.must(playground.saveRequest, { ...input, name: 'Last' })
  expect((await ann.call(playground.saveRequest, { ...input, name: 'More' })).body).toMatchObject({ code: 'too_many' })
  await ann.must(playground.saveRequest, { ...input, id, name: 'First' })
  for (const one of (await ann.must(playground.getSaved, {})).requests)
    await ann.must(playground.removeSaved, { id: one.id })
})

test('a colleague sees a shared request and not a private one, and neither changes nor removes them', async () => {
  const { id: colleague_id } = await app.addUser({ email: 'cleo@example.com' })
  await addMember(app.ctx, { owner_id: user_id, user_id: colleague_id, role: 'developer', cap_micros: null })
  const cleo = await app.signedIn('cleo@example.com')
  await cleo.must(users.setActiveApiUser, { login: 'ann@example.com' })
  const input = { method_id: SEARCH, task: JSON.stringify(TASK), folder: '' }
  const shared = await ann.must(playground.saveRequest, { ...input, name: 'Shared', is_shared: true })
  const hidden = await ann.must(playground.saveRequest, { ...input, name: 'Private', is_shared: false })
  const before = (await ann.must(playground.getSaved, {})).requests
  expect((await cleo.must(playground.getSaved, {})).requests).toMatchObject([{ id: shared.id, is_own: false }])
  for (const { id } of [shared, hidden]) {
    const mine = { id, name: 'Mine now', folder: '', is_shared: true }
    expect((await cleo.call(playground.changeSaved, mine)).status).toBe(404)
    expect((await cleo.call(playground.saveRequest, { ...input, ...mine })).status).toBe(404)
    await cleo.must(playground.removeSaved, { id })
  }
  const own = await cleo.must(playground.saveRequest, { ...input, name: 'Own', is_shared: false })
  await cleo.must(playground.removeSaved, own)
  expect((await ann.must(playground.getSaved, {})).requests).toEqual(before)
  for (const { id } of before) await ann.must(playground.removeSaved, { id })
})

test('a saved request is changed and removed by its author, and invisible outside the team', async () => {
  const input = { method_id: SEARCH, task: JSON.stringify(TASK), name: 'Desks', folder: 'Furniture', is_shared: true }
  const { id } = await ann.must(playground.saveRequest, input)
  await ann.must(playground.saveRequest, { ...input, id, name: 'Standing desks' })
  expect((await ann.must(playground.getSaved, {})).requests).toMatchObject([
    { id, name: 'Standing desks', is_own: true },
  ])
  expect((await bob.must(playground.getSaved, {})).requests).toEqual([])
  expect((await bob.call(playground.saveRequest, { ...input, id, name: 'Mine now' })).status).toBe(404)
  const moved = { id, name: 'Oak desks', folder: ' Office ', is_shared: false }
  await ann.must(playground.changeSaved, moved)
  expect((await bob.call(playground.changeSaved, { ...moved, name: 'Mine now' })).status).toBe(404)
  expect((await ann.call(playground.changeSaved, { ...moved, name: '  ' })).status).toBe(400)
  expect((await ann.must(playground.getSaved, {})).requests).toMatchObject([
    { id, name: 'Oak desks', folder: 'Office', is_shared: false, method_id: SEARCH, task: TASK },
  ])
  await bob.must(playground.removeSaved, { id })
  expect((await ann.must(playground.getSaved, {})).requests).toHaveLength(1)
  await ann.must(playground.removeSaved, { id })
  expect((await ann.must(playground.getSaved, {})).requests).toEqual([])
})

test('G13 a caller cannot impersonate another by sending the headers the dashboard uses', async () => {
  const as = Buffer.from(JSON.stringify({ login: 'ann@example.com', member_id: null })).toString('base64')
  for (const inside of [undefined, '', 'guess'])
    expect(
      (
        await app.app.inject({
          url: '/v3/appendix/user_data',
          headers: { 'x-portico-as': as, ...(inside !== undefined && { 'x-portico-inside': inside }) },
        })
      ).statusCode,
    ).toBe(401)
})
