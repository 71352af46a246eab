import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { databases, FILE_ENDINGS, FILE_FORMATS } from '@portico/contract/databases.ts'
import { operator } from '@portico/contract/operator.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { openFileBucket } from '#integrations/file-bucket.ts'
import { balanceOf } from '#ledger/index.ts'
import { removeFromTeam } from '#team/index.ts'
import { addMember } from '#team/members.ts'
import { openTestApp } from '#testing/app.ts'
import { addCustomer, orderOf } from '#testing/databases/shop.ts'
import { openTestS3 } from '#testing/integrations/s3.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { publishFile, unfinishedPath } from './files.ts'
import { generate } from './generators.ts'
import { giveUpdates } from './give-updates.ts'
import { preparePurchases } from './prepare.ts'
import { writeFile } from './write-file.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const RECORDS = 40
const app = sharedApp()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const technologies = () => {
  const source = app.ctx.databases.find(({ id }) => id === 'technologies')
  if (!source) throw new Error('the sample shop has no technologies')
  return source
}

const writeVersion = (version: string, more = '') =>
  writeFileSync(
    join(folder, 'version.yaml'),
    `database: technologies\nversion: ${version}\ndate: 2026-12-01\nchanges: { en: More shops., de: Mehr Shops. }\n${more}`,
  )

/** A folder as a provider prepares it. */
async function fill(version: string, more = '') {
  mkdirSync(folder, { recursive: true })
  writeVersion(version, more)
  const { fields, versions } = technologies()
  for (const location of Object.keys(versions[0]?.locations ?? {}))
    for (const format of FILE_FORMATS)
      await writeFile(
        join(folder, `${location}.${FILE_ENDINGS[format]}`),
        format,
        fields,
        generate({ generator: 'technologies', version, location, records: RECORDS }),
      )
}

const publish = (path = folder) => app.operator(operator.publishDatabase, { folder: path, by: 'test' })

test('a new version replaces the old one in the shop, and buyers with updates get it free, with a mail', async () => {
  const [once, keeps] = [await addCustomer(app, 'once'), await addCustomer(app, 'keeps')]
  const [late, refunded] = [await addCustomer(app, 'late'), await addCustomer(app, 'refunded')]
  for (const { browser } of [late, refunded])
    await browser.must(databases.buy, await orderOf(app, { with_updates: true }))
  await app.database.owner.query(`update database_purchases set state = 'failed' where owner_id = $1`, [refunded.id])
  await preparePurchases(app.ctx)
  await app.database.owner.query(`update database_purchases set updates_until = $1 where owner_id = $2`, [
    app.clock.now(),
    late.id,
  ])
  await once.browser.must(databases.buy, await orderOf(app))
  for (const locations of [['PL', 'NL'], ['DE']])
    await keeps.browser.must(databases.buy, await orderOf(app, { locations, with_updates: true }))
  await preparePurchases(app.ctx)
  // Two members bought for the account, and one of them has left since.
  for (const [name, location] of [
    ['stays', 'DE'],
    ['left', 'PL'],
  ] as const) {
    const { id } = await app.addUser({ email: `${name}@example.com` })
    await app.database.owner.query(
      'update database_purchases set created_by = $1 where owner_id = $2 and $3 = any (locations)',
      [id, keeps.id, location],
    )
    await addMember(app.ctx, { owner_id: keeps.id, user_id: id, role: 'admin', cap_micros: null })
    if (name === 'left') await removeFromTeam(app.ctx, keeps.id, id)
  }
  const balance = await balanceOf(app.ctx, keeps.login_id)
  await fill('2026-11')
  const { body } = await publish()
  expect(body).toEqual({ database: 'technologies', version: '2026-11', files: 18, purchases: 2, mails: 2 })
  const filesOf = async ({ browser }: typeof once) =>
    (await browser.must(databases.getPurchases, {})).purchases.map(({ files }) => files.map(({ name }) => name))
  expect((await filesOf(keeps)).toSorted()).toEqual([
    ['technologies-2026-11-DE.csv.gz', 'technologies-2026-10-DE.csv.gz'],
    [
      'technologies-2026-11-NL.csv.gz',
      'technologies-2026-11-PL.csv.gz',
      'technologies-2026-10-NL.csv.gz',
      'technologies-2026-10-PL.csv.gz',
    ],
  ])
  expect(await filesOf(once)).toEqual([['technologies-2026-10-PL.csv.gz']])
  expect(await filesOf(late)).toEqual([['technologies-2026-10-PL.csv.gz']])
  expect(await balanceOf(app.ctx, keeps.login_id)).toBe(balance)
  expect(await app.mails('keeps@example.com')).toMatchObject([
    { template: 'database_updated', data: { database: 'Technologies of websites', version: '2026-11' } },
  ])
  expect(await app.mails('stays@example.com')).toMatchObject([{ template: 'database_updated' }])
  for (const who of ['once', 'late', 'refunded', 'left']) expect(await app.mails(`${who}@example.com`)).toEqual([])
  const details = await once.browser.must(databases.getDatabase, { id: 'technologies', language: 'de' })
  expect(details).toMatchObject({ version: '2026-11', records: 6 * RECORDS, updated_on: '2026-12-01' })
  expect(details.versions[0]).toMatchObject({ changes: 'Mehr Shops.', records_more: 6 * RECORDS - 59_000 })
  const { records } = await once.browser.must(databases.getSample, { id: 'technologies', location: 'PL' })
  expect(records).toHaveLength(30)
})

