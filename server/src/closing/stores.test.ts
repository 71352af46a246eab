import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { callAt, changedBy, combine, insertAccount, insertAll, lockedBy } from '#testing/db/scene.ts'
import { deleteMailsTo, eraseBatch, hasWaitingMail, personalWords, shutDown } from './erase-store.ts'
import * as store from './store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

let database: TestDatabase
let db: TestDatabase['db']
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

const ids = <T extends string | number>(rows: readonly { id: T }[]) => rows.map(({ id }) => id).sort()
const owners = (rows: readonly { owner_id: number }[]) => rows.map(({ owner_id }) => owner_id).sort((a, b) => a - b)

test('a closing is of one account, and waits for its reminder and its end', async () => {
  const kinds = combine({
    reminded_at: [null, at(-1)],
    told_at: [null, at(-1)],
    erased_at: [null, at(-1)],
    closes_at: [at(-1), at(9)],
  })
  const accounts = await Promise.all(kinds.map(() => insertAccount(db)))
  const rows = await insertAll(
    db,
    'account_closings',
    kinds.map((row, index) => ({ ...row, owner_id: accounts[index]?.id ?? 0, asked_at: at(-9), reason: 'other' })),
  )
  const matching = (is: (row: (typeof rows)[number]) => boolean) => owners(rows.filter(is))
  expect(owners(await store.closingsToRemind(db, NOW))).toEqual(
    matching((row) => !row.reminded_at && !row.told_at && row.closes_at <= NOW),
  )
  expect(owners(await store.closingsDue(db, NOW))).toEqual(matching((row) => !row.erased_at && row.closes_at <= NOW))
  const [open = 0] = matching((row) => !row.told_at)
  const [reported = 0] = matching((row) => row.told_at !== null)
  const changed = (change: (tx: typeof db) => Promise<unknown>) =>
    changedBy(db, 'account_closings', change).then(owners)
  expect([
    await changed((tx) => store.deleteClosing(tx, open)),
    await changed((tx) => store.deleteClosing(tx, reported)),
  ]).toEqual([[open], []])
  expect(await changed((tx) => store.markClosing(tx, open, { reminded_at: NOW }))).toEqual([open])
  expect((await store.lockClosing(db, reported))?.owner_id).toBe(reported)
  expect(await lockedBy(db, 'account_closings', (tx) => store.lockClosing(tx, open), 'owner_id')).toEqual([open])
  expect(await store.closesAt(db, reported)).toEqual(rows.find(({ owner_id }) => owner_id === reported)?.closes_at)
})

/** An account with rows in every table that closing looks at. */
async function openAccount() {
  const account = await insertAccount(db, 1)
  const { id: owner_id, logins, email } = account
  const [login_id = 0, machine = 0] = logins
  const order = { owner_id, login_id, amount_micros: 10_000, origin: '', created_at: NOW, changed_at: NOW }
  const [first, second] = [randomUUID(), randomUUID()]
  await insertAll(
    db,
    'payment_orders',
    [first, second].map((id) => ({
      ...order,
      id,
      reference: id,
      processor: 'test' as const,
      purpose: 'top_up' as const,
    })),
  )
  const subscription = {
    ...{
      owner_id,
      login_id,
      anchor_at: at(-9),
      periods: 1,
      period_start: at(-9),
      period_end: at(9),
      access_until: at(9),
    },
    ...{
      price_micros: 10_000,
      price_version: '1',
      order_id: first,
      method_label: '',
      next_try_at: at(9),
      changed_at: NOW,
    },
  }
  const states = ['active', 'past_due', 'canceling', 'expired'] as const
  await insertAll(
    db,
    'subscriptions',
    states.map((state) => ({
      ...subscription,
      state,
      product: state,
      access_until: state === 'expired' ? null : at(9),
    })),
  )
  await insertAll(
    db,
    'auto_recharges',
    logins.map((login) => ({
      login_id: login,
      owner_id,
      is_on: true,
      threshold_micros: 1,
      amount_micros: 10_000,
      created_at: NOW,
      changed_at: NOW,
    })),
  )
  const session = { user_id: owner_id, created_at: NOW, last_seen_at: NOW, ip: '', user_agent: '' }
  await insertAll(db, 'sessions', [{ ...session, token_hash: Buffer.from(email), public_id: email }])
  const purchase = {
    ...{
      owner_id,
      login_id,
      created_by: owner_id,
      database_id: 'd',
      title: '',
      version: '1',
      format: 'csv' as const,
      locations: ['x'],
    },
    ...{ amount_micros: 10_000, created_at: NOW, changed_at: NOW },
  }
  await insertAll(
    db,
    'database_purchases',
    [at(-1), at(1), at(1)].map((updates_until) => ({
      ...purchase,
      updates_until,
      id: randomUUID(),
      reference: randomUUID(),
    })),
  )
  await insertAll(db, 'email_changes', [
    { user_id: owner_id, new_email: `new-${email}`, old_mac: '', new_mac: '', expires_at: NOW },
  ])
  await insertAll(db, 'billing_details', [
    {
      ...{
        owner_id,
        kind: 'person',
        name: 'x',
        line1: 'x',
        line2: '',
        postal_code: '1',
        city: 'x',
        country: 'DE',
        vat_id: '',
      },
      ...{ invoice_emails: [`bills-${email}`], po_number: '', changed_at: NOW },
    },
  ])
  await insertAll(
    db,
    'invitations',
    [null, NOW].map((accepted_at) => ({
      ...{ owner_id, invited_by: owner_id, role: 'viewer' as const, created_at: NOW, expires_at: NOW, accepted_at },
      email_norm: `${accepted_at ? 'accepted' : 'invited'}-${email}`,
      token_hash: Buffer.from(`${accepted_at} ${email}`),
    })),
  )
  return { ...account, machine, login_id }
}

