import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedDatabase } from '#testing/shared-app.ts'
import { oneTime } from './one-time-store.ts'

const LINKS = oneTime('link_tokens', { expires: 'expires_at', used: 'used_at' })
const INVITATIONS = oneTime('invitations', { expires: 'expires_at', used: 'accepted_at', revoked: 'revoked_at' })
const SIGN_INS = oneTime('pending_sign_ins', { expires: 'expires_at' })
const CODES = oneTime('recovery_codes', { used: 'used_at' })
const DOMAINS = oneTime('sso_domains', {
  expires: 'mail_until',
  used: 'proved_at',
  cleared: ['mail_hash', 'mail_until'],
})

const NOW = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)
const token_hash = Buffer.from('a')

const database = sharedDatabase()
beforeAll(async () => {
  await database.owner.query(`
    insert into users (id, public_id, email, email_norm, name, status, created_at) overriding system value
      values (1, 'ann', 'ann@example.com', 'ann@example.com', 'Ann', 'active', now())`)
})

/** One row of each kind, good for a minute; the code never expires. */
beforeEach(async () => {
  await database.owner.query(`
    delete from link_tokens; delete from invitations; delete from pending_sign_ins; delete from second_factors; delete from sso_domains;
    insert into link_tokens (token_hash, purpose, user_id, wl_id, created_at, expires_at)
      values ('a', 'reset', 1, 3, '2026-03-01T12:00Z', '2026-03-01T12:01Z'), ('b', 'token', 1, 3, '2026-03-01T12:00Z', '2026-03-01T11:00Z');
    insert into invitations (owner_id, invited_by, email_norm, role, token_hash, created_at, expires_at)
      values (1, 1, 'bob@example.com', 'viewer', 'a', '2026-03-01T12:00Z', '2026-03-01T12:01Z');
    insert into pending_sign_ins (token_hash, user_id, password_mac, began_by, expires_at)
      values ('a', 1, '', 'password', '2026-03-01T12:01Z');
    insert into second_factors (user_id, sealed_key, created_at) values (1, 'k', now());
    insert into recovery_codes (user_id, code_mac) values (1, 'a'), (1, 'b');
    insert into sso_domains (owner_id, domain, written, token, created_at, mail_hash, mail_until)
      values (1, 'example.com', 'example.com', 't', now(), 'a', '2026-03-01T12:01Z')`)
})

const USES = {
  link: (now: Date) => LINKS.use(database.db, { token_hash, wl_id: 3 }, now),
  invitation: (now: Date) => INVITATIONS.use(database.db, { token_hash }, now),
  'begun sign-in': (now: Date) => SIGN_INS.use(database.db, { token_hash }, now),
  domain: (now: Date) => DOMAINS.use(database.db, { owner_id: 1, domain: 'example.com' }, now),
  code: (now: Date) => CODES.use(database.db, { user_id: 1, code_mac: 'a' }, now),
}
const kinds = Object.entries(USES).map(([kind, use]) => ({ kind, use }))

test.each(kinds)('one $kind works once: of twenty concurrent uses one wins, and none later', async ({ use }) => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => use(NOW)))
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect(await use(NOW)).toBe(false)
})

test.each(kinds)('one $kind works until its last moment, and a code for ever', async ({ kind, use }) => {
  expect(await use(after(60_000))).toBe(kind === 'code')
  expect(await use(after(59_999))).toBe(kind !== 'code')
})

test('a use counts only with the whole key, and leaves other rows', async () => {
  expect(await LINKS.use(database.db, { token_hash, wl_id: 4 }, NOW)).toBe(false)
  expect(await CODES.use(database.db, { user_id: 1, code_mac: 'c' }, NOW)).toBe(false)
  expect(await CODES.use(database.db, { user_id: 1, code_mac: 'a' }, NOW)).toBe(true)
  expect(await CODES.use(database.db, { user_id: 1, code_mac: 'b' }, NOW)).toBe(true)
})

test('an end by hand counts expired rows, too, and fills the column of a withdrawal where there is one', async () => {
  expect(await LINKS.end(database.db, { user_id: 1, purpose: ['reset', 'token'] }, NOW)).toBe(2)
  expect(await LINKS.end(database.db, { user_id: 1 }, NOW)).toBe(0)
  expect(await USES.link(NOW)).toBe(false)
  expect(await INVITATIONS.end(database.db, { owner_id: 1 }, NOW)).toBe(1)
  expect(await USES.invitation(NOW)).toBe(false)
  const { rows } = await database.pool.query('select accepted_at, revoked_at from invitations')
  expect(rows).toEqual([{ accepted_at: null, revoked_at: NOW }])
})

test('a use empties the columns that are named, and an open row is found only while it is good', async () => {
  const open = (now: Date) =>
    database.db.selectFrom('sso_domains').select('domain').where(DOMAINS.isOpen(now)).execute()
  expect(await open(NOW)).toHaveLength(1)
  expect(await open(after(60_000))).toHaveLength(0)
  await USES.domain(NOW)
  expect(await open(NOW)).toHaveLength(0)
  const { rows } = await database.pool.query('select proved_at, mail_hash, mail_until from sso_domains')
  expect(rows).toEqual([{ proved_at: NOW, mail_hash: null, mail_until: null }])
})

test('expired rows are deleted, others stay', async () => {
  await LINKS.deleteExpired(database.db, NOW)
  expect((await database.pool.query(`select purpose from link_tokens`)).rows).toEqual([{ purpose: 'reset' }])
})
