import { readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { purchaseReceipt, sampleFile } from '@portico/contract/database-files.ts'
import { databases, PURCHASE_STATES } from '@portico/contract/databases.ts'
import { LANGUAGES } from '@portico/contract/language.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { users } from '@portico/contract/users.ts'
import fc from 'fast-check'
import { fileWriter, parquetWriteRows } from 'hyparquet-writer'
import { expect, test, vi } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { balanceOf } from '#ledger/index.ts'
import { addColleague, addCustomer, orderOf } from '#testing/databases/shop.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { generate } from './generators.ts'
import { preparePurchases } from './prepare.ts'
import { writeReceipt } from './receipt.ts'
import { nextDate } from './shop.ts'
import { hashFile } from './write-file.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const app = sharedApp()

test('the list shows the contents and lowest price of each database, in the language of the page', async () => {
  const { browser } = await addCustomer(app, 'looks')
  const { databases: list } = await browser.must(databases.listDatabases, { language: 'de' })
  const keywords = list.find(({ id }) => id === 'keywords')
  expect(keywords).toMatchObject({
    title: 'Keywords mit Suchvolumen',
    category: 'keywords',
    records: 189_000,
    fields: 10,
    version: '2026-10',
    updated_on: '2026-11-03',
    next_on: '2026-12-03',
    price_from_micros: 3_600_000,
  })
  expect(keywords?.locations).toEqual(['US', 'GB', 'DE', 'FR', 'BR', 'ES', 'IT', 'JP', 'NL', 'PL'])
  expect(list.find(({ id }) => id === 'domains')?.source).toBe('Eigener Crawler')
  expect(list.find(({ id }) => id === 'businesses')?.source).toBe('Google Maps')
})

test('every translated text of the bundled databases has all languages', () => {
  for (const { id, source, title, summary, description, fields, versions } of app.ctx.databases) {
    const texts = [
      title,
      summary,
      description,
      ...fields.map(({ about }) => about),
      ...versions.map((one) => one.changes),
    ]
    // A proper name is the same in every language.
    for (const text of [...texts, ...(Object.keys(source).length > 1 ? [source] : [])]) {
      expect(Object.keys(text).toSorted(), id).toEqual([...LANGUAGES].toSorted())
      expect(new Set(Object.values(text)).size, `${id}: ${text.en}`).toBeGreaterThan(1)
    }
  }
})

test('details show every field, the price of each location, and the changes between versions', async () => {
  const { browser } = await addCustomer(app, 'reads')
  const details = await browser.must(databases.getDatabase, { id: 'keywords' })
  expect(details.dictionary.map(({ name }) => name)).toContain('search_volume')
  expect(details.coverage[0]).toEqual({ location: 'US', records: 48_000, price_micros: 19_200_000 })
  expect(
    details.versions.map(({ version, records_more, locations_added }) => [version, records_more, locations_added]),
  ).toEqual([
    ['2026-10', 189_000 - 169_900, ['JP']],
    ['2026-09', 169_900 - 155_600, ['BR']],
    ['2026-08', null, []],
  ])
  expect((await browser.call(databases.getDatabase, { id: 'nothing' })).body).toMatchObject({
    code: 'unknown_database',
  })
})

test('the sample is the beginning of the sold file, as a table and as a file', async () => {
  const { browser } = await addCustomer(app, 'tries')
  const { records } = await browser.must(databases.getSample, { id: 'domains', location: 'DE' })
  expect(records).toHaveLength(30)
  const query = new URLSearchParams({ id: 'domains', location: 'DE', format: 'jsonl' })
  const { text, headers } = await browser.send<string>({ path: `${sampleFile.path}?${query}` })
  const lines = text.trimEnd().split('\n')
  expect(lines).toHaveLength(100)
  expect(headers['content-disposition']).toBe('attachment; filename="domains-2026-10-DE-sample.jsonl"')
  expect(Object.values(JSON.parse(lines[0] ?? '{}'))).toEqual(records[0])
  expect((await browser.call(databases.getSample, { id: 'domains', location: 'JP' })).status).toBe(404)
})

test.each([
  ['2026-01-31', 'monthly', '2026-02-28'],
  ['2026-11-03', 'monthly', '2026-12-03'],
  ['2026-10-15', 'quarterly', '2027-01-15'],
  ['2026-12-28', 'weekly', '2027-01-04'],
] as const)('after %s the next %s version is planned for %s', (date, cadence, next) => {
  expect(nextDate(date, cadence)).toBe(next)
})

/** The format of files written before dates had their own type. */
const TEXT_DATES = {
  string: 'STRING',
  integer: 'INT64',
  decimal: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'STRING',
} as const

test('a purchase takes its price, gets its files, and is recorded in the activity', async () => {
  const { browser, login_id } = await addCustomer(app, 'buys')
  const order = await orderOf(app, { locations: ['PL', 'NL'], format: 'parquet', with_updates: true })
  expect(order.amount_micros).toBe(7_500_000)
  const { purchase, available_micros } = await browser.must(databases.buy, order)
  expect(purchase).toMatchObject({ state: 'paid', files: [], amount_micros: 7_500_000, locations: ['NL', 'PL'] })
  expect(purchase.updates_until).toBe('2027-03-02T10:00:00.000Z')
  expect(available_micros).toBe(92_500_000)
  expect(await balanceOf(app.ctx, login_id)).toBe(92_500_000)
  await preparePurchases(app.ctx)
  const { purchases, role } = await browser.must(databases.getPurchases, {})
  expect(role).toBe('owner')
  expect(purchases[0]).toMatchObject({ id: order.id, state: 'ready', bought_by: 'buys' })
  expect(purchases[0]?.files).toMatchObject([
    { location: 'NL', name: 'technologies-2026-10-NL.parquet', records: 5000 },
    { location: 'PL', name: 'technologies-2026-10-PL.parquet', records: 5000 },
  ])
  const { rows } = await app.database.pool.query(`select detail from audit_log where action = 'database_bought'`)
  expect(rows[0].detail).toMatchObject({ database: 'technologies', amount_micros: 7_500_000 })
  expect((await checkBooks(app.ctx)).discrepancies).toEqual([])
})

test('a Parquet file sold with dates as text stays the same, also when it is lost or cut off and made again', async () => {
  const { browser } = await addCustomer(app, 'earlier')
  const order = await orderOf(app, { format: 'parquet' })
  await browser.must(databases.buy, order)
  await preparePurchases(app.ctx)
  const source = app.ctx.databases.find(({ id }) => id === order.database_id)
  const { version, location, path, records } = (
    await app.database.owner.query(
      `select * from database_files where database_id = $1 and format = 'parquet' and location = $2`,
      [order.database_id, order.locations[0]],
    )
  ).rows[0]
  const file = join(app.ctx.env.data_dir, path)
  const made = readFileSync(file)
  await parquetWriteRows({
    writer: fileWriter(file),
    columns: (source?.fields ?? []).map(({ name, type, nullable }) => ({ name, type: TEXT_DATES[type], nullable })),
    rows: [...generate({ generator: 'technologies', version, location, records })],
    rowGroupSize: 20_000,
  })
  const earlier = readFileSync(file)
  expect(earlier.equals(made)).toBe(false)
  const sha256 = await hashFile(file)
  await app.database.owner.query(`update database_files set bytes = $1, sha256 = $2 where path = $3`, [
    earlier.length,
    sha256,
    path,
  ])
  await browser.must(databases.issueLinks, { id: order.id })
  expect(readFileSync(file).equals(earlier)).toBe(true)
  for (const spoil of [rmSync, (path: string) => truncateSync(path, 100)]) {
    spoil(file)
    await browser.must(databases.issueLinks, { id: order.id })
    expect(readFileSync(file).equals(earlier)).toBe(true)
  }
})

test('a purchase pressed twice, at once or later, is made once', async () => {
  const { browser, login_id } = await addCustomer(app, 'twice')
  const order = await orderOf(app)
  const answers = await Promise.all([1, 2, 3].map(() => browser.call(databases.buy, order)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await preparePurchases(app.ctx)
  expect((await browser.must(databases.buy, order)).purchase.state).toBe('ready')
  expect(await balanceOf(app.ctx, login_id)).toBe(97_500_000)
  expect((await browser.must(databases.getPurchases, {})).purchases).toHaveLength(1)
  for (const other of [{ format: 'jsonl' as const }, { locations: ['NL'] }])
    expect((await browser.call(databases.buy, { ...order, ...other })).body).toMatchObject({ code: 'already_there' })
})

test('an order number of another account cannot be taken over', async () => {
  const [first, second] = [await addCustomer(app, 'first'), await addCustomer(app, 'second')]
  const order = await orderOf(app)
  await first.browser.must(databases.buy, order)
  expect((await second.browser.call(databases.buy, order)).body).toMatchObject({ code: 'already_there' })
  expect(await balanceOf(app.ctx, second.login_id)).toBe(100_000_000)
})

test('a purchase with another price, version or location than the current offer is refused', async () => {
  const { browser, login_id } = await addCustomer(app, 'checks')
  const right = await orderOf(app)
  for (const wrong of [
    { amount_micros: right.amount_micros - 10_000 },
    { amount_micros: right.amount_micros + 10_000 },
    { version: '2026-09' },
    { locations: ['JP'] },
    { locations: ['PL', 'JP'] },
    { with_updates: true },
  ])
    expect((await browser.call(databases.buy, { ...right, ...wrong })).body, JSON.stringify(wrong)).toMatchObject({
      code: 'order_changed',
    })
  for (const bad of [{ locations: [] }, { locations: ['pl'] }, { format: 'xls' }, { id: 'x' }, { amount_micros: -5 }])
    expect((await browser.call(databases.buy, { ...right, ...bad } as typeof right)).status).toBe(400)
  expect(await balanceOf(app.ctx, login_id)).toBe(100_000_000)
})

test('a location named twice is paid once', async () => {
  const { browser } = await addCustomer(app, 'doubles')
  const { purchase } = await browser.must(databases.buy, { ...(await orderOf(app)), locations: ['PL', 'PL'] })
  expect(purchase.locations).toEqual(['PL'])
})

test('a purchase never takes the balance below its floor, nor money held by calls', async () => {
  const { browser, login_id } = await addCustomer(app, 'poor', 5)
  const set = (values: string) =>
    app.database.pool.query(`update ledger_accounts set ${values} where api_login_id = $1`, [login_id])
  const order = await orderOf(app)
  await set('floor_micros = 2600000')
  expect((await browser.call(databases.buy, order)).body).toMatchObject({ code: 'insufficient_funds' })
  await set('floor_micros = 0, held_micros = 2600000')
  expect((await browser.call(databases.buy, order)).body).toMatchObject({ code: 'insufficient_funds' })
  expect((await browser.must(databases.getFunds, {})).available_micros).toBe(2_400_000)
  await set('held_micros = 0')
  await browser.must(databases.buy, order)
  const many = await Promise.all(Array.from({ length: 4 }, async () => browser.call(databases.buy, await orderOf(app))))
  expect(many.map(({ status }) => status).toSorted()).toEqual([200, 402, 402, 402])
  expect(await balanceOf(app.ctx, login_id)).toBe(0)
})

test('a purchase requires the password after fifteen minutes', async () => {
  const { browser, login_id } = await addCustomer(app, 'away')
  app.clock.forward(15 * MINUTE_MS + 1)
  expect((await browser.call(databases.buy, await orderOf(app))).body).toMatchObject({ code: 'reauth_needed' })
  expect(await balanceOf(app.ctx, login_id)).toBe(100_000_000)
})

test('a login on hold buys nothing, and a member pays from the login of the team', async () => {
  const { id, login_id, email } = await addCustomer(app, 'team-owner')
  const finance = await addColleague(app, id, 'team-finance', 'finance')
  await finance.browser.must(users.setActiveApiUser, { login: email })
  const { purchase } = await finance.browser.must(databases.buy, await orderOf(app))
  expect(purchase).toMatchObject({ login: email, bought_by: 'team-finance' })
  expect(await balanceOf(app.ctx, login_id)).toBe(97_500_000)
  await app.database.pool.query(`update api_logins set status = 'on_hold' where id = $1`, [login_id])
  expect((await finance.browser.call(databases.buy, await orderOf(app))).body).toMatchObject({ code: 'login_on_hold' })
})

test('purchases are paged, newest first', async () => {
  const { browser } = await addCustomer(app, 'pages', 1000)
  for (let count = 0; count < 23; count += 1) {
    app.clock.forward(1000)
    await browser.must(databases.buy, await orderOf(app))
  }
  const first = await browser.must(databases.getPurchases, {})
  const before = first.purchases.at(-1)?.id
  const rest = await browser.must(databases.getPurchases, before ? { before } : {})
  expect([first.purchases.length, first.more, rest.purchases.length, rest.more]).toEqual([20, true, 3, false])
  const times = [...first.purchases, ...rest.purchases].map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('files that cannot be made are refunded once, and the purchase shows so', async () => {
  const { browser, login_id } = await addCustomer(app, 'unlucky')
  const order = await orderOf(app, { database_id: 'businesses', locations: ['AT'] })
  await browser.must(databases.buy, order)
  const stored = app.ctx.databases
  app.ctx.databases = []
  for (let round = 0; round < 7; round += 1) {
    await preparePurchases(app.ctx)
    app.clock.forward(61_000)
  }
  app.ctx.databases = stored
  expect(await balanceOf(app.ctx, login_id)).toBe(100_000_000)
  await browser.signIn('unlucky@example.com')
  const { purchases } = await browser.must(databases.getPurchases, {})
  expect(purchases[0]).toMatchObject({ state: 'failed', files: [] })
  expect((await checkBooks(app.ctx)).discrepancies).toEqual([])
})

test("the details show the account's own purchases of the current version, without refunded ones", async () => {
  const { browser } = await addCustomer(app, 'again')
  const owned = async () => (await browser.must(databases.getDatabase, { id: 'technologies' })).owned
  expect(await owned()).toEqual([])
  const order = { ...(await orderOf(app, { locations: ['PL', 'NL'], format: 'csv' })) }
  await browser.must(databases.buy, order)
  await browser.must(databases.buy, await orderOf(app, { locations: ['NL'], format: 'csv' }))
  const both = [
    { location: 'NL', format: 'csv' },
    { location: 'PL', format: 'csv' },
  ]
  expect(await owned()).toEqual(both)
  expect((await browser.must(databases.getDatabase, { id: 'keywords' })).owned).toEqual([])
  const other = await addCustomer(app, 'another')
  expect((await other.browser.must(databases.getDatabase, { id: 'technologies' })).owned).toEqual([])
  await app.database.owner.query("update database_purchases set state = 'failed' where id = $1", [order.id])
  expect(await owned()).toEqual(both.slice(0, 1))
})

test('a receipt shows the payment in the language of its reader', async () => {
  const { browser } = await addCustomer(app, 'keeps')
  const { purchase } = await browser.must(databases.buy, await orderOf(app, { with_updates: true }))
  const { text, headers } = await browser.send<string>({ path: `${purchaseReceipt.path}?id=${purchase.id}` })
  expect(headers['content-disposition']).toBe(`attachment; filename="${purchase.reference}.txt"`)
  for (const part of [purchase.reference, 'keeps@example.com', 'Technologies of websites', 'Poland', '3.75'])
    expect(text).toContain(part)
  await browser.must(users.setLanguage, { language: 'de' })
  const german = await browser.send<string>({ path: `${purchaseReceipt.path}?id=${purchase.id}` })
  expect(german.text).toContain('Polen')
  for (const language of LANGUAGES)
    for (const state of PURCHASE_STATES) {
      const written = writeReceipt({ ...purchase, state }, language, { brand: 'Portico', account: 'a@example.com' })
      expect(written).not.toMatch(/undefined|null|NaN/)
      expect(written).toContain(purchase.reference)
    }
})

test('any order is bought as priced or refused, and the books still balance', async () => {
  const { browser, login_id } = await addCustomer(app, 'anything', 300)
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        locations: fc.uniqueArray(fc.constantFrom('US', 'GB', 'DE', 'FR', 'NL', 'PL', 'XX'), { minLength: 1 }),
        format: fc.constantFrom('jsonl' as const, 'csv' as const, 'parquet' as const),
        with_updates: fc.boolean(),
        off: fc.constantFrom(0, 0, 0, -10_000, 10_000),
      }),
      async ({ off, ...input }) => {
        const order = await orderOf(app, input)
        const before = await balanceOf(app.ctx, login_id)
        const { status } = await browser.call(databases.buy, { ...order, amount_micros: order.amount_micros + off })
        const isRight = off === 0 && !input.locations.includes('XX') && order.amount_micros <= before
        expect(status === 200).toBe(isRight)
        expect(await balanceOf(app.ctx, login_id)).toBe(isRight ? before - order.amount_micros : before)
      },
    ),
    { numRuns: 40 },
  )
  expect((await checkBooks(app.ctx)).discrepancies).toEqual([])
})
