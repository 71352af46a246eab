import { useMemo, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { recall, remember } from '#lib/storage.ts'
import { Button } from '#ui/input/button.tsx'
import { MultiCombobox } from '#ui/input/combobox.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Empty } from '#ui/show/empty.tsx'
import styles from './playground.module.css'
import { cellsOf, columnsOf, csvOf, jsonLinesOf, type Row } from './result-rows.ts'

const SHOWN_AT_FIRST = 6
const DRAWN_ROWS = 200

/** The items of a reply as rows; the shown columns are stored per function. */
export function ResultTable({ rows, method_id }: { rows: Row[]; method_id: string }) {
  const t = useT()
  const all = useMemo(() => columnsOf(rows), [rows])
  const [stored, setStored] = useState(() => recall('playground_columns') ?? {})
  const [sort, setSort] = useState<{ column: string; isDown: boolean }>()
  const chosen = stored[method_id]?.filter((name) => all.includes(name)) ?? []
  const columns = chosen.length > 0 ? chosen : all.slice(0, SHOWN_AT_FIRST)
  const sorted = sort ? [...rows].sort((a, b) => compare(a, b, sort)) : rows
  if (rows.length === 0) return <Empty icon="search" title={t('There are no rows in this response')} />
  function choose(names: string[]) {
    const next = { ...stored, [method_id]: names }
    setStored(next)
    remember('playground_columns', next)
  }
  return (
    <div className={styles.tableView}>
      <div className={styles.tableTools}>
        <MultiCombobox
          noMessage
          label={t('Columns')}
          value={columns}
          options={all.map((name) => ({ value: name, label: name }))}
          onChange={choose}
        />
        <Button size="small" icon="download" onClick={() => saveFile('result.csv', `\uFEFF${csvOf(sorted, all)}`)}>
          CSV
        </Button>
        <Button
          size="small"
          icon="download"
          onClick={() => saveFile('result.jsonl', new Blob([jsonLinesOf(sorted)], { type: 'application/x-ndjson' }))}
        >
          JSONL
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('Table')}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} aria-sort={sort?.column === name ? (sort.isDown ? 'descending' : 'ascending') : 'none'}>
                  <button
                    type="button"
                    onClick={() => setSort({ column: name, isDown: sort?.column === name && !sort.isDown })}
                  >
                    {name}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, DRAWN_ROWS).map((row, index) => {
              const cells = cellsOf(row)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no id
                <tr key={index}>
                  {columns.map((name) => (
                    <td key={name} title={cells[name]}>
                      <Cell text={cells[name] ?? ''} />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>
        {rows.length > DRAWN_ROWS
          ? t('The first {shown} of {count} rows. Download all of them as CSV.', {
              shown: DRAWN_ROWS,
              count: rows.length,
            })
          : t('{count, plural, one {# row} other {# rows}}', { count: rows.length })}
      </p>
    </div>
  )
}

function compare(
  a: Record<string, unknown>,
  b: Record<string, unknown>,
  { column, isDown }: { column: string; isDown: boolean },
): number {
  const [one = '', other = ''] = [cellsOf(a)[column], cellsOf(b)[column]]
  const difference = Number(one) - Number(other)
  const order = Number.isNaN(difference) ? one.localeCompare(other) : difference
  return isDown ? -order : order
}

/** An address can be opened; it is of others, so it gets nothing of ours. */
function Cell({ text }: { text: string }) {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return <>{text}</>
  return (
    <a href={text} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  )
}