test('an account that shuts down takes its own sessions, logins and subscriptions with it, and is summed up alone', async () => {
  const [account, other, member] = [await openAccount(), await openAccount(), await insertAccount(db)]
  const { id } = account
  await insertAll(db, 'team_members', [
    { owner_id: id, user_id: id, role: 'admin', created_at: NOW },
    { owner_id: id, user_id: member.id, role: 'owner', created_at: NOW },
    { owner_id: other.id, user_id: id, role: 'viewer', created_at: NOW },
    { owner_id: other.id, user_id: member.id, role: 'viewer', created_at: NOW },
    { owner_id: member.id, user_id: id, role: 'viewer', created_at: NOW },
  ])
  await insertAll(
    db,
    'ledger_accounts',
    [...account.logins, ...other.logins].map((login) => ({
      ...{ name: `scene ${login}`, api_login_id: login },
      balance_micros: account.logins.includes(login) ? 5 : 70,
    })),
  )
  expect(await store.whatGoes(db, id, NOW)).toMatchObject({
    balance_micros: 10,
    database_updates: 2,
    members: 1,
    other_teams: 2,
    subscriptions: [{ product: 'active' }, { product: 'past_due' }],
  })
  const words = await personalWords(db, id)
  const { email } = account
  expect(words.sort()).toEqual(
    [email, `bills-${email}`, `invited-${email}`, `machine-1-${email}`, `new-${email}`].sort(),
  )
  const shut = (tx: typeof db) => shutDown(tx, id, at(1))
  expect(ids(await changedBy(db, 'users', shut))).toEqual([id])
  expect((await changedBy(db, 'sessions', shut)).map(({ user_id }) => user_id)).toEqual([id])
  expect(ids(await changedBy(db, 'api_logins', shut))).toEqual(account.logins)
  expect((await changedBy(db, 'auto_recharges', shut)).map(({ login_id }) => login_id).sort()).toEqual(account.logins)
  expect(new Set(owners(await changedBy(db, 'subscriptions', shut)))).toEqual(new Set([id]))
})

test('mails to the account go, except the last one while it waits', async () => {
  const words = ['mine@example.com']
  const rows = await insertAll(
    db,
    'outbox',
    combine({
      template: ['account_closed', 'other'],
      to_address: ['mine@example.com', 'theirs@example.com'],
      text: ['', 'to mine@example.com'],
      sent_at: [null, NOW],
      failed_at: [null, NOW],
    }).map(({ text, ...row }) => ({
      ...{
        ...row,
        message_id: randomUUID(),
        language: 'en',
        brand: '{}',
        data: JSON.stringify({ text }),
        created_at: NOW,
        next_try_at: NOW,
      },
    })),
  )
  const names = (some: readonly (typeof rows)[number][]) => ids(some)
  const isAbout = ({ to_address, data }: (typeof rows)[number]) =>
    to_address === words[0] || JSON.stringify(data).includes('mine@')
  const isLast = ({ template, sent_at, failed_at }: (typeof rows)[number]) =>
    template === 'account_closed' && !sent_at && !failed_at
  expect(names(await changedBy(db, 'outbox', (tx) => deleteMailsTo(tx, words)))).toEqual(
    names(rows.filter((row) => isAbout(row) && !isLast(row))),
  )
  const waits = async (is: (row: (typeof rows)[number]) => boolean) => {
    let found: boolean | undefined
    await changedBy(db, 'outbox', async (tx) => {
      await tx
        .deleteFrom('outbox')
        .where('id', 'in', ids(rows.filter((row) => !is(row))))
        .execute()
      found = await hasWaitingMail(tx, words)
    })
    return found
  }
  const isTo = (row: (typeof rows)[number]) => row.to_address === words[0]
  expect(await waits((row) => isTo(row) && !row.sent_at && !row.failed_at)).toBe(true)
  expect(await waits((row) => isTo(row) && row.sent_at !== null && !row.failed_at)).toBe(false)
  expect(await waits((row) => isTo(row) && row.failed_at !== null && !row.sent_at)).toBe(false)
  expect(await waits((row) => !isTo(row))).toBe(false)
})

test('only a closed account is erased', async () => {
  const open = await insertAccount(db)
  await insertAccount(db, 0, { status: 'closed' })
  const of = { owner_id: open.id, email: open.email, words: [], now: NOW, limit: 10 }
  for (const what of ['calls', 'audit', 'memos'] as const)
    await expect(eraseBatch(db, what, of)).rejects.toThrow(/not closed/)
})

