// Two instances on one PostgreSQL, each through a relay that can drop data, behind nginx with deploy/nginx.conf.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createPool } from '../../server/src/db/pool.ts'
import { openRelay } from '../../server/src/testing/db/relay.ts'
import { WEATHER } from '../../server/src/testing/gateway/weather.ts'
import { root } from '../../tools/ready/folders.mjs'
import { bundledServer } from '../../tools/ready/server.mjs'
import { DEMO, readAuthorization } from '../gateway-client.ts'
import { freePort, freshFolder, type Program, type RunningServer, runServer } from '../run-server.ts'
import { startNginx } from './nginx.ts'
import { type Served, startPostgres } from './postgres.ts'
import { openSource } from './source.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const SECRET = 'a secret of the faults, which is long enough'

/** Undefined if this machine does not let us create a file system of that size. */
export async function openStage({ size_mb }: { size_mb?: number } = {}) {
  const database = await startPostgres(size_mb)
  return database && stageOn(database)
}

export async function stageOn<Database extends Served>(database: Database) {
  const source = await openSource()
  const provider = writeProvider()
  const slots = await Promise.all(
    [0, 1].map(async () => ({
      port: await freePort(),
      relay: await openRelay(database.url),
      // A restarted instance finds the files of its predecessor.
      data_dir: freshFolder(),
    })),
  )
  // Bundled as with npm start, since restarts take most of the time here.
  const file = bundledServer()
  const program: Program = {
    cwd: root,
    server: [process.execPath, file],
    cli: [process.execPath, join(dirname(file), 'cli.js')],
  }
  const start = async (
    number: number,
    more: Record<string, string> = {},
    by: Program = program,
  ): Promise<RunningServer> => {
    const slot = slots[number]
    if (!slot) throw new Error(`the stage has no instance ${number}`)
    const settings = {
      DATA_DIR: slot.data_dir,
      PORT: String(slot.port),
      DATABASE_URL: slot.relay.through(database.url),
      NODE_ENV: 'development',
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      BOT_CHECK: 'off',
      TRUST_PROXY: '127.0.0.1',
      DRAIN_DELAY_S: '3',
      PROVIDER_DIR: provider,
      UPSTREAM_URL: source.url,
      UPSTREAM_TIMEOUT_S: '10',
      LOG_LEVEL: 'fatal',
      SECRET,
      DEMO: number === 0 ? 'on' : 'off',
      ...more,
    }
    return runServer(settings, undefined, by)
  }
  // A stage that fails to open leaves nothing running.
  const started = async (number: number) =>
    start(number).catch(async (error) => {
      await database.stop()
      throw error
    })
  const instances = [await started(0), await started(1)]
  const [first] = instances
  if (!first) throw new Error('the stage has no instance')
  const authorization = await readAuthorization(first.url)
  const reason = ['--reason', 'faults']
  await first.operator('credit', DEMO.email, '100000', ...reason, '--yes')
  await first.operator('login', 'set', DEMO.email, '--per-minute', '1000000', '--simultaneous', '5000', ...reason)
  const balancer = await startNginx(slots.map(({ port }) => port))
  const pool = createPool(database.url, silent, 2)
  return {
    database,
    instances,
    slots,
    source: source.state,
    url: balancer?.url,
    authorization,
    program,
    start,
    /** How often calls with these tags are booked; a GET has no tag and is found by its longitude. */
    async booked(tags: string[]) {
      await database.untilItAnswers()
      const { rows } = await pool.query<{ tag: string; times: number }>(
        `select coalesce(event.tag, 'lon-' || substring(params.request::text from '"lon": ?"?([0-9.]+)')) as tag,
            count(*)::integer as times
          from usage_events event left join usage_params params on params.id = event.id and params.at = event.at
          left join usage_outcomes outcome on outcome.id = event.id left join usage_refunds refund on refund.id = event.id
          where event.cost_micros > coalesce(outcome.refunded_micros, 0) + coalesce(refund.amount_micros, 0) group by 1`,
      )
      const wanted = new Set(tags)
      return new Map(rows.filter(({ tag }) => wanted.has(tag)).map(({ tag, times }) => [tag, times]))
    },
    /** Calls that were booked although their callers were refused, and then reverted. */
    takenBack: async () =>
      Number(
        (await pool.query('select count(*) as calls from usage_outcomes where status_code = 50303')).rows[0].calls,
      ),
    holds: async () => Number((await pool.query('select count(*) as holds from ledger_holds')).rows[0].holds),
    async close() {
      await balancer?.stop()
      for (const one of instances) await one.stop().catch(() => undefined)
      await pool.end()
      for (const { relay } of slots) await relay.close()
      await source.close()
      await database.stop()
    },
  }
}

export type Stage = NonNullable<Awaited<ReturnType<typeof openStage>>>
/** With any database. */
export type AnyStage = Awaited<ReturnType<typeof stageOn<Served>>>

/** The bundled provider plus a weather API with charged GETs. */
function writeProvider(): string {
  const folder = freshFolder()
  cpSync(join(root, 'provider'), folder, { recursive: true })
  mkdirSync(join(folder, 'openapi'), { recursive: true })
  writeFileSync(join(folder, 'openapi/weather.yaml'), WEATHER)
  const prices = readFileSync(join(folder, 'prices.yaml'), 'utf8')
  writeFileSync(join(folder, 'prices.yaml'), `${prices}\ndefault: { per_request: 0.001 }\n`)
  return folder
}
