// The release itself, unpacked elsewhere: it starts, serves pages, meters a call, loads code on demand (PDF, Parquet,
// passkeys, agents), and its commands work, without development packages and without this checkout.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openMcpClient } from '../../server/src/testing/agents/mcp.ts'
import { DEMO, LIVE, openSession } from '../gateway-client.ts'
import { unpackRelease } from '../release-stage.ts'
import { freshFolder, runServer } from '../run-server.ts'

const failures: string[] = []

async function check(name: string, act: () => Promise<string>, wanted: RegExp) {
  const output = await act().catch((error: unknown) => `failed: ${error}`)
  const is_good = wanted.test(output)
  console.log(`${is_good ? '✓' : '✗'} ${name}: ${output.trim().split('\n').at(-1)?.slice(0, 160)}`)
  if (!is_good) failures.push(name)
}

const release = unpackRelease()
const data = freshFolder()
const settings = { DATA_DIR: join(data, 'data'), NODE_ENV: 'development', BOT_CHECK: 'off', PAYMENTS: 'test' }
const server = await runServer({ ...settings, DEMO: 'on' }, undefined, release)
try {
  const text = async (path: string) => (await fetch(`${server.url}${path}`)).text()
  await check('the sign-in page is drawn', () => text('/signin'), /<form.*<\/html>/s)
  const session = await openSession(server.url)
  const { basic } = await session.post('/api/access/show-password', {})
  const call = async () => {
    const reply = await fetch(`${server.url}${LIVE}`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ keyword: 'standing desk', location_code: 2840, language_code: 'en' }]),
    })
    const { status_code, cost } = (await reply.json()) as { status_code: number; cost: number }
    return `${status_code} for ${cost}`
  }
  await check('a call is answered and charged', call, /^20000 for 0\.002$/)
  const today = new Date().toISOString().slice(0, 10)
  const statement = `/api/billing/history-file?from=${today}&to=${today}&format=pdf`
  await check(
    'a statement is a PDF',
    async () => (await (await session.get(statement)).text()).slice(0, 8),
    /^%PDF-1\./,
  )
  const passkey = async () => JSON.stringify(await session.post('/api/profile/passkeys/begin', {}))
  await check('a passkey can be begun', passkey, /"challenge":"[\w-]{20,}"/)
  await check('an agent finds functions', () => askAsAgent(session), /google/)
  await check('a Parquet file is made', () => buyFile(session), /^ready.*\.parquet/)

  const cli: [string[], RegExp][] = [
    [['status'], /^Portico \d+\.\d+\.\d+, embedded database/],
    [['user', 'show', DEMO.email], /demo@portico\.example/],
    [['credit', DEMO.email, '5', '--reason', 'proof'], /5/],
    [['books'], /balanced/i],
    [['revenue'], /customers have together/i],
    [['config', 'check'], /./],
    [['catalogue', 'check'], /google\/organic/],
    [['backup', join(data, 'backup')], /rows/],
  ]
  for (const [words, wanted] of cli) await check(`portico ${words[0]}`, () => server.operator(...words), wanted)
} finally {
  await server.stop()
}

const shipped = (path: string) => existsSync(join(release.cwd, path))
await check('nothing for development is in it', async () => String(shipped('node_modules/typescript')), /^false$/)
const licenses = async () => readFileSync(join(release.cwd, 'third-party-licenses.txt'), 'utf8')
await check('the terms of what is bundled are in it', licenses, /fastify \d.*react \d.*zod \d/s)
const stripe = {
  ...settings,
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_0000',
  STRIPE_WEBHOOK_SECRET: `whsec_${'0'.repeat(32)}`,
  STRIPE_API_HOST: 'http://127.0.0.1:9',
}
await check('it starts with Stripe', () => startAndStop(stripe), /^ready$/)
release.remove()
console.log(failures.length === 0 ? 'the release works' : `failed: ${failures.join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1

type Session = Awaited<ReturnType<typeof openSession>>

async function askAsAgent({ post }: Session): Promise<string> {
  const bounds = { name: 'proof', is_live: false, functions: null, total_micros: null, day_micros: null, days: 7 }
  const { secret } = await post('/api/agents/add', bounds)
  const agent = await openMcpClient(server.url, String(secret))
  const found = await agent.call('find_functions', { query: 'organic' })
  await agent.close()
  return JSON.stringify(found)
}

async function buyFile({ get, post }: Session): Promise<string> {
  const { databases } = (await (await get('/api/databases/list')).json()) as { databases: { id: string }[] }
  const about = (await (await get(`/api/databases/database?id=${databases.at(-1)?.id}`)).json()) as {
    id: string
    version: string
    coverage: { location: string; price_micros: number }[]
  }
  const [cheapest] = about.coverage.sort((a, b) => a.price_micros - b.price_micros)
  if (!cheapest) throw new Error('the catalogue sells no function')
  await server.operator('credit', DEMO.email, '500', '--reason', 'proof')
  await post('/api/databases/buy', {
    id: randomUUID(),
    database_id: about.id,
    version: about.version,
    amount_micros: cheapest.price_micros,
    locations: [cheapest.location],
    format: 'parquet',
    with_updates: false,
  })
  for (let at = 0; at < 300; at += 1) {
    const { purchases } = (await (await get('/api/databases/purchases')).json()) as {
      purchases: { state: string; files: { name: string }[] }[]
    }
    const [bought] = purchases
    if (bought && ['ready', 'failed'].includes(bought.state)) return `${bought.state} ${bought.files[0]?.name}`
    await pause(200)
  }
  return 'never ready'
}

async function startAndStop(more: Parameters<typeof runServer>[0]): Promise<string> {
  const again = await runServer(more, undefined, release)
  await again.stop()
  return 'ready'
}
