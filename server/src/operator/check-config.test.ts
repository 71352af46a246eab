import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { readEnv } from '#env/env.ts'
import { inDatabase, randomName } from '#testing/db/server.ts'
import { checkGivenDatabase, readProviderFolder } from './check-config.ts'

let provider_dir: string
const check = () => readProviderFolder({ ...readEnv({}), provider_dir })

beforeEach(() => {
  provider_dir = mkdtempSync(join(tmpdir(), 'portico-provider-'))
  cpSync(join(import.meta.dirname, '../../../provider'), provider_dir, { recursive: true })
})
afterEach(() => rmSync(provider_dir, { recursive: true, force: true }))

test('an unreadable document is left out, and reported with its file', () => {
  writeFileSync(join(provider_dir, 'openapi/serp.yaml'), 'banana: [')
  const [first] = check().catalogue.left_out
  expect(first).toMatchObject({ id: 'serp.yaml', why: 'fault', reason: expect.stringContaining('openapi/serp.yaml:1') })
})

test('the shipped provider folder has no faults', () => {
  expect(check().brand.title).toBe('Portico')
})

test.each([
  'brand.yaml',
  'billing.yaml',
  'databases/businesses.yaml',
  'menu.yaml',
  'notices.yaml',
  'overlays/serp.yaml',
  'payments.yaml',
  'prices.yaml',
  'scripts.yaml',
  'subscriptions.yaml',
  'texts/de.json',
  'updates/2026-10-05-welcome.md',
])('a mistake in %s is found without a start, with the name of the file', (name) => {
  const file = join(provider_dir, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'banana: [')
  expect(check).toThrow(name)
})

test('SEC2-N8 a given database whose user may not create roles is named, with the statements to run', async () => {
  const { adminUrl } = inject('testServer')
  const name = randomName('portico_check')
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const url = new URL(inDatabase(adminUrl, name))
  url.searchParams.set('user', name)
  url.searchParams.set('password', 'secret')
  const check = (database_url: string | undefined) =>
    checkGivenDatabase({ database_url, database_owner_url: undefined })
  try {
    await admin.query(`create role ${name} login password 'secret'`)
    await admin.query(`create database ${name} owner ${name}`)
    const [line = ''] = await check(url.href)
    expect(line).toContain(`create role "${name}_app" nologin;`)
    for (const statement of line.split('start again: ')[1]?.match(/[^;]+;/g) ?? []) await admin.query(statement)
    expect(await check(url.href)).toEqual([])
  } finally {
    await admin.query(`drop database if exists ${name}`)
    for (const role of [`${name}_app`, `${name}_reader`, name]) await admin.query(`drop role if exists ${role}`)
    await admin.end()
  }
  expect(await check('postgres://user:secret@127.0.0.1:1/none')).toEqual([expect.stringMatching(/^Nothing answers/)])
  expect(await check(undefined)).toEqual([])
})
