import pg from 'pg'
import { applyRights, type Roles } from './apply-rights.ts'
import { errorCode, errorText } from './error-code.ts'
import type { Log } from './log.ts'
import { takeTurn } from './migration-lock.ts'
import type { ReaderAddress } from './reader.ts'

/** How the server connects after its start: as roles that own nothing. */
export interface Addresses {
  app: string
  /** Absent where there is no such role: then reading is not bounded by the database. */
  reader: ReaderAddress | undefined
}

interface Facts {
  owner: string
  version: number
  can_create: boolean
}

// Roles belong to the whole cluster, where servers of other databases may be making them at the same moment.
const PASSING = ['42710', '23505', 'XX000', '40P01']
const TRIES = 5
const id = pg.escapeIdentifier

/**
 * Makes the roles this database is worked with and grants them what they need. `url` is how the server connects: as the owner
 * itself, from which it then steps down, or as a login of its own. `logins` are addresses of roles that are there already.
 */
export async function prepareRoles(
  owner: pg.Pool,
  { url, logins, log }: { url: string; logins?: { app: string; reader: string } | undefined; log: Log },
): Promise<Addresses> {
  const client = await owner.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set client_min_messages = warning')
    await takeTurn(client)
    const facts = await factsOf(client)
    const is_owner = !logins && url === owner.options.connectionString
    const user = is_owner ? facts.owner : userOf(logins?.app ?? url)
    const app = user === facts.owner ? await ensureRole(client, facts, 'app', user) : user
    if (!app) return withoutRoles(url, log, `${facts.owner} may not create roles and is in no role ${facts.owner}_app`)
    const reader = logins ? userOf(logins.reader) : await ensureRole(client, facts, 'reader', user)
    await applyRights(client, { app, reader })
    const appUrl = logins?.app ?? (user === app ? url : asRole(url, app))
    const trouble = await troubleOf(appUrl, { app, reader }, facts)
    if (trouble && user !== app) return withoutRoles(url, log, trouble)
    if (trouble) log.warn(`The database does not hold the server to its rights: ${trouble}.`)
    if (!reader)
      log.warn(
        `The database does not tell users apart: there is no role ${facts.owner}_reader. See DATABASE_OWNER_URL.`,
      )
    const key = await readerKey(client)
    if (!reader || !key) return { app: appUrl, reader: undefined }
    const readerUrl = logins?.reader ?? asRole(url, reader)
    return { app: appUrl, reader: { url: readerUrl, key, is_login: logins !== undefined } }
  } finally {
    // Closed instead of given back: that ends the lock, and the missing timeouts must not reach a request.
    client.release(true)
  }
}

function withoutRoles(url: string, log: Log, why: string): Addresses {
  log.warn(
    `The server works as the owner of its tables, who may change what is append-only: ${why}. ` +
      'Let this user create roles, or set DATABASE_OWNER_URL (docs/decisions/019-database-roles.md).',
  )
  return { app: url, reader: undefined }
}

async function factsOf(client: pg.ClientBase): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `select rolname as owner, rolsuper or rolcreaterole as can_create, current_setting('server_version_num')::int as version
      from pg_roles where rolname = current_user`,
  )
  if (!rows[0]) throw new Error('the database does not know its own user')
  return rows[0]
}

/**
 * A role without a login, named after the owner: databases of one owner share it, those of others never. `member` can step into
 * it. One that was there before is taken only when it can do nothing by itself.
 */
async function ensureRole(
  client: pg.ClientBase,
  { owner, version, can_create }: Facts,
  kind: 'app' | 'reader',
  member: string,
): Promise<string | undefined> {
  const name = `${owner}_${kind}`
  const step = version >= 160_000 ? 'set' : 'member'
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await client.query<{ is_plain: boolean; can_step: boolean }>(
        `select not (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication) as is_plain,
            pg_has_role($2, oid, $3) as can_step from pg_roles where rolname = $1`,
        [name, member, step],
      )
      const [role] = rows
      if (role && !role.is_plain) return undefined
      if (role?.can_step) return name
      if (!can_create || name.length > 60) return undefined
      if (!role) await client.query(`create role ${id(name)} nologin`)
      const how = version >= 160_000 ? ' with inherit false, set true' : ''
      await client.query(`grant ${id(name)} to ${id(member)}${how}`)
      return name
    } catch (e) {
      if (attempt === TRIES || !PASSING.includes(errorCode(e) ?? '')) return undefined
    }
  }
}

/** Tried as the server will connect: what it still could do and should not, in words; undefined when all is well. */
async function troubleOf(url: string, { app }: Roles, { owner }: Facts): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 4000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ trouble: string | null }>(
      `select case
          when current_user <> $1 then 'it cannot work as ' || $1
          when r.rolsuper or r.rolbypassrls then $1 || ' passes over every right'
          when pg_has_role(r.oid, $2, 'member') then $1 || ' is in the role of the owner'
          when exists (select from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p')) then $1 || ' owns tables'
          when has_schema_privilege(r.oid, current_schema()::regnamespace, 'create')
            then 'everybody may create in the schema ' || current_schema() || ' (revoke create on schema … from public)'
        end as trouble from pg_roles r where r.rolname = $1`,
      [app, owner],
    )
    return rows[0]?.trouble ?? undefined
  } catch (e) {
    return errorText(e)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readerKey(client: pg.ClientBase): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('reader_key') is not null as there`)
  if (!rows[0]?.there) return undefined
  return (await client.query<{ key: Buffer }>('select key from reader_key')).rows[0]?.key
}

/** The same address, stepping down to this role as the connection begins. */
function asRole(url: string, role: string): string {
  const address = new URL(url)
  const option = `-c role=${role.replaceAll(/[\\ ]/g, '\\$&')}`
  address.searchParams.set('options', [address.searchParams.get('options'), option].filter(Boolean).join(' '))
  return address.href
}

function userOf(url: string): string {
  return new pg.Client({ connectionString: url }).user ?? ''
}
