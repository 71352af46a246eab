import { isRecord } from '#lib/guards.ts'

type Row = Record<string, unknown>

export interface ValueChange {
  path: string
  /** Undefined: it was not there. */
  before: string | undefined
  after: string | undefined
  /** For two lists of plain values: the values that only one of them holds. */
  list?: { removed: string[]; added: string[] }
}

/** A plain value, or a list of such. */
type Leaf = string | string[]

export interface ItemChange {
  /** By what a person knows it. */
  label: string
  /** Its position in each list, from 1; undefined when it is not in that one. */
  from: number | undefined
  to: number | undefined
  /** Its position among those in both lists differs. */
  is_moved: boolean
  changes: ValueChange[]
}

export interface Comparison {
  /** Fields beside the items, such as their total. */
  values: ValueChange[]
  items: ItemChange[]
}

/** Names a person would know an item by, the best first. */
const LABELS = ['title', 'name', 'keyword', 'url', 'domain', 'target', 'id', 'type']
/** Fields with the position of an item, which do not identify it. */
const POSITION_FIELD = /(^|[._])(rank|position|place|index|page|rank_group|rank_absolute)($|[._])/i
/** A number is a quantity, unless it is a name made of digits. */
const FIGURE = /^(-?[\d.eE+-]+|true|false|null)$/
const NAMED_BY_DIGITS = /(id|code|asin|sku|gtin|isbn)$/i

/**
 * The changes between two results of the same function: items that were added, removed, moved or have other values.
 */
export function compareResults(before: unknown[], after: unknown[]): Comparison {
  const hasItems = [...before, ...after].some((one) => isRecord(one) && Array.isArray(one.items))
  if (!hasItems) return { values: [], items: compareItems(before.filter(isRecord), after.filter(isRecord)) }
  return {
    values: changesOf(onlyOne(before.map(withoutItems)), onlyOne(after.map(withoutItems))),
    items: compareItems(itemsOf(before), itemsOf(after)),
  }
}

/** Nearly every answer has one result: its fields need no number in front. */
function onlyOne(results: unknown[]): unknown {
  return results.length === 1 ? results[0] : results
}

function withoutItems(one: unknown): unknown {
  return isRecord(one) ? { ...one, items: undefined } : one
}

function itemsOf(result: unknown[]): Row[] {
  return result.flatMap((one) => (isRecord(one) && Array.isArray(one.items) ? one.items.filter(isRecord) : []))
}

function compareItems(old: Row[], now: Row[]): ItemChange[] {
  const keyOf = identityOf(old, now)
  const positions = new Map(old.map((row, at) => [keyOf(row, at), at]))
  const pairs = now.map((row, to) => ({ row, to, from: positions.get(keyOf(row, to)) }))
  const steady = longestRise(pairs.flatMap(({ from }) => (from === undefined ? [] : from)))
  const stored = new Set(pairs.map(({ from }) => from))
  const there = pairs.map(({ row, to, from }): ItemChange => {
    const was = from === undefined ? undefined : old[from]
    return {
      label: labelOf(row),
      from: from === undefined ? undefined : from + 1,
      to: to + 1,
      is_moved: from !== undefined && !steady.has(from),
      changes: was ? changesOf(was, row) : [],
    }
  })
  const gone = old.flatMap((row, from): ItemChange[] =>
    stored.has(from) ? [] : [{ label: labelOf(row), from: from + 1, to: undefined, is_moved: false, changes: [] }],
  )
  return [...there, ...gone]
}

