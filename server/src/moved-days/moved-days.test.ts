import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODE } from '@portico/contract/codes.ts'
import { errors, errorsExport } from '@portico/contract/errors.ts'
import { operator } from '@portico/contract/operator.ts'
import { DAY_MS, HOUR_MS, utcDay } from '@portico/contract/time.ts'
import { usage } from '@portico/contract/usage.ts'
import { usageExport } from '@portico/contract/usage-export.ts'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { checkBooks, closeDays } from '#ledger/books/index.ts'
import { deriveRollups, eraseAddresses, keepPartitions } from '#ledger/jobs/index.ts'
import { TEST_START, type TestApp } from '#testing/app.ts'
import { inDatabase } from '#testing/db/server.ts'
import { openTestS3 } from '#testing/integrations/s3.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { type BookedCall, bookCalls, endCall, liveCall, type TestCall } from '#testing/usage/calls.ts'
import { COLUMNS, PERSONAL } from './columns.ts'
import { fileFaults, forgetMoved, moveDays } from './index.ts'
import { MOVE_STEPS } from './move-days.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const OLD_DAYS = [45, 43, 42, 40]
const RECENT_DAY = 3
const KINDS = ['usage', 'errors'] as const
const app = sharedApp({ settings: { KEEP_HOT_DAYS: '35' } })
const people: { email: string; id: number; browser: ReturnType<TestApp['browser']>; calls: BookedCall[] }[] = []

/** Calls of an account on its days: other amounts, tags, failures and ends on each. */
function callsOf(whose: { login_id: number; login: string }, seed: number): TestCall[] {
  const days = [...OLD_DAYS, RECENT_DAY].filter((_, at) => (at + seed) % 4 !== 3)
  return days.flatMap((days_ago, day) =>
    Array.from({ length: 12 + 5 * seed + day }, (_, n) => {
      const at = new Date(TEST_START.getTime() - days_ago * DAY_MS - n * 0.4 * HOUR_MS)
      const is_failed = n % 5 === 4
      return liveCall(
        { ...whose, at },
        {
          cost_micros: is_failed ? 0 : 100 * seed + 7 * n + days_ago,
          results: n,
          time_ms: 3 + n * seed,
          tag: n % 3 === 0 ? `tag-${seed}-${day}` : null,
          method: n % 7 === 6 ? 'task' : 'live',
          status_code: is_failed ? CODE.invalidField : n % 7 === 6 ? CODE.taskCreated : CODE.ok,
          is_sandbox: n % 11 === 10,
        },
      )
    }).map((call) => (call.is_sandbox ? { ...call, cost_micros: 0 } : call)),
  )
}

beforeAll(async () => {
  await keepPartitions(app.ctx, { days_back: 50 })
  for (const [at, email] of ['ann@example.com', 'bob@example.com'].entries()) {
    const { id } = await app.addUser({ email })
    const browser = await app.signedIn(email, { ip: `198.51.100.${at + 1}` })
    const [own] = await accountLogins(app.ctx, id)
    const calls = await bookCalls(app.ctx, callsOf({ login_id: own?.id ?? 0, login: own?.login ?? '' }, at + 1))
    const posted = calls.filter(({ status_code, is_sandbox }) => status_code === CODE.taskCreated && !is_sandbox)
    for (const [n, call] of posted.entries())
      await endCall(app.ctx, call, {
        status_code: n % 2 ? CODE.ok : CODE.noResults,
        results: n,
        refunded_micros: n % 2 ? 0 : call.cost_micros,
        queue_ms: 10,
        run_ms: 100 + n,
      })
    people.push({ email, id, browser, calls })
  }
  await deriveRollups(app.ctx)
  await closeDays(app.ctx)
})

const range = { from: utcDay(new Date(TEST_START.getTime() - 50 * DAY_MS)), to: utcDay(TEST_START), login: '*' }

async function rowsOf(browser: ReturnType<TestApp['browser']>, more: Record<string, string>) {
  return (await browser.must(errors.getErrorRows, { ...range, ...more } as never)).rows
}