test('a published file is bought and downloaded byte for byte as the provider gave it', async () => {
  await fill('2026-12')
  expect((await publish()).status).toBe(200)
  const { browser } = await addCustomer(app, 'fresh')
  const order = await orderOf(app, { format: 'parquet' })
  expect(order.version).toBe('2026-12')
  await browser.must(databases.buy, order)
  await preparePurchases(app.ctx)
  const { links } = await browser.must(databases.issueLinks, { id: order.id })
  const { pathname, search } = new URL(links[0]?.url ?? '')
  const answer = await app.app.inject({ method: 'GET', url: pathname + search })
  expect(answer.rawPayload.equals(readFileSync(join(folder, 'PL.parquet')))).toBe(true)
})

test('files that cannot be published are named all at once, before any of them is read', async () => {
  await fill('2027-01')
  for (const name of ['PL.csv.gz', 'US.parquet']) rmSync(join(folder, name))
  writeFileSync(join(folder, 'NL.jsonl.gz'), '')
  // Each file is checked, but none was opened yet: this one would be refused by its content.
  const [first = ''] = Object.keys(technologies().versions[0]?.locations ?? {})
  writeFileSync(join(folder, `${first}.jsonl.gz`), 'no gzip')
  const { status, body } = await publish()
  expect(status).toBe(400)
  const faults = 'fields' in body ? String(body.fields?.folder).split(', ') : []
  expect(faults.toSorted()).toEqual([
    `${folder}/NL.jsonl.gz is empty`,
    `${folder}/PL.csv.gz is missing`,
    `${folder}/US.parquet is missing`,
  ])
})

test('a file that the server may not read is named before any is read', async () => {
  await fill('2027-01')
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'PL.csv.gz'), 0)
  // Root may read everything, so the check runs as another user.
  const script = `const { checkFiles } = await import(process.argv[1])
    await checkFiles(process.argv[2], ['NL', 'PL']).catch(({ fields }) => process.stdout.write(fields.folder))`
  const args = ['--input-type=module', '-e', script, join(import.meta.dirname, 'check-folder.ts'), folder]
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const { stdout } = spawnSync(process.execPath, args, { ...user, encoding: 'utf8' })
  expect(stdout).toBe(`${folder}/PL.csv.gz cannot be read`)
})

