import pg from 'pg'

/** Statements that follow a response belong to its request. */
const SETTLE_MS = 20

let recorded: string[] | undefined
let is_listening = false

/** Every statement that this process sends to any database while `work` runs, and shortly after. */
export async function statementsDuring(work: () => Promise<unknown>, settle_ms = SETTLE_MS): Promise<string[]> {
  if (!is_listening) listen()
  if (recorded) throw new Error('statements are recorded for one piece of work at a time')
  const found: string[] = []
  recorded = found
  await work()
  await new Promise((done) => setTimeout(done, settle_ms))
  recorded = undefined
  return found
}

function listen(): void {
  is_listening = true
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first] = args
    recorded?.push(typeof first === 'string' ? first : JSON.stringify(first))
    return Reflect.apply(query, this, args)
  } as typeof query
}
