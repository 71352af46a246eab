// A bad statement, and back to the second before it: pgBackRest with deploy/backup, a base backup while calls arrive, more calls, then a row of money is
// changed and calls are deleted. Restored to the moment before, the books balance and no call acknowledged before is missing.
// `npm run prove -- pitr 300` sets how many calls come before the backup and again before the bad statement.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { root } from '../../tools/ready/folders.mjs'
import { callWhile, type Seen } from '../faults/callers.ts'
import { machineBin } from '../faults/postgres.ts'
import { openSource } from '../faults/source.ts'
import { DEMO, readAuthorization } from '../gateway-client.ts'
import { freePort, freshFolder, runServer } from '../run-server.ts'

const calls = Number(process.argv[2] ?? 150)
const bin = machineBin()
if (!bin || !existsSync('/usr/bin/pgbackrest'))
  throw new Error('this needs PostgreSQL of Debian, pgBackRest (apt-get install pgbackrest) and root')
const faults: string[] = []
function check(name: string, is_good: boolean, text: string): void {
  console.log(`${is_good ? '✓' : '✗'} ${name}: ${text}`)
  if (!is_good) faults.push(name)
}

const { uid, gid } = statSync('/var/lib/postgresql')
const folder = freshFolder()
chownSync(folder, uid, gid)
const cluster = join(folder, 'cluster')
const port = await freePort()
const config = join(folder, 'pgbackrest.conf')
mkdirSync(join(folder, 'repository'))
chownSync(join(folder, 'repository'), uid, gid)
const settings = readFileSync(join(root, 'deploy/backup/pgbackrest.conf'), 'utf8')
  .replace('/var/lib/pgbackrest', join(folder, 'repository'))
  .replace('CHANGE-ME-PASSPHRASE', 'a passphrase of the proof')
  .replace('/var/lib/postgresql/15/portico', `${cluster}\npg1-socket-path=${folder}`)
  .replace('pg1-port=5432', `pg1-port=${port}`)
  .replace(
    '[global]',
    `[global]\nlog-path=${folder}\nlock-path=${folder}/lock\nspool-path=${folder}\nlog-level-console=warn`,
  )
writeFileSync(config, settings)
chmodSync(config, 0o644)

