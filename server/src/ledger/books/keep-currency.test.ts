import { beforeEach, expect, test } from 'vitest'
import { isStartProblem } from '#db/start-problem.ts'
import { sharedDatabase } from '#testing/shared-app.ts'
import { keepCurrency } from './index.ts'

const database = sharedDatabase()

beforeEach(async () => {
  await database.owner.query('delete from books_currency')
  await database.owner.query('delete from users')
})

const addUser = () =>
  database.owner.query(`insert into users (public_id, email, email_norm, name, created_at)
    values ('p', 'a@example.com', 'a@example.com', 'A', now())`)

test('another currency than that of the books stops the start with one line that names both', async () => {
  await keepCurrency(database.db, 'EUR')
  await addUser()
  const refusal = await keepCurrency(database.db, 'GBP').catch((error) => error)
  expect(isStartProblem(refusal)).toBe(true)
  expect(refusal.message).toContain('CURRENCY is GBP, but the books of this database are kept in EUR.')
  await keepCurrency(database.db, 'EUR')
})

test('books older than the currency setting are in US dollars', async () => {
  await addUser()
  await expect(keepCurrency(database.db, 'EUR')).rejects.toThrow('kept in USD')
  await keepCurrency(database.db, 'USD')
})

test('the currency can be changed while there is no user', async () => {
  await keepCurrency(database.db, 'USD')
  await keepCurrency(database.db, 'CHF')
  await addUser()
  await expect(keepCurrency(database.db, 'USD')).rejects.toThrow('kept in CHF')
})
