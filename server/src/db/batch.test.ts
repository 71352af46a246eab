import { Problem } from '@portico/contract/problem.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type Attempt, type BatchOptions, openBatch } from './batch.ts'

type Item = { id: string; owner?: string }
type Commit = BatchOptions<Item, string>['commit']

/** A batch over a commit that records its items. */
function noting(commit: Commit, more: Partial<BatchOptions<Item, string>> = {}) {
  const seen: (Attempt & { ids: string })[] = []
  const batch = openBatch<Item, string>({
    id: ({ id }) => id,
    owner: ({ owner = '' }) => owner,
    log: pino({ level: 'silent' }),
    pauses_ms: [0, 0],
    commit: (items, how) => {
      seen.push({ ids: items.map(({ id }) => id).join(''), ...how })
      return commit(items, { ...how })
    },
    ...more,
  })
  return { batch, seen, ids: () => seen.map(({ ids }) => ids) }
}

const done: Commit = async (items) => items.map(({ id }) => `${id} done`)
const failure = (code: string) => Object.assign(new Error('no'), { code })
const addAll = (batch: { add(item: Item): Promise<string> }, ...ids: string[]) =>
  Promise.allSettled(ids.map((id) => batch.add({ id })))
const values = (outcomes: PromiseSettledResult<string>[]) =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code))

test('while one commit runs the next batch gathers, and each item gets its own outcome', async () => {
  const gate = Promise.withResolvers<void>()
  const { batch, ids } = noting((items, how) => gate.promise.then(() => done(items, how)))
  const first = batch.add({ id: 'a' })
  await expect.poll(ids).toEqual(['a'])
  const rest = addAll(batch, 'b', 'c', 'd')
  gate.resolve()
  expect(await first).toBe('a done')
  expect(values(await rest)).toEqual(['b done', 'c done', 'd done'])
  expect(ids()).toEqual(['a', 'bcd'])
  expect(batch.metrics()).toEqual({ commits: 2, items: 4, waiting: 0 })
})

test('items that each turn of the event loop brings share a commit, up to its bound, and it begins with the first turn that brings none', async () => {
  const { batch, ids } = noting(done, { max_items: 4 })
  const outcomes: Promise<unknown>[] = []
  const bring = (coming: string[]) => {
    const [id, ...later] = coming
    if (id === undefined) return
    setImmediate(bring, later)
    if (id !== '-') outcomes.push(batch.add({ id }))
  }
  bring([...'abc-de'])
  await expect.poll(ids).toEqual(['abc', 'de'])
  bring([...'fghijk'])
  await expect.poll(ids).toEqual(['abc', 'de', 'fghi', 'jk'])
  await Promise.all(outcomes)
})

test('a batch is bounded, and never holds the same id twice', async () => {
  const { batch, ids } = noting(done, { max_items: 3 })
  await addAll(batch, 'a', 'b', 'a', 'a', 'c', 'd', 'e')
  expect(ids()).toEqual(['ab', 'ac', 'ade'])
})

test('when a batch fails its items are tried one by one, and only the bad one fails', async () => {
  const { batch, seen } = noting(async (items, how) => {
    if (items.some(({ id }) => id === 'b')) throw failure('22003')
    return done(items, how)
  })
  expect(values(await addAll(batch, 'a', 'b', 'c'))).toEqual(['a done', '22003', 'c done'])
  expect(seen.map(({ ids, isAlone }) => [ids, isAlone])).toEqual([
    ['abc', false],
    ['a', true],
    ['b', true],
    ['c', true],
  ])
})

test('a lone item that fails is tried again alone', async () => {
  const { batch, seen } = noting(async (items, how) => {
    if (!how.isAlone) throw failure('22P05')
    return done(items, how)
  })
  expect(await batch.add({ id: 'a' })).toBe('a done')
  expect(seen).toHaveLength(2)
})

