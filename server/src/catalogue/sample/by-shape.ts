import { completer } from './complete.ts'
import { fillText } from './fill-value.ts'
import { longerKeyword } from './keyword-metrics.ts'
import { businessName, domainName, pagePath } from './names.ts'
import { marketOf, type Question, stamp } from './question.ts'
import { range, windowOf } from './rows.ts'
import { type Fields, fieldsOfShape, kindsOf, productOf, shapeOf } from './shapes.ts'

type Row = Record<string, unknown>

/** Fields that list the subjects of a task, and the field of a row that names the subject. */
const LISTS: [string, string][] = [
  ['targets', 'target'],
  ['targets', 'url'],
  ['keywords', 'keyword'],
  ['app_ids', 'app_id'],
  ['asins', 'asin'],
  ['categories', 'category'],
]
const MOST_SUCH = 1_000
/** Fields that name the single subject of a task. */
const SINGLE = /(_info|screenshot|summary|quote|html|content_parsing|microdata|waterfall|ad_url)$/

/** Answers functions without a maker of their own: the requested number of rows in the shape that clients declare. */
export function byShape(question: Question) {
  const shape = shapeOf(question.entry)
  const product = productOf(question.entry)
  const head = shape === undefined ? undefined : fieldsOfShape(shape, product)
  const items = head?.get('items')
  const fields = items?.shape ? rowFields(items.shape, product) : undefined
  const echo = echoOf(question, head)
  const { whole } = completer(question.entry, question.task, question.now)
  if (!items || items.form === '' || !fields) return { result: rowsOfResult(question, head, echo), units: 1 }
  if (takesRows(question)) {
    const window = windowOf(question, question.dice().whole(40, 4_000), (row) => whole(identity(question, fields, row)))
    return { result: [{ ...echo, ...window }], units: window.items.length }
  }
  const rows =
    listOf(question, fields)?.map(whole) ??
    range(0, depthOf(question)).map((row) => whole(ranked(question, fields, row)))
  return {
    result: [
      {
        ...echo,
        ...itemTypes(head, rows),
        ...(head?.has('total_count') && { total_count: rows.length }),
        items_count: rows.length,
        items: rows,
      },
    ],
    units: rows.length,
  }
}

function itemTypes(head: Fields | undefined, rows: Row[]): Row {
  return head?.has('item_types') ? { item_types: [...new Set(rows.map(({ type }) => type))] } : {}
}

function rowFields(shape: string, product: string): Fields {
  return fieldsOfShape(kindsOf(shape, product)?.[0]?.[1] ?? shape, product)
}

/** An answer without `items`: one element per subject, or a single one. */
function rowsOfResult(question: Question, head: Fields | undefined, echo: Row): Row[] {
  return (head && listOf(question, head)?.map((row) => ({ ...echo, ...row }))) ?? [echo]
}

function listOf({ texts }: Question, fields: Fields): Row[] | undefined {
  for (const [list, name] of LISTS) {
    const given = texts(list)
    if (given.length > 0 && fields.get(name)?.kind === 'text') return given.map((one) => ({ [name]: one }))
  }
  return undefined
}

function takesRows({ entry }: Question): boolean {
  return (entry.posted_by ?? entry).schema.properties?.limit !== undefined
}

/** Number of rows of a page, a list of reviews or a history. */
function depthOf(question: Question): number {
  if (SINGLE.test(question.entry.function_id)) return 1
  const there_are = question.dice().whole(12, 400)
  const requested =
    question.number('depth') || question.number('block_depth') || question.number('items_list_limit') || 10
  return Math.min(requested, there_are, question.number('max_crawl_pages', MOST_SUCH) * 10)
}

function ranked(question: Question, fields: Fields, row: number): Row {
  const rank = { rank_group: row + 1, rank_absolute: row + 1, page: Math.floor(row / 10) + 1 }
  return { ...identity(question, fields, row), ...only(rank, fields) }
}

/** The identity of a row, from which all its other values follow. */
function identity(question: Question, fields: Fields, row: number): Row {
  const dice = question.dice(row)
  const topic = question.text('keyword') || question.texts('keywords')[0] || question.text('title') || 'example'
  const domain = domainName(dice)
  const made: Row = {
    keyword: longerKeyword(topic, row),
    domain,
    target: domain,
    url: `https://${domain}${pagePath(dice, topic)}`,
    title: `${businessName(dice)} ${row + 1}`,
    ...(fields.has('location_code') && marketOf(question)),
  }
  const known = only(made, fields)
  return Object.keys(known).length > 0 ? known : nested(question, fields, row, topic)
}

/** For rows without such a field: their keyword, their month, or their first text field. */
function nested(question: Question, fields: Fields, row: number, topic: string): Row {
  if (fields.get('keyword_data')?.shape)
    return { keyword_data: { keyword: longerKeyword(topic, row), ...marketOf(question) } }
  if (fields.get('date')?.kind === 'text') return { date: stamp(monthsBefore(question.now, row + 1)) }
  const first = [...fields].find(([name, { form, kind }]) => !/type$/.test(name) && form === '' && kind === 'text')
  if (!first) return { position: row + 1 }
  const about = { now: question.now, keyword: longerKeyword(topic, row), location_code: 2840, engine: '', type: '' }
  return { [first[0]]: fillText(first[0], question.dice(row), about) }
}

function monthsBefore(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
}

/** Fields of the task that the answer repeats. */
function echoOf(question: Question, head: Fields | undefined): Row {
  if (!head) return {}
  const { task, entry } = question
  const own = (entry.posted_by ?? entry).schema.properties ?? {}
  const names = Object.keys(own).filter((name) => (task[name] ?? own[name]?.default ?? null) !== null)
  const echoed = Object.fromEntries(names.map((name) => [name, task[name] ?? own[name]?.default]))
  return only({ ...marketOf(question), datetime: stamp(question.now), ...echoed }, head)
}

function only(row: Row, fields: Fields): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => {
      const field = fields.get(name)
      if (!field || value === undefined || value === null) return false
      if (field.form === '[') return Array.isArray(value)
      return (
        field.form === '' &&
        field.kind === { string: 'text', number: 'number', boolean: 'boolean' }[typeof value as string]
      )
    }),
  )
}