test('a folder with a mistake is refused with one line about it, and nothing is published', async () => {
  const before = await app.database.owner.query('select count(*) from database_files')
  const fault = async () => {
    const { status, body } = await publish()
    expect(status).toBe(400)
    return 'fields' in body ? String(body.fields?.folder).replaceAll(`${folder}/`, '') : ''
  }
  expect(await fault()).toMatch(/^version.yaml could not be read/)
  await fill('2026-10')
  expect(await fault()).toBe('2026-10 is not newer than 2026-12')
  writeVersion('soon')
  expect(await fault()).toBe('version.yaml: version: must look like 2026-10 or 2026-10-15')
  await fill('2027-01', 'more: true\n')
  expect(await fault()).toMatch(/^version.yaml: /)
  await fill('2027-01')
  writeFileSync(join(folder, 'PL.csv.gz'), 'no gzip')
  expect(await fault()).toMatch(/^PL.csv.gz: incorrect header check/)
  writeFileSync(join(folder, 'PL.csv.gz'), gzipSync('domain,location\r\na.example,PL\r\n'))
  expect(await fault()).toMatch(/^PL.csv.gz: the first line is not domain,location,content_management/)
  await fill('2027-01')
  rmSync(join(folder, 'US.parquet'))
  expect(await fault()).toBe('US.parquet is missing')
  await fill('2027-01')
  writeFileSync(join(folder, 'DE.jsonl.gz'), gzipSync('{"domain":"a.example"}\n'))
  expect(await fault()).toMatch(/^DE.jsonl.gz: record 1 does not have the fields domain, /)
  writeFileSync(join(folder, 'DE.jsonl.gz'), gzipSync('{"domain":'))
  expect(await fault()).toMatch(/^DE.jsonl.gz: /)
  await fill('2027-01')
  writeFileSync(join(folder, 'DE.parquet'), 'PAR1')
  expect(await fault()).toMatch(/^DE.parquet: /)
  await fill('2027-01')
  const { fields } = technologies()
  const fewer = generate({ generator: 'technologies', version: '2027-01', location: 'DE', records: RECORDS - 1 })
  await writeFile(join(folder, 'DE.csv.gz'), 'csv', fields, fewer)
  expect(await fault()).toBe('DE has 40 records as jsonl, 39 records as csv, 40 records as parquet')
  expect((await publish('relative')).body).toMatchObject({ fields: { folder: expect.stringContaining('whole path') } })
  expect(await app.database.owner.query('select count(*) from database_files')).toMatchObject({ rows: before.rows })
})

