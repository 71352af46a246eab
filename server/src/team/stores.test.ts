import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { combine, insertAccount, insertAll } from '#testing/db/scene.ts'
import { openInvitations } from './store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('the open invitations of an account are neither those of another one, nor used or withdrawn', async () => {
  const { db } = database
  const now = new Date('2026-06-15')
  const accounts = [await insertAccount(db), await insertAccount(db)]
  const [owner_id = 0] = accounts.map(({ id }) => id)
  const rows = await insertAll(
    db,
    'invitations',
    combine({ owner_id: accounts.map(({ id }) => id), accepted_at: [null, now], revoked_at: [null, now] }).map(
      (row, index) => ({
        ...row,
        invited_by: row.owner_id,
        email_norm: 'new@example.com',
        role: 'viewer',
        token_hash: Buffer.from(`token ${index}`),
        created_at: now,
        expires_at: now,
      }),
    ),
  )
  const open = rows.filter((row) => row.owner_id === owner_id && !row.accepted_at && !row.revoked_at)
  expect((await openInvitations(db, owner_id)).map(({ id }) => id)).toEqual(open.map(({ id }) => id))
})