/** Everything an account sees of its calls and errors, without the note that some are in files. */
async function seenBy({ browser, calls }: (typeof people)[number]) {
  const file = async (path: string, input: Record<string, string>) =>
    (await browser.send<string>({ path: `${path}?${new URLSearchParams({ ...range, ...input })}` })).text
  const tasks = async (input: object) => {
    const rows = []
    let after: string | undefined
    do {
      const page = await browser.must(usage.getUsageTasks, {
        ...range,
        ...input,
        limit: '7',
        ...(after && { after }),
      } as never)
      rows.push(...page.rows)
      after = page.next ?? undefined
    } while (after)
    return rows
  }
  const tag = calls.find((call) => call.tag)?.tag ?? ''
  const failed = calls.filter(({ status_code, is_sandbox }) => status_code === CODE.invalidField && !is_sandbox)
  const listed = []
  for (let page = 1; page < 6; page += 1) listed.push(await rowsOf(browser, { page: String(page), page_size: '5' }))
  return {
    newest: await tasks({ order: 'newest' }),
    oldest: await tasks({ order: 'oldest' }),
    dearest: await tasks({ sort: 'cost' }),
    failed: await tasks({ status: 'validation' }),
    tagged: await tasks({ tag }),
    summary: await browser.must(usage.getUsageSummary, range),
    of_tag: await browser.must(usage.getUsageSummary, { ...range, tag }),
    by_tag: await browser.must(usage.getUsageSummary, { ...range, group: 'tag' }),
    by_tag_of_api: await browser.must(usage.getUsageSummary, { ...range, group: 'api', split: 'tag' }),
    by_api_of_tag: await browser.must(usage.getUsageSummary, { ...range, group: 'tag', split: 'api' }),
    overview: await browser.must(usage.getUsageOverview, range),
    drawers: await Promise.all(
      [calls[0], calls[7], ...failed.slice(0, 1)].map((call) =>
        browser.must(usage.getUsageTask, { id: call?.id ?? '' }),
      ),
    ),
    csv: await file(usageExport.path, { format: 'csv' }),
    jsonl: await file(usageExport.path, { format: 'jsonl', order: 'oldest' }),
    errors: listed,
    groups: await browser.must(errors.getErrorGroups, { ...range } as never),
    histogram: await browser.must(errors.getErrorHistogram, range),
    error: await browser.must(errors.getError, { id: failed[0]?.id ?? '' }),
    errors_csv: await file(errorsExport.path, {}),
    errors_of_half_an_hour: await rowsOf(browser, {
      from: new Date((failed[0]?.at.getTime() ?? 0) - 5 * 60_000).toISOString().slice(0, 16),
      to: new Date((failed[0]?.at.getTime() ?? 0) + 25 * 60_000).toISOString().slice(0, 16),
    }),
  }
}

const state = async () =>
  (
    await app.database.owner.query(
      'select kind, day::text, state, rows::int, cost_micros::int from moved_days order by 1, 2',
    )
  ).rows

async function rowsInTables(): Promise<{ usage: number; errors: number }> {
  const { rows } = await app.database.owner.query(
    `select (select count(*)::int from usage_events where at < $1) as usage, (select count(*)::int from error_events where at < $1) as errors`,
    [new Date(TEST_START.getTime() - 35 * DAY_MS)],
  )
  return rows[0]
}

async function expireCopies(): Promise<void> {
  await app.database.owner.query(`update moved_hours set back_at = back_at - interval '2 hours'`)
}

