// Kills the server, or the database under it, in the middle of calls of the data API. Callers repeat each call under its key
// until it is answered; in the end every call is booked exactly once, nothing is held, and the books balance.
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { callUntilAnswered, DEMO, LIVE, POST, PRICES, readAuthorization } from './gateway-client.ts'

export interface Victim {
  url: string
  kill9(): Promise<void>
  operator(...args: string[]): Promise<string>
}

export interface Stage {
  rounds: number
  start(): Promise<Victim>
  killDatabase(): void
  query(text: string): Promise<Record<string, unknown>[]>
  log(line: string): void
}

const CALLERS = 6
const FEWEST_A_ROUND = 20
const CREDIT_USD = 1_000

/** Violated guarantees as sentences; empty when all hold. */
export async function crashRounds(stage: Stage): Promise<string[]> {
  let server: Victim | undefined = await stage.start()
  await server.operator('credit', DEMO.email, String(CREDIT_USD), '--reason', 'crash proof')
  const authorization = await readAuthorization(server.url)
  await stage.query('update api_logins set per_minute = 1000000, simultaneous = 1000')
  const before = await balanceOf(server)
  const earlier = await countOf(stage)
  let [answered, spent] = [0, 0]
  let is_over = false
  const caller = async () => {
    while (!is_over) {
      const path = randomInt(3) === 0 ? POST : LIVE
      await callUntilAnswered(() => server, authorization, {
        path,
        key: randomUUID(),
        keyword: `word ${randomInt(50)}`,
      })
      answered += 1
      spent += PRICES[path] ?? 0
    }
  }
  const callers = Promise.all(Array.from({ length: CALLERS }, caller))
  for (let round = 1; round <= stage.rounds; round += 1) {
    const goal = answered + randomInt(1, FEWEST_A_ROUND)
    while (answered < goal) await Promise.race([pause(10), callers])
    await pause(randomInt(40))
    // In four rounds: the server, the database, both, and the database again, because that needs no start.
    const victims = round % 4
    if (victims !== 1) stage.killDatabase()
    if (victims % 2 === 1) {
      const dying = server
      server = undefined
      await dying?.kill9()
      server = await stage.start()
    }
    if (round % 10 === 0 || round === stage.rounds) stage.log(`${round} rounds, ${answered} calls answered`)
  }
  is_over = true
  await callers
  if (!server) return ['the server is gone']
  const found: string[] = []
  const booked = (await countOf(stage)) - earlier
  if (booked !== answered) found.push(`${answered} calls were answered, ${booked} are booked`)
  const after = await balanceOf(server)
  if (before - after !== spent) found.push(`${spent} micro-dollars were asked for, ${before - after} are gone`)
  const held = await heldAtLast(stage)
  if (held !== 0) found.push(`${held} holds are left`)
  const books = await server.operator('books').catch((error: Error) => error.message)
  if (!books.startsWith('balanced')) found.push(books)
  stage.log(`${stage.rounds} rounds, ${answered} calls answered, ${booked} booked, ${found.length} faults`)
  return found
}

/** Holds of lost connections are voided in the background, a second after the database answers again. */
async function heldAtLast(stage: Stage): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const [row] = await stage.query('select count(*)::int as n from ledger_holds')
    if (row?.n === 0 || tries === 60) return Number(row?.n)
    await pause(250)
  }
}

/** The demo account has a history: only calls added to it count. */
async function countOf(stage: Stage): Promise<number> {
  const [row] = await stage.query('select count(*)::int as calls from usage_events where cost_micros > 0')
  return Number(row?.calls)
}

async function balanceOf(server: Victim): Promise<number> {
  const shown = JSON.parse(await server.operator('user', 'show', DEMO.email, '--json'))
  return shown.logins[0].balance_micros
}
