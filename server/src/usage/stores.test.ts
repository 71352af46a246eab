import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { changedBy, combine, insertAccount, insertAll } from '#testing/db/scene.ts'
import { deleteView, viewsOf } from './view-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('the views of an account are its own', async () => {
  const { db } = database
  const [own, other] = [await insertAccount(db), await insertAccount(db)]
  const of = { path: '/api-detail', search: '', created_by: own.id, created_at: new Date() }
  const rows = combine({ owner_id: [own.id, other.id], name: ['a', 'b'] }).map((row) => ({ ...row, ...of }))
  await insertAll(db, 'usage_views', rows)
  expect((await viewsOf(db, own.id)).map(({ name }) => name)).toEqual(['a', 'b'])
  const deleted = await changedBy(db, 'usage_views', (tx) => deleteView(tx, own.id, 'b'))
  expect(deleted).toMatchObject([{ owner_id: own.id, name: 'b' }])
})
