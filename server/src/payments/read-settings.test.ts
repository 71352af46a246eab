import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from '#env/env.ts'
import { readPaymentSettings } from './read-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-payments-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GOOD = { presets: [50, 100], minimum: 50, maximum: 50_000, dispute_fee: '15.50' }
const WIRE = { above: 5000, beneficiary: 'Us', bank: 'A bank', iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' }

function read(content: unknown) {
  writeFileSync(join(folder, 'payments.yaml'), typeof content === 'string' ? content : JSON.stringify(content))
  return readPaymentSettings(folder)
}

test('the sample file and the defaults without one offer $50 to $1,000, from $50 on', () => {
  const usual = { presets_micros: [50, 100, 250, 500, 1000].map((usd) => usd * 1_000_000), min_micros: 50_000_000 }
  expect(readPaymentSettings(resolve(import.meta.dirname, '../../../provider'))).toMatchObject({
    ...usual,
    wire: { above_micros: 5_000_000_000 },
  })
  expect(readPaymentSettings(join(folder, 'nowhere'))).toMatchObject({ ...usual, wire: null })
})

test('dollars and cents become micro-dollars, and the account of a wire is taken as written', () => {
  expect(read({ ...GOOD, wire: WIRE })).toEqual({
    presets_micros: [50_000_000, 100_000_000],
    min_micros: 50_000_000,
    max_micros: 50_000_000_000,
    dispute_fee_micros: 15_500_000,
    wire: {
      above_micros: 5_000_000_000,
      account: { beneficiary: 'Us', bank: 'A bank', iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' },
    },
  })
})

test.for([
  ['presets', { ...GOOD, presets: [] }],
  ['presets', { ...GOOD, presets: [20] }],
  ['presets', { ...GOOD, presets: [60_000] }],
  ['presets: 0: must be an amount', { ...GOOD, presets: ['50.001'] }],
  ['minimum', { ...GOOD, minimum: 0 }],
  ['minimum', { ...GOOD, minimum: -5 }],
  ['minimum', { ...GOOD, minimum: 'much' }],
  ['maximum', { ...GOOD, maximum: 40 }],
  ['dispute_fee', { ...GOOD, dispute_fee: 0.001 }],
  ['wire: above: must lie', { ...GOOD, wire: { ...WIRE, above: 60_000 } }],
  ['wire: iban: ', { ...GOOD, wire: { ...WIRE, iban: 'DE03 1203 0000 0000 2020 51' } }],
  ['wire: bic: ', { ...GOOD, wire: { ...WIRE, bic: 'X' } }],
  ['payments.yaml:1: ', '{'],
  ['has no colour', { ...GOOD, colour: 'red' }],
] as const)('a wrong file stops the start and names %s', ([what, content]) => {
  expect(() => read(content)).toThrow(what)
})

test.for([
  [{}, 'test'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }, 'stripe'],
  [{ NODE_ENV: 'production' }, 'off'],
  [{ NODE_ENV: 'production', DEMO: 'on' }, 'test'],
  [{ PAYMENTS: 'off', STRIPE_SECRET_KEY: 'sk_test_1' }, 'off'],
] as const)('payments with %o are %s', ([settings, kind]) => {
  expect(readEnv(settings).payments.kind).toBe(kind)
})

test.for([
  [{ NODE_ENV: 'production', PAYMENTS: 'test' }, 'PAYMENTS'],
  [{ PAYMENTS: 'cash' }, 'PAYMENTS'],
  [{ PAYMENTS: 'stripe' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_12345678,nonsense' }, 'STRIPE_WEBHOOK_SECRET'],
] as const)('a server with %o does not start and names %s', ([settings, name]) => {
  expect(() => readEnv(settings)).toThrow(name)
})
