// A gateway as a team would write it for itself: Fastify, the key and the rate in Redis, and either one PostgreSQL transaction a call
// (`transaction`) or events that are written once a second (`events`), as a meter of a billing service takes them.
// Arguments: the kind, the upstream's URL, Redis's port, PostgreSQL's URL. It does what Portico does of a call's money, and nothing else.
import { createConnection } from 'node:net'
import Fastify from 'fastify'
import { Pool as DatabasePool } from 'pg'
import { Pool } from 'undici'

const [kind = '', upstream = '', redis_port = '', database_url = ''] = process.argv.slice(2)
const PRICE_MICROS = 2_000
const EVENTS_MS = 1000

/** Answers of Redis come in the order of the commands. */
const waiting: ((answer: string) => void)[] = []
const redis = createConnection(Number(redis_port), '127.0.0.1').setEncoding('utf8')
let rest = ''
redis.on('data', (text) => {
  const lines = (rest + text).split('\r\n')
  rest = lines.pop() ?? ''
  for (const line of lines) if (!line.startsWith('$')) waiting.shift()?.(line)
})
function command(...words: string[]): Promise<string> {
  redis.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`)
  return new Promise((resolve) => waiting.push(resolve))
}

const database = new DatabasePool({ connectionString: database_url, max: 10 })
await database.query(`create schema if not exists alternative;
  create table if not exists alternative.accounts (name text primary key, balance_micros bigint not null check (balance_micros >= 0));
  create table if not exists alternative.calls (id bigserial primary key, name text not null, cost_micros bigint not null, params jsonb, at timestamptz not null default now());
  create index if not exists calls_of_name on alternative.calls (name, at);
  insert into alternative.accounts values ('bench', 1000000000000) on conflict do nothing`)
await command('SET', 'key:secret', 'bench')

let events: string[] = []
const CHARGE = `with paid as (update alternative.accounts set balance_micros = balance_micros - $2 where name = $1 returning 1)
  insert into alternative.calls (name, cost_micros, params) select $1, $2, unnest($3::text[])::jsonb from paid`
const isTransaction = kind === 'transaction'
const timer = setInterval(() => {
  const written = events
  events = []
  if (written.length > 0) void database.query(CHARGE, ['bench', PRICE_MICROS * written.length, written])
}, EVENTS_MS)
timer.unref()

const pool = new Pool(upstream, { connections: 256 })
const app = Fastify()
app.post('/*', async (request, reply) => {
  const [name, used] = await Promise.all([
    command('GET', `key:${request.headers['x-api-key']}`),
    command('INCR', `used:${Math.floor(Date.now() / 60_000)}`),
  ])
  if (name.startsWith('$-1')) return reply.code(401).send()
  if (Number(used.slice(1)) > 100_000_000) return reply.code(429).send()
  const body = JSON.stringify(request.body)
  const headers = { 'content-type': 'application/json' }
  const answer = await pool.request({ method: 'POST', path: request.url, headers, body })
  const text = await answer.body.text()
  if (isTransaction) await database.query({ name: 'charge', text: CHARGE, values: [name, PRICE_MICROS, [body]] })
  else events.push(body)
  return reply.code(answer.statusCode).headers(headers).send(text)
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${new URL(address).port}\n`)
// This process ends with the measurement, however it ends.
process.stdin.on('end', () => process.exit(0)).resume()