test('lines of the log about a closed account are erased once, and none of others', async () => {
  const closed = await insertAccount(db, 0, { status: 'closed' })
  const other = await insertAccount(db)
  const line = {
    at: NOW,
    actor: 'system',
    action: 'x',
    user_id: other.id,
    detail: '{}',
    ip: '192.0.2.1',
    request_id: 'r',
  }
  const rows = await insertAll(
    db,
    'audit_log',
    [
      { user_id: closed.id },
      { user_id: closed.id, action: 'account_erased' },
      { actor: `user:${closed.id}` },
      { detail: JSON.stringify({ to: closed.email }) },
      { detail: JSON.stringify({ customer: String(closed.id) }) },
      { user_id: closed.id, erased_at: at(-9) },
      {},
    ].map((row, index) => ({ ...line, ...row, previous: Buffer.from('x'), hash: Buffer.from(`${index}`) })),
  )
  const erased = await changedBy(db, 'audit_log', (tx) =>
    eraseBatch(tx, 'audit', { owner_id: closed.id, email: closed.email, words: [], now: NOW, limit: 100 }),
  )
  expect(ids(erased)).toEqual([0, 2, 3, 4].map((index) => rows[index]?.id ?? 0).sort())
})

test('calls of a closed account lose their requests, addresses and tags, and those of others keep them', async () => {
  const closed = await insertAccount(db, 1, { status: 'closed' })
  const other = await insertAccount(db)
  const calls = [...closed.logins, ...other.logins].flatMap((login) =>
    [-2, -1].map((hours) => callAt(at(hours), login, login === other.logins[0] ? other.id : closed.id)),
  )
  const empty = callAt(at(-3), closed.logins[0] ?? 0, closed.id)
  const tagged = callAt(at(-3), closed.logins[0] ?? 0, closed.id)
  const more = [
    { ...empty.event, ip: '' },
    { ...tagged.event, ip: '', tag: 'nightly' },
  ]
  await insertAll(db, 'usage_events', [...calls.map(({ event }) => event), ...more])
  await insertAll(
    db,
    'usage_params',
    calls.map(({ params }) => params),
  )
  const silent = { ...empty.error, ip: null, message: '' }
  const errors = [{ ...tagged.error, ip: null }, silent]
  await insertAll(db, 'error_events', [...calls.map(({ error }) => error), ...errors])
  const isTheirs = ({ event }: (typeof calls)[number]) => event.owner_id === closed.id
  const theirs = calls.filter(isTheirs).map(({ event }) => event.id)
  const of = { owner_id: closed.id, email: closed.email, words: [], now: NOW, limit: 100 }
  const counts: number[] = []
  const erase = async (tx: typeof db) => {
    counts.push(await eraseBatch(tx, 'calls', of), await eraseBatch(tx, 'calls', of))
  }
  expect(ids(await changedBy(db, 'usage_params', erase))).toEqual(theirs.toSorted())
  expect(ids(await changedBy(db, 'usage_events', erase))).toEqual([...theirs, tagged.event.id].sort())
  expect(ids(await changedBy(db, 'error_events', erase))).toEqual([...theirs, tagged.event.id].sort())
  expect(counts.slice(0, 2), 'erased once').toEqual([3 * theirs.length + 2, 0])
})

test('notes in the books that name a closed account are erased, except those of calls', async () => {
  const closed = await insertAccount(db, 1, { status: 'closed' })
  const other = await insertAccount(db)
  const [login = 0, machine = 0] = closed.logins
  const accounts = await insertAll(db, 'ledger_accounts', [
    { name: `login:${closed.email}`, api_login_id: login },
    { name: 'login:unnamed', api_login_id: machine },
    { name: `login:${other.email} for ${closed.email}`, api_login_id: other.logins[0] ?? 0 },
  ])
  const [own = 0, , foreign = 0] = ids(accounts)
  const book = (account_id: number, kind: 'gift' | 'usage' | 'refund', memo: string) =>
    db.transaction().execute(async (tx) => {
      const id = randomUUID()
      await insertAll(tx, 'ledger_transactions', [{ id, kind, memo, actor: 'test', at: NOW }])
      await insertAll(tx, 'ledger_entries', [
        { transaction_id: id, account_id, amount_micros: 10 },
        { transaction_id: id, account_id: 1, amount_micros: -10 },
      ])
      return id
    })
  const named = await book(own, 'gift', `for ${closed.email}`)
  await book(own, 'usage', `for ${closed.email}`)
  await book(own, 'refund', `for ${closed.email}`)
  await book(own, 'gift', 'for no one')
  await book(foreign, 'gift', `for ${closed.email}`)
  const of = { owner_id: closed.id, email: closed.email, words: [closed.email], now: NOW, limit: 100 }
  const erase = (tx: typeof db) => eraseBatch(tx, 'memos', of)
  expect(ids(await changedBy(db, 'ledger_transactions', erase))).toEqual([named])
  expect(ids(await changedBy(db, 'ledger_accounts', erase))).toEqual([own])
})
