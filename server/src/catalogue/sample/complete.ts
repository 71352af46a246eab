import { seedOf } from '#crypto/random.ts'
import type { Entry } from '../entry.ts'
import { isObject } from '../yaml-node.ts'
import { type Dice, diceOf } from './dice.ts'
import { type About, fillNumber, fillText, keysOf, RARE } from './fill-value.ts'
import { type Field, type Form, fieldsOfShape, kindsOf, productOf, shapeOf } from './shapes.ts'

type Row = Record<string, unknown>

/** Objects below this depth are null, as in the family's answers for missing data. */
const DEEPEST = 3
/** Objects that a maker does not fill are null. */
const KNOWN_DEEPEST = 0

interface Making {
  about: About
  product: string
  /** Lists of filter fields name only fields that can be filtered. */
  has_empty_maps: boolean
  deepest: number
}

export interface Completer {
  /** Completes one row of `items`. */
  item(row: Row): Row
  /** Completes a row of which only the identity is known, with its objects. */
  whole(row: Row): Row
  /** Completes the answer that holds the rows. */
  result(row: Row, seed: number): Row
}

const complete_rows = new WeakSet<Row>()
const as_it_is: Completer = { item: (row) => row, whole: (row) => row, result: (row) => row }

/**
 * Fills the fields that clients of the API family declare and the function's maker has left out. A row always gets the same
 * values, whatever page shows it. A value of another type than declared is replaced.
 */
export function completer(entry: Entry, task: Row, now: Date): Completer {
  const shape = shapeOf(entry)
  if (shape === undefined) return as_it_is
  const [, engine = 'google'] = entry.function_id.split('/')
  const making: Making = {
    product: productOf(entry),
    has_empty_maps: entry.path.endsWith('/available_filters'),
    deepest: KNOWN_DEEPEST,
    about: {
      now,
      engine,
      type: entry.function_id.split('/').at(-1) ?? '',
      keyword: topicOf(task) ?? 'example',
      location_code: typeof task.location_code === 'number' ? task.location_code : 2840,
    },
  }
  const items = fieldsOfShape(shape, making.product).get('items')?.shape ?? null
  const filled = { ...making, deepest: DEEPEST }
  return {
    item: (row) => (items === null ? row : complete(row, items, 1, making, seedOf(identityOf(row)))),
    whole: (row) => (items === null ? row : complete(row, items, 1, filled, seedOf(identityOf(row)))),
    result: (row, seed) => complete(row, shape, 0, Array.isArray(row.items) ? making : filled, seed),
  }
}

function complete(row: Row, shape: string, depth: number, making: Making, seed: number): Row {
  if (complete_rows.has(row)) return row
  const kinds = kindsOf(shape, making.product)
  if (kinds) {
    const [type, of] = kinds.find(([one]) => one === row.type) ?? (row.type === undefined ? kinds[0] : undefined) ?? []
    return type === undefined || of === undefined ? row : complete({ type, ...row }, of, depth, making, seed)
  }
  const dice = diceOf(seed)
  const within = { ...making, about: { ...making.about, keyword: topicOf(row) ?? making.about.keyword } }
  const whole: Row = { ...row }
  for (const [name, field] of fieldsOfShape(shape, making.product)) {
    const value = row[name]
    if (value === undefined || (value !== null && !isOf(value, field)))
      whole[name] = make(name, field, depth, within, dice)
    else if (field.shape !== null) whole[name] = deeper(value, field.form, field.shape, depth + 1, within)
  }
  if (row.items === undefined && Array.isArray(whole.items)) whole.items_count = whole.items.length
  complete_rows.add(whole)
  return whole
}

/** Completes a value that a maker has put into a row. */
function deeper(value: unknown, form: Form, shape: string, depth: number, making: Making): unknown {
  if (Array.isArray(value)) return value.map((one) => deeper(one, '', shape, depth, making))
  if (!isObject(value)) return value
  if (form !== '{') return complete(value, shape, depth, making, seedOf(identityOf(value)))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, deeper(one, '', shape, depth, making)]))
}

function make(name: string, { form, kind, shape }: Field, depth: number, making: Making, dice: Dice): unknown {
  if (RARE.test(name) && making.deepest === KNOWN_DEEPEST) return null
  const one = () => {
    if (kind === 'text') return fillText(name, dice, making.about)
    if (kind === 'number') return fillNumber(name, dice, making.about)
    if (kind === 'boolean') return dice.chance(0.5)
    if (shape === null || depth >= making.deepest) return null
    return complete({}, shape, depth + 1, making, dice.whole(0, 2 ** 31))
  }
  if (form === '') return one()
  if (form === '{') {
    if (making.has_empty_maps) return {}
    return kind === 'object' && depth >= making.deepest
      ? null
      : Object.fromEntries(keysOf(name).map((key) => [key, one()]))
  }
  const first = one()
  if (first === null) return kind === 'anything' ? [] : null
  return form === '[[' ? [[first, one()]] : kind === 'object' ? [first] : [first, one()]
}

function isOf(value: unknown, { form, kind }: Field): boolean {
  if (form === '{') return isObject(value)
  if (form !== '') return Array.isArray(value) && value.every((one) => form === '[[' || isOneOf(one, kind))
  return isOneOf(value, kind)
}

function isOneOf(value: unknown, kind: Field['kind']): boolean {
  if (kind === 'text') return typeof value === 'string'
  if (kind === 'number' || kind === 'boolean') return typeof value === kind
  return kind === 'anything' || isObject(value)
}

/** The stable identity of a row. */
function identityOf(row: Row): string {
  return Object.values(row)
    .filter((value) => typeof value === 'number' || (typeof value === 'string' && !/^\d{4}-\d\d-\d\d/.test(value)))
    .join(' ')
}

function topicOf(row: Row): string | undefined {
  for (const name of ['keyword', 'title', 'app_id', 'domain', 'target'])
    if (typeof row[name] === 'string' && row[name] !== '') return row[name]
  return undefined
}
