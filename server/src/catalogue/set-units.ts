import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import type { Measure, Price, Tariff, Tiers } from '@portico/contract/tariff.ts'
import type { Operation } from './read-operations.ts'
import type { Graduated, PriceLine, Rates, WrittenUnit } from './read-prices.ts'

export type AddFault = (reason: string, ...path: string[]) => void

/** Units that every price knows. */
const KNOWN = ['requests', 'results', 'pages']
/** What a queued task is not measured by: its source works in the background. */
const NOT_QUEUED: readonly string[] = ['request_bytes', 'events', 'seconds', 'milliseconds']

/** Units beyond requests, results and pages, and what depends on the volume of the month. */
export function unitsOf(
  rates: Rates,
  lines: PriceLine[],
  operation: Operation,
  addFault: AddFault,
): Pick<Tariff, 'measures' | 'monthly'> {
  const names = Object.keys(rates.units ?? {})
  for (const line of lines)
    for (const name of Object.keys(line.per_unit ?? {}))
      if (!names.includes(name))
        addFault(`per_unit has ${name}, but units does not say how it is counted: units: { ${name}: { answer: … } }`)
  const measures = Object.entries(rates.units ?? {})
    .filter(([name]) => lines.some((line) => isPriced(line.per_unit?.[name])))
    .map(([name, unit]) => measureOf(name, unit, lines, operation, addFault))
  const free = Object.entries(rates.monthly_free ?? {})
  for (const [name] of free)
    if (![...KNOWN, ...names].includes(name))
      addFault(`monthly_free has ${name}, which is neither of ${KNOWN.join(', ')} nor in units`, 'monthly_free')
  const is_monthly = free.length > 0 || lines.some(hasTiers)
  if (rates.pool !== undefined && !is_monthly) addFault('pool needs monthly_free or prices with up_to', 'pool')
  return {
    ...(measures.length > 0 && { measures }),
    ...(is_monthly && {
      monthly: {
        pool: rates.pool ?? operation.function_id,
        free: Object.fromEntries(free.map(([name, units]) => [name, Number(units)])),
      },
    }),
  }
}

function measureOf(
  name: string,
  unit: WrittenUnit,
  lines: PriceLine[],
  { schema, id, kind, answer_numbers }: Operation,
  addFault: AddFault,
): Measure {
  const { count, answer = '', size = '1', included = '0', max, max_field } = unit
  const addHere: AddFault = (reason) => addFault(reason, 'units', name)
  if (KNOWN.includes(name)) addHere(`${name} is counted already; give the unit another name`)
  if ((count === undefined) === (answer === '')) addHere(`${name} needs either count or answer`)
  if (count !== undefined && kind === 'task_post' && NOT_QUEUED.includes(count))
    addHere(`${id} is queued, so that its ${count} are not counted; count bytes, or a number in its answer`)
  if (answer !== '' && answer_numbers && !answer_numbers.includes(answer))
    addHere(`the answer of ${id} has no number ${answer}; it has ${answer_numbers.join(', ') || 'none'}`)
  const field = max_field === undefined ? undefined : schema.properties?.[max_field]
  const bounds = boundsOf(field === undefined || max === undefined ? field : { maximum: Number(max), ...field })
  if (max_field !== undefined && !bounds)
    addHere(`${id} has no field ${max_field} with a greatest value; add max: ${max ?? 100000}`)
  const is_bounded = max !== undefined || bounds !== undefined
  if (!is_bounded && lines.some((line) => isPriced(line.per_unit?.[name]) && line.max === undefined))
    addHere(
      `${id} could cost any amount, as ${name} has no bound: add units: { ${name}: { max: 100000 } }, or max: 0.50 to the line`,
    )
  return {
    name,
    of: count ?? 'answer',
    answer,
    size: Number(size),
    included: Number(included),
    maximum: max === undefined ? null : Number(max),
    bound: max_field !== undefined && bounds ? { field: max_field, ...bounds } : null,
  }
}

/** An omitted field counts as its default, or as its maximum. */
export function boundsOf(field: FieldSchema | undefined): { otherwise: number; maximum: number } | undefined {
  const maximum = field?.type === 'array' ? field.maxItems : field?.maximum
  if (maximum === undefined) return undefined
  const usual = Array.isArray(field?.default) ? field.default.length : field?.default
  return { otherwise: typeof usual === 'number' ? usual : maximum, maximum }
}

export function unitPrices(line: PriceLine, addFault: AddFault): Omit<Price, 'extras'> {
  const { per_request, per_result, per_page, per_unit = {}, min, max } = line
  const written: Record<string, Graduated | undefined> = {
    requests: per_request,
    results: per_result,
    pages: per_page,
    ...per_unit,
  }
  const tiers = Object.entries(written).flatMap(([unit, price]): [string, Tiers][] =>
    Array.isArray(price) ? [[unit, tiersOf(unit, price, addFault)]] : [],
  )
  if (min !== undefined && max !== undefined && microsOf(min) > microsOf(max)) addFault('min is higher than max')
  return {
    per_request: microsOf(per_request),
    per_result: microsOf(per_result),
    per_page: microsOf(per_page),
    ...(line.per_unit && {
      per_unit: Object.fromEntries(Object.entries(per_unit).map(([unit, price]) => [unit, microsOf(price)])),
    }),
    ...(tiers.length > 0 && { tiers: Object.fromEntries(tiers) }),
    ...(min !== undefined && { least: microsOf(min) }),
    ...(max !== undefined && { most: microsOf(max) }),
  }
}

function tiersOf(unit: string, written: Exclude<Graduated, string>, addFault: AddFault): Tiers {
  const tiers = written.map(({ up_to, price }) => ({
    up_to: up_to === undefined ? null : Number(up_to),
    micros: microsOf(price),
  }))
  const is_rising = tiers.every(({ up_to }, at) => {
    const before = tiers[at - 1]?.up_to ?? 0
    return at === tiers.length - 1 ? up_to === null : up_to !== null && up_to > before
  })
  if (!is_rising)
    addFault(
      `the prices of ${unit} need an up_to that rises from one to the next, and the last one has none: { price: 0.001 }`,
    )
  return tiers
}

function hasTiers({ per_request, per_result, per_page, per_unit = {} }: PriceLine): boolean {
  return [per_request, per_result, per_page, ...Object.values(per_unit)].some(Array.isArray)
}

export function isPriced(price: Graduated | undefined): boolean {
  return Array.isArray(price) ? price.some((tier) => microsOf(tier.price) > 0) : microsOf(price) > 0
}

/** The first price of several. */
export function microsOf(price: Graduated | undefined): number {
  const text = Array.isArray(price) ? price[0]?.price : price
  return text === undefined ? 0 : (parseAmount(text) ?? 0)
}