function asPostgres(program: string, ...args: string[]): { status: number | null; output: string } {
  const env = { ...process.env, HOME: folder }
  const done = spawnSync(program, args, {
    uid,
    gid,
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { status: done.status, output: `${done.stdout}${done.stderr}`.trim() }
}
function must(program: string, ...args: string[]): void {
  const { status, output } = asPostgres(program, ...args)
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${output}`)
}
const pgbackrest = (...args: string[]) =>
  asPostgres('/usr/bin/pgbackrest', `--config=${config}`, '--stanza=portico', ...args)
const pgCtl = (...args: string[]) =>
  must(join(bin, 'pg_ctl'), '-D', cluster, '-w', '-t', '120', '-l', join(folder, 'postgres.log'), ...args)
const startPostgres = () => pgCtl('start')

must(join(bin, 'initdb'), '-D', cluster, '-U', 'postgres', '-A', 'trust', '--data-checksums')
const archive = readFileSync(join(root, 'deploy/backup/archive.conf'), 'utf8').replace(
  'pgbackrest ',
  `pgbackrest --config=${config} `,
)
writeFileSync(
  join(cluster, 'postgresql.auto.conf'),
  `${archive}\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\n`,
)
startPostgres()
const address = (user: string, database: string) => `postgresql://${user}@127.0.0.1:${port}/${database}?sslmode=disable`
async function query<Row extends pg.QueryResultRow>(text: string, database = 'portico'): Promise<Row[]> {
  const client = new pg.Client(address('postgres', database))
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
const bookedTags = async () =>
  new Set(
    (await query<{ tag: string }>('select distinct tag from usage_events where tag is not null')).map(({ tag }) => tag),
  )

const source = await openSource()
const data_dir = freshFolder()
const serve = () =>
  runServer({
    DATA_DIR: data_dir,
    DATABASE_URL: address('portico', 'portico'),
    NODE_ENV: 'development',
    BOT_CHECK: 'off',
    UPSTREAM_URL: source.url,
    LOG_LEVEL: 'fatal',
    SECRET: 'a secret of the recovery proof, long enough',
  })
try {
  await query('create role portico login createrole', 'postgres')
  await query('create database portico owner portico', 'postgres')
  const created = pgbackrest('stanza-create')
  if (created.status !== 0) throw new Error(created.output)
  const server = await serve()
  await server.operator('credit', DEMO.email, '1000', '--reason', 'recovery proof')
  const limits = ['--per-minute', '1000000', '--simultaneous', '1000']
  await server.operator('login', 'set', DEMO.email, ...limits, '--reason', 'recovery proof')
  const authorization = await readAuthorization(server.url)
  const until = async (seen: Seen, many: number) => {
    while (seen.acknowledged.length < many) await pause(50)
  }
  const loaded = (name: string, during: (seen: Seen) => Promise<void>) =>
    callWhile({ authorization }, { url: server.url, callers: 8, name }, during)
  let backed_up = { status: null as number | null, output: '' }
  const before = await loaded('before', async (seen) => {
    await until(seen, calls)
    backed_up = pgbackrest('--type=full', 'backup')
    await until(seen, calls * 2)
  })
  check(
    'base backup while calls arrive',
    backed_up.status === 0,
    backed_up.output || `${before.acknowledged.length} calls by then`,
  )
  // WAL is restored by the second of its commits: the moment is later than every acknowledged call and earlier than the statement.
  await pause(1100)
  const [moment] = await query<{ at: string }>('select now()::text as at')
  await pause(1100)
  await query(
    `set session_replication_role = replica; delete from usage_events where tag like 'before-%';
     update ledger_accounts set balance_micros = balance_micros + 1000000 where balance_micros > 0`,
  )
  const after = await loaded('after', (seen) => until(seen, 20))
  const books = await server.operator('books').catch((error) => String(error.stdout ?? error))
  check('the books notice the bad statement', !/balanced/i.test(books), books.trim().split('\n').at(-1) ?? '')

  const beside = pgbackrest('--delta', '--type=time', `--target=${moment?.at}`, 'restore')
  check('a restore beside a running PostgreSQL is refused', beside.status !== 0, beside.output.split('\n').at(-1) ?? '')
  const folder_backup = join(freshFolder(), 'backup')
  await server.operator('backup', folder_backup)
  const refusal = await server.operator('restore', folder_backup).then(
    () => 'restored',
    (error) => String(error.stderr),
  )
  check(
    'portico restore beside a running server is refused',
    refusal !== 'restored',
    refusal.trim().split('\n')[0] ?? '',
  )

  await server.stop()
  pgCtl('stop', '-m', 'fast')
  const since_ms = performance.now()
  const restored = pgbackrest('--delta', '--type=time', `--target=${moment?.at}`, '--target-action=promote', 'restore')
  check('restore to the moment before', restored.status === 0, restored.output || String(moment?.at))
  startPostgres()
  while ((await query<{ is_over: boolean }>('select not pg_is_in_recovery() as is_over'))[0]?.is_over !== true)
    await pause(200)
  const seconds = ((performance.now() - since_ms) / 1000).toFixed(1)
  const tags = await bookedTags()
  const lost = before.acknowledged.filter((tag) => !tags.has(tag)).length
  const later = after.acknowledged.filter((tag) => tags.has(tag)).length
  const text = `acknowledged ${before.acknowledged.length}, lost ${lost}, of ${after.acknowledged.length} later ones ${later} are there, ${seconds} s`
  check('every call acknowledged before is there, and none of later', lost === 0 && later === 0, text)
  const again = await serve()
  const balanced = await again.operator('books')
  check('the books balance', /balanced/i.test(balanced), balanced.trim().split('\n').at(-1) ?? '')
  const served = await callWhile({ authorization }, { url: again.url, callers: 2, name: 'again' }, (seen) =>
    until(seen, 5),
  )
  check('the server serves on it', served.acknowledged.length >= 5, `${served.acknowledged.length} calls`)
  await again.stop()
} finally {
  asPostgres(join(bin, 'pg_ctl'), '-D', cluster, '-m', 'immediate', 'stop')
  await source.close()
  rmSync(folder, { recursive: true, force: true })
}
console.log(faults.length === 0 ? 'the moment before was recovered' : `failed: ${faults.join(', ')}`)
process.exitCode = faults.length === 0 ? 0 : 1
