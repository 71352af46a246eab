import { expect, test } from 'vitest'
import { wireLines } from './wire-lines.ts'

test('the amount of a transfer is shown and copied with its tax, and everything else as it is', () => {
  const order = { amount_micros: 7_500_000_000, tax_micros: 1_425_000_000, reference: 'PAY-1' }
  const wire = { beneficiary: 'Portico', bank: 'A bank', iban: 'DE02 1203', bic: 'BYLADEM1001' }
  const lines = wireLines(order, wire, { t: (text) => text, short: (micros) => `$${micros / 1e6}` })
  expect(lines.map(([, shown, copied]) => [shown, copied])).toEqual([
    ['PAY-1', 'PAY-1'],
    ['$8925 (USD)', '8925.00'],
    ['Portico', 'Portico'],
    ['DE02 1203', 'DE02 1203'],
    ['BYLADEM1001', 'BYLADEM1001'],
    ['A bank', 'A bank'],
  ])
})
