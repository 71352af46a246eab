import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RATES_BASE } from '@portico/contract/currency.ts'
import { isDay, momentMs } from '@portico/contract/moment.ts'
import type { Micros } from '@portico/contract/money.ts'
import type { DayRates } from '#ctx/billing.ts'
import { startProblem } from '#db/start-problem.ts'
import { namesIn } from '#files/provider-file.ts'

const RATE = /^\d{1,7}(\.\d{1,8})?$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reference rates in a form the ECB publishes: XML (eurofxref-daily.xml, eurofxref-hist.xml) or CSV (eurofxref.csv,
 * eurofxref-hist.csv).
 */
export function parseRates(text: string): DayRates[] {
  return text.trimStart().startsWith('<') ? ratesOfXml(text) : ratesOfCsv(text)
}

function ratesOfXml(text: string): DayRates[] {
  const [, ...days] = text.split(/<Cube\s+time=/)
  return days.flatMap((part) => {
    const day = /^["'](\d{4}-\d\d-\d\d)["']/.exec(part)?.[1]
    const pairs = [...part.matchAll(/currency=["']([A-Z]{3})["']\s+rate=["']([\d.]+)["']/g)]
    return checked(
      day,
      pairs.map(([, currency = '', rate = '']) => [currency, rate]),
    )
  })
}

function ratesOfCsv(text: string): DayRates[] {
  const [head = [], ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .map((line) => line.split(',').map((cell) => cell.trim()))
  return rows.flatMap(([day = '', ...cells]) =>
    checked(
      dayOf(day),
      cells.map((rate, at) => [head[at + 1] ?? '', rate]),
    ),
  )
}

/** `2 March 2026` of the daily file, `2026-03-02` of the history. */
function dayOf(written: string): string | undefined {
  const [, day = '', month = '', year] = /^(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4})$/.exec(written) ?? []
  if (!year) return written
  const number = MONTHS.indexOf(month.toLowerCase()) + 1
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}

function checked(day: string | undefined, pairs: [string, string][]): DayRates[] {
  const known = pairs.filter(([currency, rate]) => /^[A-Z]{3}$/.test(currency) && RATE.test(rate) && Number(rate) > 0)
  const is_day = day !== undefined && isDay(day) && !Number.isNaN(momentMs(day))
  return is_day && known.length > 0 ? [{ day, per_euro: Object.fromEntries(known) }] : []
}

/** Every file of the folder, so that an operator may add the rates of each day to those before. */
export function ratesOfFolder(folder: string): DayRates[] {
  return [...namesIn(folder, '.xml'), ...namesIn(folder, '.csv')].flatMap((name) => {
    const rates = parseRates(readFileSync(join(folder, name), 'utf8'))
    if (rates.length === 0) throw startProblem(`${join(folder, name)}: has no rates in a form of the ECB.`)
    return rates
  })
}

/** `rate` units of `quote` for one `base`, as it is printed; the tax is computed with exactly that number. */
export interface Rate {
  base: string
  quote: string
  rate: string
  day: string
}

/** The newest rate on or before a day; where all are later, the earliest. Undefined: none was published. */
export function rateOn(known: DayRates[], day: string, { from, to }: { from: string; to: string }): Rate | undefined {
  const perEuro = ({ per_euro }: DayRates, code: string) => (code === RATES_BASE ? '1' : per_euro[code])
  const usable = known
    .filter((one) => perEuro(one, from) && perEuro(one, to))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const found = usable.findLast((one) => one.day <= day) ?? usable[0]
  if (!found) return undefined
  const [of_from = '1', of_to = '1'] = [perEuro(found, from), perEuro(found, to)]
  if (from === RATES_BASE) return { base: RATES_BASE, quote: to, rate: of_to, day: found.day }
  if (to === RATES_BASE) return { base: RATES_BASE, quote: from, rate: of_from, day: found.day }
  const cross = roundedRatio(scaled(of_to) * 1_000_000n, scaled(of_from))
  return { base: from, quote: to, rate: decimal(cross), day: found.day }
}

const SCALE = 100_000_000n
const CENT = 10_000n

/** Whole cents of the other currency, half a cent up, in integers throughout. */
export function convert(micros: Micros, from: string, { base, rate }: Pick<Rate, 'base' | 'rate'>): Micros {
  const [above, below] = base === from ? [scaled(rate), SCALE] : [SCALE, scaled(rate)]
  return Number(roundedRatio(BigInt(micros) * above, below * CENT) * CENT)
}

function scaled(rate: string): bigint {
  const [whole = '0', part = ''] = rate.split('.')
  return BigInt(whole) * SCALE + BigInt(part.padEnd(8, '0').slice(0, 8))
}

function roundedRatio(above: bigint, below: bigint): bigint {
  return (above * 2n + below) / (below * 2n)
}

function decimal(millionths: bigint): string {
  const digits = String(millionths).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}
