import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode, errorText } from './error-code.ts'
import { isPostgresAddress } from './postgres-address.ts'
import { isStartProblem, startProblem } from './start-problem.ts'

const OLDEST = 15
const TIMEOUT_MS = 4000
/** Sent as the connection begins: a pooler refuses or forgets it. */
const PROBE_MS = 4321
// A server that is just starting is worth a few seconds; a wrong name or password will not get better.
const PASSING = ['ECONNREFUSED', '57P03', '53300']

type Setting = 'DATABASE_URL' | 'DATABASE_OWNER_URL'

/** Checks that the operator's setting names a PostgreSQL we can use, without ever repeating its password. */
export async function checkGiven(databaseUrl: string, setting: Setting = 'DATABASE_URL') {
  const location = locationOf(databaseUrl, setting)
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    try {
      return await checkVersion(databaseUrl, location, setting)
    } catch (e) {
      if (isStartProblem(e)) throw e
      if (!PASSING.includes(errorCode(e) ?? '') || Date.now() > end) throw explain(e, location, setting)
      await sleep(200)
    }
  }
}

async function checkVersion(databaseUrl: string, location: string, setting: Setting) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: TIMEOUT_MS,
    statement_timeout: PROBE_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int as number, current_setting('statement_timeout') as timeout,
          current_setting('transaction_read_only') as read_only`,
    )
    const major = Math.floor(rows[0].number / 10_000)
    if (major < OLDEST)
      throw startProblem(`The PostgreSQL at ${location} is version ${major}. Portico needs ${OLDEST} or newer.`)
    if (rows[0].timeout !== `${PROBE_MS}ms`) throw poolerProblem(location, setting)
    if (rows[0].read_only === 'on')
      throw startProblem(
        `The PostgreSQL of ${setting} at ${location} takes no changes: it is a replica, or was made read-only. Give ${setting} the address of the primary.`,
      )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns host:port/database, for messages. */
function locationOf(databaseUrl: string, setting: Setting): string {
  const url = URL.parse(databaseUrl)
  if (!url || !isPostgresAddress(databaseUrl)) {
    throw startProblem(
      `${setting} is not a PostgreSQL address. Write postgres://user:password@host:5432/database, ` +
        'with special characters in the password percent-encoded.',
    )
  }
  const host = url.searchParams.get('host') ?? (url.hostname || 'localhost')
  const port = url.searchParams.get('port') ?? (url.port || '5432')
  return `${host}:${port}${url.pathname}`
}

/**
 * Between two statements a pooler may change the connection, but prepared statements, locks and LISTEN belong to one.
 */
function poolerProblem(location: string, setting: Setting): Error {
  return startProblem(
    `${setting} leads to a connection pooler such as PgBouncer at ${location}. Portico keeps a few connections of its own: ` +
      'give it the address of PostgreSQL itself.',
  )
}

function explain(e: unknown, location: string, setting: Setting): Error {
  if (/unsupported startup parameter/.test(errorText(e))) return poolerProblem(location, setting)
  const at = `the PostgreSQL of ${setting} at ${location}`
  switch (errorCode(e)) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return startProblem(`Cannot find the host of ${at}. Check the host name in ${setting}.`)
    case 'ECONNREFUSED':
      return startProblem(`Nothing answers for ${at}. Check host and port in ${setting} and that the server runs.`)
    case '28P01':
    case '28000':
      return startProblem(`User or password is not accepted by ${at}. Check both in ${setting}.`)
    case '3D000':
      return startProblem(`There is no such database in ${at}. Create it, or correct its name in ${setting}.`)
    case '53300':
      return startProblem(`No connection is free in ${at}. Raise its max_connections, or close other clients.`)
    case '57P03':
      return startProblem(`Not yet ready: ${at}. Wait until it has started.`)
    default:
      return startProblem(`Cannot use ${at}: ${errorText(e)}. Check ${setting} and that the server is reachable.`)
  }
}
