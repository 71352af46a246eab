import { isObject } from '../yaml-node.ts'

type Row = Record<string, unknown>

const DEEPEST = 3

/** The fields by which rows can be filtered and sorted, with their types: `keyword_info.search_volume: num`. */
export function fieldsOf(rows: readonly Row[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const row of rows) collect(row, '', fields, DEEPEST)
  return fields
}

function collect(row: Row, before: string, into: Record<string, string>, depth: number): void {
  for (const [name, value] of Object.entries(row)) {
    const field = before + name
    if (isObject(value) && depth > 1) collect(value, `${field}.`, into, depth - 1)
    else if (into[field] === undefined || into[field] === 'str') into[field] = kindOf(value)
  }
}

function kindOf(value: unknown): string {
  if (typeof value === 'number') return 'num'
  if (typeof value === 'boolean') return 'bool'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(value) ? 'time' : 'str'
}