test.each(['57P01', '08006', 'ECONNREFUSED', '40P01'])(
  'a database that is away (%s) is waited for, and a repeated item may already be done',
  async (code) => {
    let tries = 0
    const { batch, seen } = noting(async (items, how) => {
      tries += 1
      if (tries < 3) throw failure(code)
      return done(items, how)
    })
    expect(values(await addAll(batch, 'a', 'b'))).toEqual(['a done', 'b done'])
    expect(seen.map(({ ids, isUncertain }) => [ids, isUncertain])).toEqual([
      ['ab', false],
      ['ab', true],
      ['ab', true],
    ])
  },
)

test('a database that stays away refuses all items as busy, and work continues when it is back', async () => {
  let isAway = true
  const { batch } = noting(async (items, how) => {
    if (isAway) throw new Error('Connection terminated unexpectedly')
    return done(items, how)
  })
  expect(values(await addAll(batch, 'a', 'b'))).toEqual(['busy', 'busy'])
  isAway = false
  expect(await batch.add({ id: 'c' })).toBe('c done')
})

test('O8 when nothing is committed new and waiting items are refused, owed ones are not, and a late commit is reported', async () => {
  const gate = Promise.withResolvers<void>()
  const late: string[] = []
  const { batch } = noting((items, how) => gate.promise.then(() => done(items, how)), {
    timeout_ms: 200,
    isOwed: ({ id }) => id === 'owed',
    onLate: ({ id }, outcome) => late.push(`${id}: ${outcome}`),
  })
  const first = addAll(batch, 'a', 'owed')
  await expect.poll(() => batch.health().is_stalled).toBe(true)
  expect(batch.health().oldest_ms).toBeGreaterThan(0)
  expect(values(await addAll(batch, 'b'))).toEqual(['busy'])
  gate.resolve()
  expect(values(await first)).toEqual(['busy', 'owed done'])
  expect(late).toEqual(['a: a done'])
  expect(await batch.add({ id: 'c' })).toBe('c done')
  await expect.poll(() => batch.health()).toEqual({ oldest_ms: 0, is_stalled: false, failure: undefined })
})

test('O13 a database that rejects commits because its disk is full is reported for as long as it does', async () => {
  let isFull = true
  const { batch } = noting(async (items, how) => {
    if (isFull) throw failure('53100')
    return done(items, how)
  })
  expect(values(await addAll(batch, 'a'))).toEqual(['busy'])
  expect(batch.health().failure).toBe('no')
  isFull = false
  expect(await batch.add({ id: 'b' })).toBe('b done')
  expect(batch.health().failure).toBe(undefined)
})

test('an account that another transaction keeps locked stops its own calls, not those of others', async () => {
  const { batch, ids } = noting(async (items, how) => {
    if (items.some(({ owner }) => owner === 'locked')) throw failure('55P03')
    return done(items, how)
  })
  const items = [
    { id: 'a', owner: 'locked' },
    { id: 'b', owner: 'locked' },
    { id: 'c', owner: 'free' },
    { id: 'd', owner: 'locked' },
  ]
  const outcomes = await Promise.allSettled(items.map((item) => batch.add(item)))
  expect(values(outcomes)).toEqual(['busy', 'busy', 'c done', 'busy'])
  expect(ids()).toEqual(['abcd', 'a', 'c'])
})

test('a full queue refuses new items as busy and accepts those that finish an earlier one', async () => {
  const { batch } = noting(done, { max_waiting: 2, isOwed: ({ id }) => id === 'd' })
  expect(values(await addAll(batch, 'a', 'b', 'c', 'd'))).toEqual(['a done', 'b done', 'busy', 'd done'])
})

test('close refuses new items and waits for the queued ones', async () => {
  const { batch } = noting(done)
  const last = batch.add({ id: 'a' })
  const closed = batch.close()
  await expect(batch.add({ id: 'b' })).rejects.toThrow(new Problem('busy'))
  await closed
  expect(await Promise.race([last, 'still waiting'])).toBe('a done')
})
