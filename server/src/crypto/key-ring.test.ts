import { beforeEach, expect, test } from 'vitest'
import { isStartProblem } from '#db/start-problem.ts'
import { sharedDatabase } from '#testing/shared-app.ts'
import { openKeyRing } from './key-ring.ts'
import { deriveKeys, seal, unseal } from './keys.ts'

const FIRST = 'the first secret, which is long enough'
const SECOND = 'the second secret, which is long enough'
const THIRD = 'the third secret, which is long enough'
const database = sharedDatabase()

beforeEach(async () => {
  await database.owner.query('delete from key_ring')
})

const open = (secret: string, secret_old?: string) =>
  openKeyRing(database.db, { data_dir: '/nowhere', secret, secret_old })

test('O17 a wrong SECRET stops the start with one line that reveals no secret, and the right one starts', async () => {
  const keys = await open(FIRST)
  const refusal = await open(SECOND).catch((error) => error)
  expect(isStartProblem(refusal)).toBe(true)
  expect(refusal.message).toContain('SECRET is not the one this database works with')
  expect(refusal.message).not.toContain('long enough')
  await expect(open(SECOND, THIRD)).rejects.toSatisfy(isStartProblem)
  expect((await open(FIRST)).key('password')).toEqual(keys.key('password'))
})

test('O17 SECRET is replaced while both instances run, nothing has to be sealed again, and then the old one opens nothing', async () => {
  const before = await open(FIRST)
  const sealed = seal(before.key('api-password-seal'), '7', 'an API password')
  const after = await open(SECOND, FIRST)
  expect(unseal(after.key('api-password-seal'), '7', sealed)).toBe('an API password')
  expect(after.mac('xsrf', 'x')).toBe(before.mac('xsrf', 'x'))
  await expect(open(FIRST), 'an instance without the new secret yet').resolves.toBeDefined()
  await expect(open(SECOND, FIRST)).resolves.toBeDefined()
  expect((await open(SECOND)).key('password')).toEqual(before.key('password'))
  await expect(open(FIRST)).rejects.toSatisfy(isStartProblem)
  await expect(open(FIRST, undefined)).rejects.toSatisfy(isStartProblem)
})

test('keys are not derived from SECRET alone, except for a database that had users before', async () => {
  expect((await open(FIRST)).key('password')).not.toEqual(deriveKeys(FIRST).key('password'))
  await database.owner.query('delete from key_ring')
  await database.owner.query(
    `insert into users (public_id, email, email_norm, name, created_at)
      values (gen_random_uuid(), 'somebody@example.com', 'somebody@example.com', 'Somebody', now())`,
  )
  expect((await open(FIRST)).key('password')).toEqual(deriveKeys(FIRST).key('password'))
})

test('instances that start together on a new database get the same keys', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => open(FIRST)))
  expect(new Set(all.map((keys) => keys.mac('xsrf', 'x'))).size).toBe(1)
})
