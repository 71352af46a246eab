import { formatMicros } from '@portico/contract/money.ts'
import type { Count, Price, Tariff } from '@portico/contract/tariff.ts'
import type { Catalogue, Entry } from '#catalogue/index.ts'

export interface PriceChange {
  id: string
  before: string
  after: string
}

/** Every method whose price differs, in words. */
export function comparePrices(before: Catalogue, after: Catalogue): PriceChange[] {
  return after.entries.flatMap((entry) => {
    const old = before.entry(entry.id)
    const change = { id: entry.id, before: old ? priceWords(old) : 'not sold', after: priceWords(entry) }
    return change.before === change.after ? [] : [change]
  })
}

function priceWords({ tariff, is_unpriced, result_list }: Entry): string {
  if (is_unpriced) return 'not sold'
  if (!tariff) return 'free'
  const list = result_list === 'family' || result_list.length === 0 ? '' : ` (counted in ${result_list.join('.')})`
  const high = tariff.high ? `; high priority ${lineWords(tariff.high, tariff)}` : ''
  return `${lineWords(tariff.normal, tariff)}${high}${list}`
}

function lineWords({ per_request, per_result, per_page, extras }: Price, { results, pages }: Tariff): string {
  return [
    `${formatMicros(per_request)} a request`,
    ...(per_result > 0 ? [`${formatMicros(per_result)} a result${countWords(results)}`] : []),
    ...(per_page > 0 ? [`${formatMicros(per_page)} a page${countWords(pages)}`] : []),
    ...extras.map(({ field, micros }) => `${formatMicros(micros)} for ${field}`),
  ].join(' + ')
}

/** The counted field and its discounts are part of the price: another field is charged differently at the same numbers. */
function countWords(count: Count | null): string {
  if (!count) return ''
  const { field, size, included, cap } = count
  const units = size === 1 ? field : `${size} of ${field}`
  return ` (${[units, ...(cap === null ? [] : [`at most ${cap}`]), ...(included > 0 ? [`${included} included`] : [])].join(', ')})`
}
