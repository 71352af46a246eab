import { isObject } from '../yaml-node.ts'
import { checkFilters } from './check-filters.ts'
import { completer } from './complete.ts'
import { fieldsOf } from './filter-fields.ts'
import type { Question } from './question.ts'

/** Filters and orders look at no more rows than this, so that every answer stays cheap. */
const MOST_SCANNED = 200
/** Enough rows to see every field of their kind. */
const ROWS_LOOKED_AT = 40

export type Row = Record<string, unknown>
export interface Window<T> {
  total_count: number
  items_count: number
  items: T[]
}

/** The requested rows out of `total`: filtered and sorted, then cut by offset and limit. */
export function windowOf(question: Question, total: number, made: (row: number) => Row): Window<Row> {
  const { item } = completer(question.entry, question.task, question.now)
  const offset = question.number('offset')
  const end = offset + question.number('limit', 100)
  const { filters, order_by } = question.task
  if (!Array.isArray(filters) && !Array.isArray(order_by)) {
    const items = range(Math.min(offset, total), Math.min(end, total)).map((row) => item(made(row)))
    return { total_count: total, items_count: items.length, items }
  }
  const short = range(0, Math.min(total, MOST_SCANNED)).map(made)
  const known = fieldsOf(short.slice(0, ROWS_LOOKED_AT))
  // The most used fields are known before a row is completed.
  const is_known = fieldsIn([filters, order_by]).every((field) => Object.hasOwn(known, field))
  const scanned = is_known ? short : short.map(item)
  if (scanned.length > 0) checkFilters(filters, order_by, scanned.slice(0, ROWS_LOOKED_AT))
  const fitting = scanned.filter((row) => !Array.isArray(filters) || meets(row, filters))
  const sorted = Array.isArray(order_by) ? fitting.toSorted((a, b) => compareBy(a, b, order_by.map(String))) : fitting
  const items = sorted.slice(offset, end).map(item)
  return { total_count: sorted.length, items_count: items.length, items }
}

/** Every text in the filters that may be a field name. */
function fieldsIn(params: unknown): string[] {
  if (typeof params === 'string') return [params.split(',')[0] ?? '']
  if (!Array.isArray(params)) return []
  return typeof params[0] === 'string' &&
    typeof params[1] === 'string' &&
    params.length === 3 &&
    !params[0].includes(',')
    ? [params[0]]
    : params.flatMap((one) => (one === 'and' || one === 'or' ? [] : fieldsIn(one)))
}

export function range(from: number, until: number): number[] {
  return Array.from({ length: Math.max(0, until - from) }, (_, at) => from + at)
}

/** A filter is `[field, operator, value]`, or conditions joined by `and` and `or` from left to right. */
function meets(row: Row, filters: unknown[]): boolean {
  if (typeof filters[0] === 'string') return holds(valueAt(row, filters[0]), filters[1], filters[2])
  let result = true
  for (let at = 0; at < filters.length; at += 2) {
    const condition = filters[at]
    const held = Array.isArray(condition) && meets(row, condition)
    if (at === 0) result = held
    else result = filters[at - 1] === 'or' ? result || held : result && held
  }
  return result
}

function holds(value: unknown, operator: unknown, wanted: unknown): boolean {
  switch (operator) {
    case '=':
      return value === wanted
    case '<>':
      return value !== wanted
    case 'in':
      return Array.isArray(wanted) && wanted.includes(value)
    case 'not_in':
      return Array.isArray(wanted) && !wanted.includes(value)
    case 'like':
    case 'not_like':
      return isLike(String(value), String(wanted)) === (operator === 'like')
    default:
      return isOrdered(compare(value, wanted), operator)
  }
}

function isOrdered(order: number, operator: unknown): boolean {
  if (operator === '<') return order < 0
  if (operator === '>') return order > 0
  if (operator === '<=') return order <= 0
  return operator === '>=' && order >= 0
}

/** Matches `like` by searching the parts between `%` in order, so that no pattern can be slow. */
function isLike(text: string, pattern: string): boolean {
  const parts = pattern.toLowerCase().split('%')
  const low = text.toLowerCase()
  if (parts.length === 1) return low === parts[0]
  let from = 0
  for (const part of parts) {
    const at = low.indexOf(part, from)
    if (at === -1 || (part === parts[0] && at !== 0 && from === 0 && part !== '')) return false
    from = at + part.length
  }
  return low.endsWith(parts.at(-1) ?? '')
}

function compareBy(a: Row, b: Row, orders: string[]): number {
  for (const order of orders) {
    const [field = '', direction] = order.split(',')
    const found = compare(valueAt(a, field), valueAt(b, field))
    if (found !== 0) return direction === 'desc' ? -found : found
  }
  return 0
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (a === undefined || a === null || b === undefined || b === null) return Number.NaN
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}

/** Reads a nested field such as `keyword_info.search_volume`. */
function valueAt(row: Row, field: string): unknown {
  let value: unknown = row
  for (const name of field.split('.')) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}
