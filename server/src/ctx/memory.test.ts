import { Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'
import { openTestDatabase } from '#testing/db/database.ts'
import { openMemory, recall } from './memory.ts'

const closed = () => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: async () => Promise.reject() }) })

function counter() {
  let reads = 0
  return async () => {
    reads += 1
    return reads
  }
}

test('a memory reads once for all connections of a request, also for questions at the same moment', async () => {
  const memory = openMemory()
  const [own, reader] = [closed(), closed()]
  const read = counter()
  const both = [memory.recall(own, 'login', read), memory.recall(reader, 'login', read)]
  expect(await Promise.all(both)).toEqual([1, 1])
  expect(await memory.recall(own, 'role', read)).toBe(2)
})

test('a memory reads again after forget, and after a read that failed', async () => {
  const memory = openMemory()
  const db = closed()
  const read = counter()
  await memory.recall(db, 'login', read)
  memory.forget()
  expect(await memory.recall(db, 'login', read)).toBe(2)
  const failing = () => Promise.reject(new Error('the database is down'))
  await expect(memory.recall(db, 'role', failing)).rejects.toThrow('down')
  expect(await memory.recall(db, 'role', read)).toBe(3)
})

test('a transaction does not use what was read before it began, and remembers for itself', async () => {
  const database = await openTestDatabase()
  const memory = openMemory()
  const read = counter()
  const ask = (db: Db) => memory.recall(db, 'login', read)
  await ask(database.db)
  const inside = await database.db.transaction().execute(async (tx) => [await ask(tx), await ask(tx)])
  expect(inside).toEqual([2, 2])
  expect(await database.db.transaction().execute(ask)).toBe(3)
  expect(await ask(database.db)).toBe(1)
  await database.close()
})

test('without a session nothing is remembered', async () => {
  const read = counter()
  const ctx = { db: closed(), session: undefined }
  expect([await recall(ctx, 'login', read), await recall(ctx, 'login', read)]).toEqual([1, 2])
})
