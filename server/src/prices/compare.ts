import { formatMicros } from '@portico/contract/money.ts'
import type { Count, Measure, Price, Tariff } from '@portico/contract/tariff.ts'
import { allowanceWords, amountWords, type Catalogue, type Entry } from '#catalogue/index.ts'

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

/** The price of an entry in one line. */
export function priceWords({ tariff, is_unpriced, result_list }: Entry): string {
  if (is_unpriced) return 'not sold'
  if (!tariff) return 'free'
  const list = result_list === 'family' || result_list.length === 0 ? '' : ` (counted in ${result_list.join('.')})`
  const high = tariff.high ? `; high priority ${lineWords(tariff.high, tariff)}` : ''
  return `${lineWords(tariff.normal, tariff)}${high}${list}`
}

function lineWords(line: Price, tariff: Tariff): string {
  const { results, pages, measures = [] } = tariff
  const { per_request, per_result, per_page, per_unit = {}, least, most, extras } = line
  const amount = (unit: string, micros: number) => amountWords(line, unit, micros)
  return [
    `${amount('requests', per_request)} a request`,
    ...(results ? [`${amount('results', per_result)} a result${countWords(results)}`] : []),
    ...(pages ? [`${amount('pages', per_page)} a page${countWords(pages)}`] : []),
    ...measures.map((one) => `${amount(one.name, per_unit[one.name] ?? 0)} for ${measureWords(one)}`),
    ...(least === undefined ? [] : [`at least ${formatMicros(least)}`]),
    ...(most === undefined ? [] : [`at most ${formatMicros(most)}`]),
    ...allowanceWords(tariff),
    ...extras.map(({ field, micros }) => `${formatMicros(micros)} for ${field}`),
  ].join(' + ')
}

function measureWords({ name, of, answer, size, included, maximum, bound }: Measure): string {
  const limits = [maximum, bound?.field].filter((one) => one !== null && one !== undefined)
  const words = [
    of === 'answer' ? answer : of,
    ...(included > 0 ? [`${included} included`] : []),
    ...(limits.length > 0 ? [`at most ${limits.join(' or ')}`] : []),
  ]
  return `${size} ${name} (${words.join(', ')})`
}

/** The counted field and its discounts are part of the price: another field is charged differently at the same numbers. */
function countWords(count: Count | null): string {
  if (!count) return ''
  const { field, size, included, cap } = count
  const units = size === 1 ? field : `${size} of ${field}`
  return ` (${[units, ...(cap === null ? [] : [`at most ${cap}`]), ...(included > 0 ? [`${included} included`] : [])].join(', ')})`
}
