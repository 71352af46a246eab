import { fieldsOf } from './filter-fields.ts'
import { sampleRefusal } from './refusal.ts'

const OPERATORS = ['=', '<>', '<', '<=', '>', '>=', 'in', 'not_in', 'like', 'not_like']
const JOINTS = ['and', 'or']

/** Refuses filters and orders by fields that no row has: an empty answer would suggest that there are no results. */
export function checkFilters(filters: unknown, order_by: unknown, rows: readonly Record<string, unknown>[]): void {
  const fields = fieldsOf(rows)
  if (Array.isArray(filters) && filters.length > 0) checkFilter(filters, fields)
  if (!Array.isArray(order_by)) return
  for (const order of order_by) {
    const [field = '', direction = 'asc'] = String(order).split(',')
    if (!Object.hasOwn(fields, field)) throw sampleRefusal('order_by', `There is no field ${quoted(field)}.`)
    if (!['asc', 'desc'].includes(direction)) throw sampleRefusal('order_by', 'An order is asc or desc.')
  }
}

function checkFilter(filter: unknown, fields: Record<string, string>): void {
  if (!Array.isArray(filter)) throw sampleRefusal('filters', 'A filter is a list: [field, operator, value].')
  const is_condition = typeof filter[0] === 'string'
  if (is_condition) checkCondition(filter, fields)
  for (const [at, part] of is_condition ? [] : filter.entries())
    if (at % 2 === 0) checkFilter(part, fields)
    else if (!JOINTS.includes(part)) throw sampleRefusal('filters', 'Filters are joined by and, or.')
}

function checkCondition([field, operator]: unknown[], fields: Record<string, string>): void {
  if (!Object.hasOwn(fields, String(field))) throw sampleRefusal('filters', `There is no field ${quoted(field)}.`)
  if (!OPERATORS.includes(String(operator)))
    throw sampleRefusal('filters', `There is no operator ${quoted(operator)}. Known are ${OPERATORS.join(', ')}.`)
}

function quoted(text: unknown): string {
  return `'${String(text).slice(0, 60)}'`
}