test('files have every column of their tables', async () => {
  for (const [kind, table] of [
    ['usage', 'usage_events'],
    ['errors', 'error_events'],
  ] as const) {
    const { rows } = await app.database.owner.query(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by 1`,
      [table],
    )
    const { text, address } = PERSONAL[kind]
    expect([...COLUMNS[kind].map(({ name }) => name), text, address, 'at'].sort()).toEqual(rows.map(({ name }) => name))
  }
})

test('a kill at any step of moving a day loses nothing, doubles nothing, and the next run moves the day', async () => {
  const child = join(import.meta.dirname, '../testing/ledger/day-mover.ts')
  const url = inDatabase(inject('testServer').appUrl, app.database.name)
  const before = await checkBooks(app.ctx)
  expect(before).toMatchObject({ balanced: true, discrepancies: [] })
  for (const step of MOVE_STEPS) {
    // The lease of the one before, which was killed, is over.
    await app.database.owner.query(`update moved_days set claimed_until = now() where state <> 'moved'`)
    const { signal, stderr } = spawnSync(process.execPath, [child, url, app.data_dir, TEST_START.toISOString(), step], {
      encoding: 'utf8',
    })
    expect({ step, signal, stderr: signal ? '' : stderr }).toEqual({ step, signal: 'SIGKILL', stderr: '' })
    expect({ step, ...(await checkBooks(app.ctx)) }).toEqual({ step, ...before })
  }
  expect((await state()).filter((one) => one.state === 'moved')).toHaveLength(1)
  const { rows } = await app.database.owner.query('select merged_at is not null as is_merged from moved_days')
  expect(rows, 'its minutes were summed up by the last run').toEqual([{ is_merged: true }])
})

test('two accounts see the same numbers, files and details after their days were moved, by either of two instances', async () => {
  const before = []
  for (const person of people) before.push(await seenBy(person))
  expect(before[0]?.newest.length).toBeGreaterThan(40)
  expect(before[0]?.csv).not.toBe(before[1]?.csv)
  const books = await checkBooks(app.ctx)
  await app.database.owner.query(`update moved_days set claimed_until = now() where state <> 'moved'`)
  await expireCopies()

  const sibling = await app.sibling()
  await Promise.all([moveDays(app.ctx), moveDays(sibling.ctx), moveDays(app.ctx)])
  // One that found a day in the hands of the other has stopped there.
  await moveDays(app.ctx)
  expect((await state()).map(({ kind, day }) => `${kind} ${day}`)).toEqual(
    KINDS.toSorted().flatMap((kind) => daysOf(kind).map((day) => `${kind} ${day}`)),
  )
  expect((await state()).every((one) => one.state === 'moved')).toBe(true)
  expect(await rowsInTables()).toEqual({ usage: 0, errors: 0 })
  expect(await moveDays(app.ctx)).toBe(0)
  expect(await checkBooks(app.ctx)).toEqual(books)

  for (const [at, person] of people.entries()) expect(await seenBy(person)).toEqual(before[at])
  // What is back is a copy: it counts neither twice nor in the books.
  expect((await rowsInTables()).usage).toBeGreaterThan(20)
  expect(await checkBooks(app.ctx)).toEqual(books)
  expect(await fileFaults(app.ctx)).toEqual([])
  const page = { ...range, page: '1', page_size: '5' } as never
  expect((await people[0]?.browser.must(errors.getErrorRows, page))?.moved_before).toBe(
    utcDay(new Date(TEST_START.getTime() - 39 * DAY_MS)),
  )
})

function daysOf(kind: (typeof KINDS)[number]): string[] {
  const calls = people.flatMap((one) => one.calls)
  const old = calls.filter(({ at }) => at.getTime() < TEST_START.getTime() - 35 * DAY_MS)
  const own = kind === 'usage' ? old : old.filter(({ status_code }) => status_code === CODE.invalidField)
  return [...new Set(own.map(({ at }) => utcDay(at)))].sort()
}

test('copies that are not read any more leave again, and are read again', async () => {
  const [person] = people
  if (!person) throw new Error('there is no account')
  const before = await seenBy(person)
  await expireCopies()
  await moveDays(app.ctx)
  expect(await rowsInTables()).toEqual({ usage: 0, errors: 0 })
  expect(await seenBy(person)).toEqual(before)
})

test('a call of a moved day is refunded once, by its task, and the books know it', async () => {
  await expireCopies()
  await moveDays(app.ctx)
  const call = people[0]?.calls.find(
    ({ method, status_code, cost_micros }) => method === 'live' && status_code === CODE.ok && cost_micros > 0,
  )
  if (!call) throw new Error('there is no call')
  const refund = { call: call.id, reason: 'an empty page', by: 'test' }
  expect((await app.operator(operator.refundCall, refund)).body).toMatchObject({ amount_micros: call.cost_micros })
  expect((await app.operator(operator.refundCall, refund)).status).toBe(400)
  await deriveRollups(app.ctx)
  expect((await people[0]?.browser.must(usage.getUsageTask, { id: call.id }))?.cost_micros).toBe(0)
  await expireCopies()
  await moveDays(app.ctx)
  expect(await checkBooks(app.ctx)).toMatchObject({ balanced: true, discrepancies: [] })
})

test('a charge in the ledger that the file of its day lacks is a discrepancy, and so are a changed and a missing file', async () => {
  const [first, second] = daysOf('usage')
  const folder = join(app.data_dir, 'moved-days', 'usage', '2026')
  const [a = '', b = ''] = readdirSync(folder).filter((name) => name.endsWith('.parquet'))
  expect([a.slice(0, 10), b.slice(0, 10)]).toEqual([first, second])
  const bytes = await import('node:fs').then(({ readFileSync }) => [
    readFileSync(join(folder, a)),
    readFileSync(join(folder, b)),
  ])
  rmSync(join(folder, a))
  writeFileSync(join(folder, b), 'something else')
  expect(await fileFaults(app.ctx)).toEqual([
    expect.stringMatching(`${first}.*missing`),
    expect.stringMatching(`${second}.*not what was written`),
  ])
  writeFileSync(join(folder, a), bytes[0] ?? '')
  writeFileSync(join(folder, b), bytes[1] ?? '')
  await app.database.owner.query(
    `update moved_hours set cost_micros = cost_micros + 5 where kind = 'usage' and hour = (select min(hour) from moved_hours where kind = 'usage')`,
  )
  expect((await checkBooks(app.ctx)).discrepancies).toEqual([
    expect.stringContaining('the file of the day has'),
    expect.stringContaining('its hours'),
  ])
  await app.database.owner.query(
    `update moved_hours set cost_micros = cost_micros - 5 where kind = 'usage' and hour = (select min(hour) from moved_hours where kind = 'usage')`,
  )
})

test('more than one request may read is refused in words', async () => {
  const reader = app.ctx
  const login_ids = people.flatMap(({ calls }) => calls.slice(0, 1).map(({ login_id }) => login_id))
  const { openMovedDays } = await import('./index.ts')
  const strict = openMovedDays(app.ctx, { most_rows: 3 })
  await expireCopies()
  await moveDays(app.ctx)
  const span: [number, number] = [TEST_START.getTime() - 50 * DAY_MS, TEST_START.getTime()]
  await expect(strict.bringBack('usage', login_ids, [span])).rejects.toMatchObject({ code: 'too_far_back' })
  await reader.moved.bringBack('usage', login_ids, [span])
})

test('what is personal of an erased account, and addresses after their time, cannot be read in files any more', async () => {
  const [ann, bob] = people
  const count = async (condition: string, id: number | undefined) =>
    (
      await app.database.owner.query(
        `select (select count(*)::int from usage_events where ${condition} and owner_id = $1 and at < $2) as n`,
        [id, new Date(TEST_START.getTime() - 35 * DAY_MS)],
      )
    ).rows[0].n
  const everything = async () => {
    await expireCopies()
    await moveDays(app.ctx)
    const ids = people.flatMap(({ calls }) => calls.slice(0, 1).map(({ login_id }) => login_id))
    const span: [number, number] = [TEST_START.getTime() - 50 * DAY_MS, TEST_START.getTime()]
    for (const kind of KINDS) await app.ctx.moved.bringBack(kind, ids, [span])
  }
  await everything()
  expect(await count(`tag is not null and ip <> ''`, ann?.id)).toBeGreaterThan(0)
  await forgetMoved(app.ctx, ann?.id ?? 0)
  await everything()
  expect(await count(`(tag is not null or ip <> '')`, ann?.id)).toBe(0)
  expect(await count('true', ann?.id)).toBeGreaterThan(0)
  expect(await count(`tag is not null and ip <> ''`, bob?.id)).toBeGreaterThan(0)
  await eraseAddresses(app.ctx, 38)
  await everything()
  expect(await count(`tag is not null and ip = ''`, bob?.id)).toBeGreaterThan(0)
  expect(await count(`ip <> ''`, bob?.id)).toBe(0)
  expect(await checkBooks(app.ctx)).toMatchObject({ balanced: true })
})

test('files of errors end with their retention, and with a bucket days move there and are read from it by range', async () => {
  app.clock.forward(180 * DAY_MS)
  const account = { key: 'portico', secret: 'secret-of-the-store', region: 'eu-central-1' }
  const s3 = await openTestS3(account, app.clock)
  const { ctx } = await app.sibling({ settings: { KEEP_HOT_DAYS: '35', ...s3.settings } })
  await moveDays(ctx)
  const { rows } = await sql<{ kind: string }>`select distinct kind from moved_days`.execute(ctx.db)
  expect(rows).toEqual([{ kind: 'usage' }])
  expect(readdirSync(join(app.data_dir, 'moved-days', 'errors', '2026'))).toEqual([])
  const recent = utcDay(new Date(TEST_START.getTime() - RECENT_DAY * DAY_MS))
  expect([...s3.objects.keys()].filter((path) => path.includes(`/usage/2026/${recent}-`))).toHaveLength(1)
  const { calls } = people[1] ?? { calls: [] }
  const own = calls.filter(({ at }) => utcDay(at) === recent)
  const span: [number, number] = [Date.parse(recent), Date.parse(recent) + DAY_MS]
  await ctx.moved.bringBack('usage', [own[0]?.login_id ?? 0], [span])
  const { rows: back } = await app.database.owner.query(
    'select id from usage_events where login_id = $1 and at >= $2 and at < $3 order by id',
    [own[0]?.login_id, new Date(span[0]), new Date(span[1])],
  )
  expect(back.map(({ id }) => id)).toEqual(own.map(({ id }) => id).sort())
  expect(await fileFaults(ctx)).toEqual([])
  await s3.close()
})
