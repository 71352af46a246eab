import { post } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { audit } from '#audit/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { updateUser } from '#users/store.ts'
import { type ChangeCtx, change } from './change.ts'
import { isWithin, type Limit, spend } from './limits.ts'
import { type Handlers, mount } from './mount.ts'

const TRIES: Limit = { name: 'sample-tries', max: 1, window_ms: 60_000 }
const CHECKS = {
  modulesOf: async () => ({ main: [], nav_bar: [], nav_bar_info: [] }),
  roleOf: async () => 'owner' as const,
  isClosing: async () => false,
  loginOf: async () => 'ann@example.com',
  isOperator: () => true,
  tokenOf: async () => undefined,
  staffMember: async () => undefined,
  audit,
}

const sample = {
  rename: post('/api/sample/rename', {
    caller: 'user',
    input: z.strictObject({ name: z.string(), fault: z.enum(['problem', 'conflict', 'always', 'unwritable']) }),
    output: z.object({ logged: z.number() }),
  }),
}
const command = {
  note: post('/api/sample/note', {
    caller: 'operator',
    input: z.strictObject({ by: z.string(), actor: z.optional(z.string()) }),
    output: z.object({}),
  }),
}

let it: TestApp
let id = 0
let runs = 0

/** What PostgreSQL reports when it aborts one of two transactions. */
const conflict = () => Object.assign(new Error('could not serialize access'), { code: '40001' })

async function rename(ctx: ChangeCtx, { name, fault }: z.infer<typeof sample.rename.input>) {
  runs += 1
  await updateUser(ctx.db, ctx.session.user_id, { name })
  ctx.audit('sample_renamed', { detail: { name } })
  ctx.audit('sample_second', { user_id: 77 })
  // JSON in PostgreSQL holds no zero byte.
  if (fault === 'unwritable') ctx.audit('sample_third', { detail: { name: '\0' } })
  if (fault === 'problem') throw new Problem('not_allowed')
  if (fault === 'always' || (fault === 'conflict' && runs === 1)) throw conflict()
  const { length } = await ctx.db.selectFrom('audit_log').select('id').where('action', '=', 'sample_renamed').execute()
  return { logged: length }
}

const handlers: Handlers<typeof sample> = {
  rename: change(rename, { before: (ctx) => spend(ctx, [{ limit: TRIES, of: String(ctx.session.user_id) }]) }),
}

beforeAll(async () => {
  it = await openTestApp({
    prepare: (app, ctx) => {
      mount(app, ctx, CHECKS, sample, handlers)
      mount(app, ctx, CHECKS, command, {
        note: change(async (changing, { actor }) => {
          changing.audit('sample_noted', { user_id: id, ...(actor && { actor }) })
          return {}
        }),
      })
    },
  })
  id = (await it.addUser({ email: 'ann@example.com', name: 'Ann' })).id
})
afterAll(() => it.close())
beforeEach(async () => {
  runs = 0
  it.clock.forward(TRIES.window_ms)
})

async function signedIn() {
  return it.signedIn('ann@example.com', { ip: '203.0.113.9' })
}

async function logged(action: string) {
  const { rows } = await it.database.pool.query(
    'select action, actor, user_id, ip, detail from audit_log where action like $1 order by id',
    [action],
  )
  return rows
}

async function nameNow() {
  const { rows } = await it.database.pool.query('select name from users where id = $1', [id])
  return rows[0].name
}

test('a change that fails leaves neither its rows nor its audit rows, but its limit counts the try', async () => {
  const browser = await signedIn()
  expect((await browser.call(sample.rename, { name: 'Lost', fault: 'problem' })).body).toMatchObject({
    code: 'not_allowed',
  })
  expect([await nameNow(), await logged('sample_%')]).toEqual(['Ann', []])
  expect(await isWithin(it.ctx, { limit: TRIES, of: String(id) })).toBe(false)
  expect(runs).toBe(1)
})

test('a change that PostgreSQL aborts runs again and is recorded once', async () => {
  const browser = await signedIn()
  expect(await browser.must(sample.rename, { name: 'Berta', fault: 'conflict' })).toEqual({ logged: 0 })
  expect([runs, await nameNow()]).toEqual([2, 'Berta'])
  expect(await logged('sample_%')).toEqual([
    {
      action: 'sample_renamed',
      actor: `user:${id}`,
      user_id: id,
      ip: '203.0.113.9',
      detail: { name: 'Berta', device: 'test browser' },
    },
    expect.objectContaining({ action: 'sample_second', actor: `user:${id}`, user_id: 77 }),
  ])
})

test.each([
  ['that PostgreSQL aborts every time', 'always', 503],
  ['whose last audit row cannot be written', 'unwritable', 500],
] as const)('a change %s leaves nothing', async (_, fault, status) => {
  const before = await logged('sample_%')
  expect((await (await signedIn()).call(sample.rename, { name: 'Clara', fault })).status).toBe(status)
  expect([await nameNow(), await logged('sample_%')]).toEqual(['Berta', before])
})

test('the audit row of an operator has the name given with the command, unless the handler names another actor', async () => {
  await it.operator(command.note, { by: 'Olga' })
  await it.operator(command.note, { by: 'Olga', actor: 'job:night' })
  expect((await logged('sample_noted')).map(({ actor }) => actor)).toEqual(['operator:Olga', 'job:night'])
})

test('an endpoint that only reads cannot be a change', () => {
  const reading = { read: { ...sample.rename, method: 'GET' as const, path: '/api/sample/read' as const } }
  expect(() => mount(it.app, it.ctx, CHECKS, reading, { read: change(rename) })).toThrow('read only reads')
})
