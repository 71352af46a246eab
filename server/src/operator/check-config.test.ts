import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { readProviderFolder } from './check-config.ts'

let provider_dir: string
const check = () => readProviderFolder({ ...readEnv({}), provider_dir })

beforeEach(() => {
  provider_dir = mkdtempSync(join(tmpdir(), 'portico-provider-'))
  cpSync(join(import.meta.dirname, '../../../provider'), provider_dir, { recursive: true })
})
afterEach(() => rmSync(provider_dir, { recursive: true, force: true }))

test('the folder as it comes is in order', () => {
  expect(check().brand.title).toBe('Portico')
})

test.each([
  'brand.yaml',
  'billing.yaml',
  'databases/businesses.yaml',
  'menu.yaml',
  'notices.yaml',
  'openapi/serp.yaml',
  'overlays/serp.yaml',
  'payments.yaml',
  'prices.yaml',
  'scripts.yaml',
  'subscriptions.yaml',
  'texts/de.json',
  'updates/2026-10-05-welcome.md',
])('a mistake in %s is found without a start, and names the file', (name) => {
  const file = join(provider_dir, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'banana: [')
  expect(check).toThrow(name)
})
