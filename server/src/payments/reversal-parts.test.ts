import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide, divideReversals, leftOf, taxOfPart } from './reversal-parts.ts'

const CENT = 10_000
type State = 'created' | 'pending' | 'done' | 'failed' | 'won'
interface Row {
  id: string
  kind: 'refund' | 'dispute'
  state: State
  total_micros: number
  amount_micros: number
  tax_micros: number
  excess_micros: number
  fee_micros: number
}
const order = fc.record({
  amount_micros: fc.integer({ min: 1, max: 500_000 }).map((cents) => cents * CENT),
  rate_bp: fc.constantFrom(0, 700, 1900, 2000, 2550, 2700),
})
/** By the operator (a part of the amount), at the processor (a part of the total) or by a bank (of the total, refunded or not). */
const step = fc.record({
  does: fc.constantFrom('ours', 'theirs', 'dispute', 'done', 'undone' as const),
  part: fc.double({ min: 0.0001, max: 1, noNaN: true }),
  which: fc.nat(20),
})
const sum = (rows: Row[], of: 'amount_micros' | 'tax_micros' | 'excess_micros' | 'total_micros') =>
  rows.filter(({ state }) => state !== 'failed' && state !== 'won').reduce((total, row) => total + row[of], 0)

test('the parts of any sequence of reversals sum to what the bank took, to the cent and with no more tax than was paid', () => {
  fc.assert(
    fc.property(order, fc.array(step, { maxLength: 14 }), ({ amount_micros, rate_bp }, steps) => {
      const tax_micros = Math.round((amount_micros * rate_bp) / 10_000 / CENT) * CENT
      const [paid, whole] = [{ amount_micros, tax_micros }, amount_micros + tax_micros]
      let rows: Row[] = []
      const settle = (next: Row[]) => {
        const before = rows
        rows = divideReversals(paid, before, next)
        const back = sum(rows, 'amount_micros') + sum(rows, 'tax_micros')
        expect(back).toBe(Math.min(whole, sum(rows, 'total_micros')))
        expect(sum(rows, 'excess_micros')).toBe(sum(rows, 'total_micros') - back)
        expect(sum(rows, 'amount_micros')).toBeLessThanOrEqual(amount_micros)
        expect(sum(rows, 'tax_micros')).toBeLessThanOrEqual(tax_micros)
        // A part that was given up leaves the cent by which it was off itself: the others keep what is on their credit notes.
        const given_up = rows.filter(({ state }) => state === 'failed' || state === 'won').length
        const off = Math.abs(sum(rows, 'tax_micros') - (back * tax_micros) / whole)
        expect(off).toBeLessThan((1.5 + given_up * (1 + tax_micros / amount_micros)) * CENT)
        for (const row of rows) {
          expect([row.amount_micros % CENT, row.tax_micros % CENT]).toEqual([0, 0])
          expect(Math.min(row.amount_micros, row.tax_micros, row.excess_micros)).toBeGreaterThanOrEqual(0)
          const was = before.find(({ id }) => id === row.id)
          if (was?.state !== 'done' || row.state !== 'done') continue
          expect(row.amount_micros, 'what is on a credit note').toBeGreaterThanOrEqual(was.amount_micros)
          expect(row.tax_micros).toBeGreaterThanOrEqual(was.tax_micros)
        }
      }
      for (const { does, part, which } of steps) {
        const fresh = { id: `${rows.length}`, amount_micros: 0, tax_micros: 0, excess_micros: 0, fee_micros: 0 }
        const cents = (of: number) => Math.max(1, Math.floor((of / CENT) * part)) * CENT
        const left = leftOf(paid, rows)
        const row = rows[which % Math.max(1, rows.length)]
        if (does === 'done' || does === 'undone') {
          if (!row || row.state === 'failed' || row.state === 'won') continue
          const state = does === 'done' ? 'done' : row.kind === 'refund' ? 'failed' : 'won'
          settle(rows.map((one) => (one === row ? { ...one, state } : one)))
        } else if (does === 'dispute') {
          settle([...rows, { ...fresh, kind: 'dispute', state: 'pending', total_micros: cents(whole), fee_micros: 15 }])
        } else if (does === 'ours' && left.amount_micros > 0) {
          const amount = cents(left.amount_micros)
          const tax = taxOfPart(paid, left, amount)
          const named = { amount_micros: amount, tax_micros: tax, total_micros: amount + tax }
          settle([...rows, { ...fresh, kind: 'refund', state: 'created', ...named }])
          expect(rows.at(-1), 'as the operator named it').toMatchObject(named)
        } else if (does === 'theirs' && left.amount_micros + left.tax_micros > 0) {
          const total_micros = cents(left.amount_micros + left.tax_micros)
          settle([...rows, { ...fresh, kind: 'refund', state: 'pending', total_micros }])
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test('the order in which refunds and disputes come, fail or are won does not change the final amounts', () => {
  const paid = { amount_micros: 50_000_000, tax_micros: 9_500_000 }
  const fresh = { amount_micros: 0, tax_micros: 0, excess_micros: 0, total_micros: 59_500_000, fee_micros: 0 }
  const refund: Row = { ...fresh, id: 'a', kind: 'refund', state: 'pending' }
  const dispute: Row = { ...fresh, id: 'b', kind: 'dispute', state: 'pending', fee_micros: 15_000_000 }
  const play = (...lists: Row[][]) =>
    lists.reduce<Row[]>((before, next) => {
      const held = next.map((row) => ({ ...before.find(({ id }) => id === row.id), ...pick(row) }))
      return divideReversals(paid, before, held as Row[])
    }, [])
  const pick = (row: Row) => ({ ...(row.state === 'pending' ? row : { id: row.id, state: row.state }) })
  const [failed, lost] = [
    { ...refund, state: 'failed' as const },
    { ...dispute, state: 'done' as const },
  ]
  const whole = { amount_micros: 50_000_000, tax_micros: 9_500_000, excess_micros: 0 }
  for (const rows of [
    play([refund], [refund, dispute], [failed, dispute], [failed, lost]),
    play([refund], [refund, dispute], [refund, lost], [failed, lost]),
    play([dispute], [dispute, refund], [lost, refund], [lost, failed]),
  ])
    expect(rows.find(({ id }) => id === 'b')).toMatchObject({ ...whole, state: 'done' })
})

test('the last refund of parts given as totals is booked and leaves no cent of tax', () => {
  // The order whose last part was ignored: the parts before it had used up the amount and left one cent of tax.
  const paid = { amount_micros: 57_620_000, tax_micros: 15_560_000 }
  for (let first = 1; first < 7_317; first += 13) {
    const totals = [first * CENT, Math.floor((7_317 - first) / 2) * CENT]
    let left = paid
    for (const total of [...totals, 73_180_000 - totals.reduce((a, b) => a + b, 0)]) {
      const part = divide(paid, left, total)
      expect(part.amount_micros + part.tax_micros).toBe(total)
      expect(Math.abs(part.tax_micros - part.amount_micros * 0.27)).toBeLessThan(1.3 * CENT)
      left = {
        amount_micros: left.amount_micros - part.amount_micros,
        tax_micros: left.tax_micros - part.tax_micros,
      }
    }
    expect(left).toEqual({ amount_micros: 0, tax_micros: 0 })
  }
})

test('single parts are rarely more than a cent off the rate, and never by a cent and the rate of it', () => {
  let far = 0
  let parts = 0
  fc.assert(
    fc.property(order, fc.array(fc.double({ min: 0.0001, max: 1, noNaN: true }), { maxLength: 8 }), (paid, shares) => {
      const tax_micros = Math.round((paid.amount_micros * paid.rate_bp) / 10_000 / CENT) * CENT
      const whole = { amount_micros: paid.amount_micros, tax_micros }
      let left = whole
      for (const share of [...shares, 1]) {
        const total = Math.ceil(((left.amount_micros + left.tax_micros) * share) / CENT) * CENT
        const part = divide(whole, left, total)
        const off = Math.abs(part.tax_micros - (part.amount_micros * tax_micros) / whole.amount_micros)
        expect(off).toBeLessThanOrEqual(CENT * (1 + tax_micros / whole.amount_micros) + 1)
        parts += 1
        if (off > CENT) far += 1
        left = {
          amount_micros: left.amount_micros - part.amount_micros,
          tax_micros: left.tax_micros - part.tax_micros,
        }
      }
      expect(left).toEqual({ amount_micros: 0, tax_micros: 0 })
    }),
    { numRuns: 2000 },
  )
  expect(far / parts).toBeLessThan(0.01)
})
