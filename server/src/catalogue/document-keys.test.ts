import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { leftOutText, openCatalogue } from './index.ts'

vi.setConfig({ testTimeout: 60_000 })
afterAll(dropProviders)

const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/documents.md'), 'utf8')
const FILES = `openapi: 3.0.3
info: { title: Files, version: '1' }
servers: [{ url: https://api.files.example/2.0 }]
paths:
  /files/{path}:
    get:
      parameters: [{ name: path, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok } }
`
const OTHER = "  /other: { get: { x-portico-kind: live, responses: { '200': { description: ok } } } }\n"

test('the overlay of the guide does what the guide states', () => {
  const overlay = /```yaml\n# PROVIDER_DIR\/overlays\/files\.yaml\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? ''
  const folder = writeProvider({ 'files.yaml': FILES, 'prices.yaml': PRICES, 'overlays/files.yaml': overlay })
  const found = openCatalogue(folder, '').find('GET', '/2.0/files/a%2Fb')
  expect(found).toMatchObject({ params: { path: 'a/b' }, raw_params: { path: 'a%2Fb' } })
  expect(found?.entry).toMatchObject({ kind: 'live', is_unpriced: false })
  expect(found?.entry.plain).toMatchObject({
    redirects: 'follow',
    redirect_hosts: ['*.storage.example.net'],
    account_statuses: [401, 402, 403],
    slashes: ['path'],
    is_stream: undefined,
  })
})

test('every key that the catalogue reads is in the guide', () => {
  const files = [
    'read-operations.ts',
    'read-plain.ts',
    'plain-rules.ts',
    'read-kind.ts',
    'read-sections.ts',
    'price-layer.ts',
  ]
  const text = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('')
  const keys = [...new Set(text.match(/x-portico-[a-z-]*[a-z]/g))]
  expect(keys.length).toBeGreaterThan(8)
  expect(keys.filter((key) => !PAGE.includes(`\`${key}\``))).toEqual([])
})

describe('a wrong value', () => {
  const rows: [string, string][] = [
    ['x-portico-redirects: maybe', 'x-portico-redirects must be one of pass, refuse, follow'],
    ['x-portico-redirect-hosts: cdn.example.com', 'x-portico-redirect-hosts must be a list of host names'],
    ['x-portico-redirect-hosts: [https://cdn.example.com]', 'x-portico-redirect-hosts must be a list of host names'],
    ["x-portico-redirect-hosts: ['*']", 'x-portico-redirect-hosts must be a list of host names'],
    ["x-portico-redirect-hosts: ['*.com']", 'x-portico-redirect-hosts must be a list of host names'],
    ['x-portico-stream: sometimes', 'x-portico-stream must be true or false'],
  ]
  test.each(rows)('%s leaves its operation out and names the reason', (line, reason) => {
    const document = `${FILES.replace('    get:\n', `    get:\n      ${line}\n`)}${OTHER}`
    const folder = writeProvider({ 'files.yaml': document, 'prices.yaml': PRICES })
    expect(openCatalogue(folder, '').left_out.map(leftOutText).join('\n')).toContain(reason)
  })
})
