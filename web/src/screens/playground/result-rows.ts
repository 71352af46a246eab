import { isRecord } from '#lib/guards.ts'
export type Row = Record<string, unknown>

/** The rows a table can show: the items of the first result, or the results themselves. */
export function rowsOf(envelope: unknown): Row[] {
  const tasks = isRecord(envelope) && Array.isArray(envelope.tasks) ? envelope.tasks : []
  const results = tasks
    .flatMap((task) => (isRecord(task) && Array.isArray(task.result) ? task.result : []))
    .filter(isRecord)
  const items = results.flatMap(({ items }) => (Array.isArray(items) ? items : [])).filter(isRecord)
  return items.length > 0 ? items : results
}

/** For a reply without an envelope: itself if it is a list, else its longest list, else the one row it is. */
export function plainRows(answer: unknown): Row[] {
  if (Array.isArray(answer)) return answer.filter(isRecord)
  if (!isRecord(answer)) return []
  const lists = Object.values(answer).filter(Array.isArray)
  const rows = lists.map((list) => list.filter(isRecord)).sort((a, b) => b.length - a.length)[0] ?? []
  return rows.length > 0 ? rows : [answer]
}

/** Plain values of a row by the path to them (`rank.main`), as deep as a table makes sense of. */
export function cellsOf(row: Row, depth = 2): Record<string, string> {
  const cells: Record<string, string> = {}
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue
    if (isRecord(value)) {
      if (depth > 1)
        for (const [inner, text] of Object.entries(cellsOf(value, depth - 1))) cells[`${name}.${inner}`] = text
    } else if (Array.isArray(value)) {
      if (value.every((one) => typeof one !== 'object')) cells[name] = value.join(', ')
    } else cells[name] = String(value)
  }
  return cells
}

/** Every column some row has, those most rows have first. */
export function columnsOf(rows: Row[]): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) for (const name of Object.keys(cellsOf(row))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name)
}

/** Opens in a spreadsheet as text: what a program there would run is quoted. */
export function csvOf(rows: Row[], columns: string[]): string {
  const lines = rows.map((row) => {
    const cells = cellsOf(row)
    return columns.map((name) => quoted(cells[name] ?? '')).join(',')
  })
  return [columns.map(quoted).join(','), ...lines].join('\r\n')
}

function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function jsonLinesOf(rows: Row[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n')
}