test('updates end with the year they were bought for', async () => {
  const { browser, id } = await addCustomer(app, 'year')
  await browser.must(databases.buy, await orderOf(app, { with_updates: true }))
  await preparePurchases(app.ctx)
  app.clock.forward(365 * DAY_MS)
  await fill('2027-03')
  expect((await publish()).status).toBe(200)
  const { rows } = await app.database.owner.query(
    `select f.version from database_purchase_files f join database_purchases p on p.id = f.purchase_id where p.owner_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ version: '2026-12' }])
})

test('a version from the provider’s own file reaches buyers with updates, once and with one mail', async () => {
  const [keeps, once] = [await addCustomer(app, 'file-keeps'), await addCustomer(app, 'file-once')]
  const blocked = await addCustomer(app, 'file-blocked')
  const order = { database_id: 'domains', locations: ['DE'] }
  for (const [customer, with_updates] of [
    [keeps, true],
    [once, false],
    [blocked, true],
  ] as const)
    await customer.browser.must(databases.buy, await orderOf(app, { ...order, with_updates }))
  await preparePurchases(app.ctx)
  await app.database.owner.query(`update users set status = 'disabled' where id = $1`, [blocked.id])
  const offered = app.ctx.databases
  app.ctx.databases = offered.map((source) => {
    const [newest] = source.versions
    if (source.id !== 'domains' || !newest) return source
    return { ...source, versions: [{ ...newest, version: '2028-01', locations: { DE: RECORDS } }, ...source.versions] }
  })
  const given = await Promise.all([giveUpdates(app.ctx), giveUpdates(app.ctx)])
  expect(given.toSorted()).toEqual([0, 2])
  expect(await giveUpdates(app.ctx)).toBe(0)
  const versionsOf = async ({ browser }: typeof keeps) =>
    (await browser.must(databases.getPurchases, {})).purchases.map(({ files }) => files.map(({ version }) => version))
  expect(await versionsOf(keeps)).toEqual([['2028-01', expect.any(String)]])
  expect(await versionsOf(once)).toEqual([[expect.any(String)]])
  expect(await app.mails('file-keeps@example.com')).toMatchObject([{ template: 'database_updated' }])
  expect(await app.mails('file-blocked@example.com')).toEqual([])
  app.ctx.databases = offered
})

test('a purchase during publishing gets the old version with its update, or the new one', async () => {
  await fill('2028-03')
  const { browser, id } = await addCustomer(app, 'meanwhile')
  const order = await orderOf(app, { with_updates: true })
  const [bought] = await Promise.all([browser.call(databases.buy, order), publish()])
  await preparePurchases(app.ctx)
  const { rows } = await app.database.owner.query(
    `select f.version from database_purchase_files f join database_purchases p on p.id = f.purchase_id where p.owner_id = $1`,
    [id],
  )
  // Refused because the version has changed, or bought with both.
  expect(rows.map(({ version }) => version).includes('2028-03')).toBe(bought.status === 200)
})

test('a lost published file fails its own sample and link, and nothing else', async () => {
  await fill('2028-04')
  expect((await publish()).status).toBe(200)
  const { browser } = await addCustomer(app, 'lost')
  const order = await orderOf(app, { locations: ['DE', 'PL'], format: 'jsonl' })
  await browser.must(databases.buy, order)
  await preparePurchases(app.ctx)
  rmSync(join(app.ctx.env.data_dir, 'databases/technologies/2028-04/technologies-2028-04-DE.jsonl.gz'))
  const sample = (location: string) => browser.call(databases.getSample, { id: 'technologies', location })
  expect([(await sample('DE')).status, (await sample('PL')).status]).toEqual([500, 200])
  const { links } = await browser.must(databases.issueLinks, { id: order.id })
  const statuses = await Promise.all(
    links.map(async ({ url }) => {
      const { pathname, search } = new URL(url)
      return (await app.app.inject({ method: 'GET', url: pathname + search })).statusCode
    }),
  )
  expect(statuses).toEqual([409, 200])
})

test('files are stored in the bucket alone when there is one, and samples, orders and downloads come from it', async () => {
  const account = { key: 'AKIDEXAMPLE', secret: 'of the tests', region: 'us-east-1' }
  const s3 = await openTestS3(account, app.clock)
  app.ctx.bucket = openFileBucket({ ...account, url: new URL(s3.url) }, app.clock)
  await fill('2028-05')
  s3.failures.push([403, 'AccessDenied'])
  expect((await publish()).body).toMatchObject({
    fields: { folder: expect.stringMatching(/US\.jsonl\.gz: file store answered 403 AccessDenied to PUT databases/) },
  })
  expect(await app.database.owner.query("select from database_versions where version = '2028-05'")).toMatchObject({
    rowCount: 0,
  })
  expect((await publish()).status).toBe(200)
  expect(existsSync(join(app.data_dir, 'databases/technologies/2028-05'))).toBe(false)
  expect(s3.objects.size).toBe(18)
  const { browser } = await addCustomer(app, 'from-store')
  const { records } = await browser.must(databases.getSample, { id: 'technologies', location: 'PL' })
  expect(records).toHaveLength(30)
  // One published version, and one that is made now.
  for (const more of [{ format: 'parquet' as const }, { database_id: 'domains', locations: ['FR'] }]) {
    const order = await orderOf(app, more)
    await browser.must(databases.buy, order)
    await preparePurchases(app.ctx)
    const { links } = await browser.must(databases.issueLinks, { id: order.id })
    const { pathname, search } = new URL(links[0]?.url ?? '')
    const { statusCode, headers } = await app.app.inject({ method: 'GET', url: pathname + search })
    expect(statusCode).toBe(302)
    const body = Buffer.from(await (await fetch(String(headers.location))).arrayBuffer())
    const [file] = (await browser.must(databases.getPurchases, {})).purchases[0]?.files ?? []
    expect(createHash('sha256').update(body).digest('hex')).toBe(file?.sha256)
    app.clock.forward(1000)
  }
  expect(readdirSync(join(app.data_dir, 'databases/unfinished'))).toEqual([])
  await s3.close()
})

test('SEC2-N12 folders of sold files are readable by the server alone', async () => {
  const own = await openTestApp()
  const from = await unfinishedPath(own.ctx)
  writeFileSync(from, 'x')
  await publishFile(own.ctx, from, 'databases/closed/2028-01/x.gz', {
    bytes: 1,
    sha256: createHash('sha256').update('x').digest('hex'),
  })
  const folders = ['databases', 'databases/unfinished', 'databases/closed', 'databases/closed/2028-01']
  const modes = folders.map((path) => (statSync(join(own.data_dir, path)).mode & 0o777).toString(8))
  await own.close()
  expect(modes).toEqual(['700', '700', '700', '700'])
})
