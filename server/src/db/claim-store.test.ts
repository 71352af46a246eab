import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sharedDatabase } from '#testing/shared-app.ts'
import { claimDue, deleteEnded, NOT_SENT, recordTry, UNSENT } from './claim-store.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

const database = sharedDatabase()

/** Three rows of each kind: the second is the oldest, the third is not due (a mail) or has ended (an event). */
beforeEach(async () => {
  await database.owner.query(`
    delete from outbox; delete from payment_events;
    insert into outbox (message_id, to_address, template, language, brand, data, created_at, next_try_at)
      select n, n || '@example.com', 'x', 'en', '{}', '{}', now(), timestamptz '2026-03-01T12:00Z' + m * interval '1 minute'
        from (values ('1', -1), ('2', -5), ('3', 1)) v (n, m);
    insert into payment_events (processor, event_id, type, body, received_at, handled_at)
      values ('test', '1', 'x', '{}', '2026-03-01T11:59Z', null), ('test', '2', 'x', '{}', '2026-03-01T11:55Z', null),
        ('test', '3', 'x', '{}', '2026-03-01T11:50Z', now()), ('stripe', '2', 'x', '{}', '2026-03-01T11:50Z', null)`)
})

const MAILS = { table: 'outbox', due: 'next_try_at', waits: UNSENT } as const
const EVENTS = {
  table: 'payment_events',
  due: 'tried_at',
  waits: sql<boolean>`processor = 'test' and handled_at is null`,
  first: 'received_at',
  key: ['processor', 'event_id'],
} as const

const WORK = {
  mails: async (now: Date, limit: number) => {
    const span = { now, until: new Date(now.getTime() + 2 * 60_000), limit }
    const rows = await claimDue<{ message_id: string; tries: number }>(database.db, MAILS, span)
    return rows.map(({ message_id, tries }) => `${message_id} try ${tries}`)
  },
  events: async (now: Date, limit: number) => {
    const span = { now, until: new Date(now.getTime() + 2 * 60_000), limit }
    const rows = await claimDue<{ processor: string; event_id: string; tries: number }>(
      database.db,
      { ...EVENTS, key: [...EVENTS.key] },
      span,
    )
    return rows.map(({ event_id, tries, processor }) => `${event_id} try ${tries}${processor === 'test' ? '' : '!'}`)
  },
}

test.each(Object.entries(WORK))(
  '%s are claimed oldest first, each by one process until its lease ends',
  async (_, claim) => {
    expect(await claim(NOW, 1)).toEqual(['2 try 1'])
    const rest = await Promise.all(Array.from({ length: 8 }, () => claim(NOW, 5)))
    expect(rest.flat()).toEqual(['1 try 1'])
    expect((await claim(after(1.9), 5)).filter((row) => !row.startsWith('3'))).toEqual([])
    expect((await claim(after(2), 5)).filter((row) => !row.startsWith('3')).toSorted()).toEqual(['1 try 2', '2 try 2'])
  },
)

const states = async () =>
  (await database.pool.query('select tries, last_error, sent_at from outbox where message_id = $1', ['2'])).rows[0]

test('a try is recorded while it is the newest and nothing has arrived; a slow worker changes nothing', async () => {
  type Claimed = { id: number; tries: number }
  const [first] = await claimDue<Claimed>(database.db, MAILS, { now: NOW, until: after(2), limit: 1 })
  const later = await claimDue<Claimed>(database.db, MAILS, { now: after(3), until: after(5), limit: 5 })
  const again = later.find(({ id }) => id === first?.id)
  if (!first || !again) throw new Error('the mail is claimed again after its lease')
  await recordTry(database.db, 'outbox', first, NOT_SENT, { last_error: 'slow' })
  expect(await states()).toMatchObject({ tries: 2, last_error: null })
  await recordTry(database.db, 'outbox', again, NOT_SENT, { last_error: 'refused', next_try_at: after(9) })
  expect(await states()).toMatchObject({ tries: 2, last_error: 'refused' })
  await database.owner.query('update outbox set sent_at = now()')
  await recordTry(database.db, 'outbox', again, NOT_SENT, { last_error: 'late' })
  expect(await states()).toMatchObject({ last_error: 'refused' })
})

test('rows that arrived or were given up before a moment are deleted, and counted', async () => {
  await database.owner.query(`
    update outbox set sent_at = '2026-03-01T11:00Z' where message_id = '1';
    update outbox set failed_at = '2026-03-01T11:00Z' where message_id = '2';
    update outbox set sent_at = '2026-03-01T13:00Z' where message_id = '3'`)
  expect(await deleteEnded(database.db, 'outbox', NOW)).toBe(2)
  expect((await database.pool.query('select message_id from outbox')).rows).toEqual([{ message_id: '3' }])
})
