// Two instances on one PostgreSQL, each by way of a relay that can lose what goes through, behind nginx as deploy/nginx.conf has it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { createPool } from '../server/src/db/pool.ts'
import { signal } from '../server/src/db/process-facts.ts'
import { openRelay } from '../server/src/testing/db/relay.ts'
import { envelope, openTestServer, send } from '../server/src/testing/gateway/upstream.ts'
import { root } from '../tools/ready/place.mjs'
import { DEMO, LIVE, readAuthorization } from './gateway-client.ts'
import { freePort, freshFolder, type RunningServer, runServer } from './run-server.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const SECRET = 'a secret of the faults, which is long enough'
const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(existsSync)

export async function openStage() {
  const folder = freshFolder()
  const database = await startEmbedded({ dataDir: folder, log: silent })
  const answer = { after_ms: 0, status: 200 }
  const upstream = await openTestServer((_, response) => {
    upstream.asked.length = 0
    setTimeout(() => send(response, envelope({ result: [{}] }), answer.status), answer.after_ms)
  })
  const places = await Promise.all(
    [0, 1].map(async () => ({ port: await freePort(), relay: await openRelay(database.url) })),
  )
  const start = async (number: number, more: Record<string, string> = {}): Promise<RunningServer> => {
    const place = places[number]
    if (!place) throw new Error('there are two instances')
    return runServer({
      DATA_DIR: freshFolder(),
      PORT: String(place.port),
      DATABASE_URL: place.relay.through(database.url),
      NODE_ENV: 'development',
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      BOT_CHECK: 'off',
      TRUST_PROXY: '127.0.0.1',
      DRAIN_DELAY_S: '1',
      UPSTREAM_URL: upstream.url,
      LOG_LEVEL: 'fatal',
      SECRET,
      DEMO: number === 0 ? 'on' : 'off',
      ...more,
    })
  }
  const instances = [await start(0), await start(1)]
  const [first] = instances
  if (!first) throw new Error('there is no instance')
  const authorization = await readAuthorization(first.url)
  await first.operator('credit', DEMO.email, '10000', '--reason', 'faults', '--yes')
  await first.operator(
    'login',
    'set',
    DEMO.email,
    '--per-minute',
    '1000000',
    '--simultaneous',
    '1000',
    '--reason',
    'faults',
  )
  const balancer = NGINX
    ? await startNginx(
        NGINX,
        places.map(({ port }) => port),
      )
    : undefined
  const pool = createPool(database.url, silent, 2)
  return {
    instances,
    places,
    answer,
    url: balancer?.url,
    authorization,
    start,
    postmaster: (name: NodeJS.Signals) =>
      signal(Number.parseInt(readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8'), 10), name),
    /** What the books hold of calls with these tags. */
    async booked(tags: string[]) {
      const { rows } = await pool.query<{ tag: string; times: number }>(
        'select tag, count(*)::integer as times from usage_events where tag = any ($1) and cost_micros > 0 group by tag',
        [tags],
      )
      return new Map(rows.map(({ tag, times }) => [tag, times]))
    },
    holds: async () => Number((await pool.query('select count(*) as holds from ledger_holds')).rows[0].holds),
    async close() {
      await balancer?.stop()
      for (const one of instances) await one.stop().catch(() => undefined)
      await pool.end()
      for (const { relay } of places) await relay.close()
      await upstream.close()
      await database.stop()
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** The sample file itself, on a port of ours and without TLS. */
async function startNginx(program: string, ports: number[]) {
  const folder = freshFolder()
  const port = await freePort()
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replace('127.0.0.1:8081', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${ports[1]}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_.*$/gm, '')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const config = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 2048; } http { access_log off; ${paths.join(' ')} ${site} }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = spawn(program, ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGQUIT')
      await ended
    },
  }
}

export interface Seen {
  acknowledged: string[]
  refused: Map<string, number>
  longest_ms: number
  /** When the first call after a moment was done. */
  doneAfter(since_ms: number): number | undefined
}

/** Callers that each send one POST after the other under a tag of its own and never repeat one. */
export async function callWhile(
  stage: Stage,
  { url, callers, name }: { url: string; callers: number; name: string },
  during: (seen: Seen, count: () => number) => Promise<void>,
): Promise<Seen> {
  const done: number[] = []
  const seen: Seen = {
    acknowledged: [],
    refused: new Map(),
    longest_ms: 0,
    doneAfter: (since_ms) => done.find((at_ms) => at_ms > since_ms),
  }
  let is_over = false
  let number = 0
  const call = async () => {
    number += 1
    const tag = `${name}-${number}`
    const since_ms = performance.now()
    const why = await fetch(`${url}${LIVE}`, {
      method: 'POST',
      headers: { authorization: stage.authorization, 'content-type': 'application/json' },
      body: JSON.stringify([{ keyword: 'standing desk', location_code: 2840, language_code: 'en', tag }]),
    }).then(
      async (reply) => {
        const body = (await reply.json().catch(() => undefined)) as { tasks?: { status_code: number }[] } | undefined
        return body?.tasks?.[0]?.status_code === 20_000 ? undefined : `${reply.status}`
      },
      () => 'no answer',
    )
    seen.longest_ms = Math.max(seen.longest_ms, performance.now() - since_ms)
    if (why !== undefined) {
      seen.refused.set(why, (seen.refused.get(why) ?? 0) + 1)
      return
    }
    seen.acknowledged.push(tag)
    done.push(performance.now())
  }
  const working = Array.from({ length: callers }, async () => {
    while (!is_over) await call()
  })
  await during(seen, () => number).finally(() => {
    is_over = true
  })
  await Promise.all(working)
  return seen
}
