import { expect, test } from 'vitest'
import { priceToAnnounce, renewalPrice } from './renewal-price.ts'

const day = (text: string) => new Date(`${text}T00:00:00Z`)
const product = {
  prices: [
    { version: 'one', from: day('2026-01-01'), micros: 100_000_000 },
    { version: 'two', from: day('2026-07-01'), micros: 120_000_000 },
    { version: 'three', from: day('2026-10-01'), micros: 80_000_000 },
  ] as const,
}
const at = (
  period_end: string,
  announced?: [string, string],
  price: { micros: number; version: string } = product.prices[0],
) => ({
  period_end: day(period_end),
  price_micros: price.micros,
  price_version: price.version,
  announced_version: announced?.[0] ?? null,
  announced_at: announced ? day(announced[1]) : null,
})

test.each([
  ['a new price does not apply before its day', at('2026-06-30', ['two', '2026-06-01']), 'one'],
  ['a price announced fourteen days before applies', at('2026-07-15', ['two', '2026-07-01']), 'two'],
  ['a price announced a day later does not apply yet', at('2026-07-15', ['two', '2026-07-02']), 'one'],
  ['a price that was not announced does not apply', at('2026-07-15'), 'one'],
  ['a price of which another version was announced does not apply', at('2026-07-15', ['one', '2026-01-01']), 'one'],
  ['a lower price applies without announcement', at('2026-10-02'), 'three'],
  ['a lower price applies after a higher one that was never paid', at('2026-11-02', ['two', '2026-07-01']), 'three'],
])('%s', (_, row, version) => {
  expect(renewalPrice(product, row).version).toBe(version)
})

test.each([
  ['as soon as the next renewal is at a higher price', at('2026-07-15'), '2026-06-20', 'two'],
  ['up to fourteen days before', at('2026-07-15'), '2026-07-01', 'two'],
  ['not later: the renewal keeps its price', at('2026-07-15'), '2026-07-02', undefined],
  ['not before the renewal it applies to is the next one', at('2026-06-15'), '2026-05-20', undefined],
  ['not twice', at('2026-07-15', ['two', '2026-06-20']), '2026-06-21', undefined],
  ['not for a lower price', at('2026-10-15'), '2026-09-20', undefined],
])('a higher price is announced %s', (_, row, now, version) => {
  expect(priceToAnnounce(product, row, day(now))?.version).toBe(version)
})