/** The field that identifies items: it is unique within a list and finds most of them in the other. */
function identityOf(old: Row[], now: Row[]): (row: Row, at: number) => string {
  if (old.length === 1 && now.length === 1) return () => 'the only one'
  const flat = new Map([...old, ...now].map((row) => [row, textsOf(row)]))
  const names = new Set([...flat.values()].flatMap((values) => [...values.keys()]))
  const valuesOf = (rows: Row[], name: string) => rows.map((row) => flat.get(row)?.get(name))
  let best: { name: string | undefined; found: number } = { name: undefined, found: 0 }
  for (const name of names) {
    if (POSITION_FIELD.test(name)) continue
    const [a, b] = [valuesOf(old, name), valuesOf(now, name)]
    if (!isUnique(a) || !isUnique(b)) continue
    if (!NAMED_BY_DIGITS.test(name) && [...a, ...b].some((value) => value && FIGURE.test(value))) continue
    const known = new Set(a)
    const found = b.filter((value) => value !== undefined && known.has(value)).length
    // A date or a colour is the same here and there by chance: what is no name has to find half of the items.
    const isSure = isName(name) || found * 2 >= Math.min(old.length, now.length)
    if (isSure && found > best.found) best = { name, found }
  }
  // An item without that field is known by all it holds; the same one twice by its turn.
  const { name } = best
  const turns = new Map<Row, string>()
  for (const rows of [old, now]) {
    const seen = new Map<string, number>()
    for (const row of rows) {
      const own = name === undefined ? undefined : flat.get(row)?.get(name)
      const key = own === undefined ? `whole ${JSON.stringify(row)}` : `own ${own}`
      const turn = (seen.get(key) ?? 0) + 1
      seen.set(key, turn)
      turns.set(row, `${turn} ${key}`)
    }
  }
  return (row) => turns.get(row) ?? ''
}

function isName(path: string): boolean {
  return LABELS.includes(path.split('.').at(-1) ?? '') || NAMED_BY_DIGITS.test(path)
}

/** Nearly every item has it, and hardly two have the same. */
function isUnique(values: (string | undefined)[]): boolean {
  const there = values.filter((value) => value !== undefined)
  return there.length * 2 >= values.length && new Set(there).size >= there.length * 0.9
}

function labelOf(row: Row): string {
  for (const name of LABELS) {
    const value = row[name]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  const [first] = textsOf(row).values()
  return first ?? '–'
}

/** The positions of a longest rising subsequence: who is not in it has moved past others. */
function longestRise(numbers: number[]): Set<number> {
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [at, number] of numbers.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    before[at] = ends[low - 1]
    ends[low] = at
  }
  const rise = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.add(numbers[at] ?? 0)
  return rise
}

export function changesOf(before: unknown, after: unknown): ValueChange[] {
  const [old, now] = [flatten(before), flatten(after)]
  const paths = new Set([...old.keys(), ...now.keys()])
  return [...paths].flatMap((path) => {
    const [was, is] = [old.get(path), now.get(path)]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    const change = { path, before: was && textOf(was), after: is && textOf(is) }
    if (!Array.isArray(was) || !Array.isArray(is)) return [change]
    const list = { removed: without(was, is), added: without(is, was) }
    // The same values in another order are shown as they are.
    return [list.removed.length + list.added.length > 0 ? { ...change, list } : change]
  })
}

/** The values that one list holds and the other does not, or not as often. */
function without(list: string[], other: string[]): string[] {
  const counts = new Map<string, number>()
  for (const one of other) counts.set(one, (counts.get(one) ?? 0) + 1)
  return list.filter((one) => {
    const count = counts.get(one) ?? 0
    counts.set(one, count - 1)
    return count <= 0
  })
}

function textsOf(row: Row): Map<string, string> {
  return new Map([...flatten(row)].map(([path, leaf]) => [path, textOf(leaf)]))
}

function textOf(leaf: Leaf): string {
  if (typeof leaf === 'string') return leaf
  return leaf.length > 0 ? leaf.join(', ') : '[]'
}

/** Every plain value and every list of such by its path; an empty object is a value, too. */
function flatten(value: unknown, path = '', into = new Map<string, Leaf>()): Map<string, Leaf> {
  if (Array.isArray(value) && path !== '' && value.every(isPlain)) return into.set(path, value.map(plainText))
  const entries = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : undefined
  if (entries === undefined || (entries.length === 0 && path !== ''))
    return value === undefined ? into : into.set(path, plainText(value))
  for (const [name, inner] of entries) flatten(inner, path === '' ? String(name) : `${path}.${name}`, into)
  return into
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
