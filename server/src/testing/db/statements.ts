import pg from 'pg'

/** Statements that follow a response belong to its request. */
const SETTLE_MS = 20

let recorded: string[] | undefined

// Replaced when this file is imported, because the pool keeps the function that a connection has when it opens.
const { query } = pg.Client.prototype
pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
  const [first] = args
  recorded?.push(typeof first === 'string' ? first : JSON.stringify(first))
  return Reflect.apply(query, this, args)
} as typeof query

/** Every statement that this process sends to any database while `work` runs, and shortly after. */
export async function statementsDuring(work: () => Promise<unknown>, settle_ms = SETTLE_MS): Promise<string[]> {
  if (recorded) throw new Error('statements are recorded for one piece of work at a time')
  const found: string[] = []
  recorded = found
  await work()
  await new Promise((done) => setTimeout(done, settle_ms))
  recorded = undefined
  return found
}
