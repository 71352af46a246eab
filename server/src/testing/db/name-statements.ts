// Runs before every file of module tests: a connection parses and plans each statement with values once.
import { createHash } from 'node:crypto'
import pg from 'pg'

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

const { query } = pg.Client.prototype

function queryByName(this: pg.Client, ...args: unknown[]) {
  const [text, values] = args
  const is_nameable = args.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0
  return Reflect.apply(query, this, is_nameable ? [{ name: nameOf(text), text, values }] : args)
}

// Files of one process share the driver.
const DONE = Symbol.for('statements have names')
if (!Object.hasOwn(pg.Client, DONE)) {
  Object.defineProperty(pg.Client, DONE, { value: true })
  pg.Client.prototype.query = queryByName as typeof query
}
