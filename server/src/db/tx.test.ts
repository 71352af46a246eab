import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sharedDatabase } from '#testing/shared-app.ts'
import { inTx } from './tx.ts'

const database = sharedDatabase()

beforeAll(async () => {
  await database.owner.query(
    'create table accounts (id int primary key, n int not null); grant all on accounts to public',
  )
  await database.pool.query('insert into accounts values (1, 0), (2, 0)')
})

test('of two transactions that deadlock both are done, each once', async () => {
  const bothHoldOne = Promise.withResolvers<void>()
  let holding = 0
  let runs = 0
  const add = (first: number, second: number) =>
    inTx(database.db, async (tx) => {
      runs += 1
      // A second try takes the rows in one order, so that nothing deadlocks again.
      const [one, two] = runs > 2 ? [1, 2] : [first, second]
      await sql`update accounts set n = n + 1 where id = ${one}`.execute(tx)
      holding += 1
      if (holding >= 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await sql`update accounts set n = n + 1 where id = ${two}`.execute(tx)
    })
  await Promise.all([add(1, 2), add(2, 1)])
  // A busy database may refuse both.
  expect([3, 4]).toContain(runs)
  expect((await database.pool.query('select n from accounts order by id')).rows).toEqual([{ n: 2 }, { n: 2 }])
})

test('any other failure rolls the transaction back and is thrown at once', async () => {
  let runs = 0
  const failing = inTx(database.db, async (tx) => {
    runs += 1
    await sql`update accounts set n = 100`.execute(tx)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(runs).toBe(1)
  expect((await database.pool.query('select n from accounts where n = 100')).rows).toEqual([])
})
