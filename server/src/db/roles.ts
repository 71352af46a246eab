import pg from 'pg'
import { applyRights, type Roles } from './apply-rights.ts'
import { errorCode, errorText } from './error-code.ts'
import type { Log } from './log.ts'
import { takeTurn } from './migration-lock.ts'
import type { ReaderAddress } from './reader.ts'
import {
  adviceFor,
  type Owner,
  ownerOf,
  roleState,
  roleStatements,
  superuserWarning,
  type Wanted,
  wantedRoles,
} from './role-states.ts'

/** How the server connects after its start: as roles that own nothing. */
export interface Addresses {
  app: string
  /** Absent where there is no such role: then the database does not restrict reading. */
  reader: ReaderAddress | undefined
}

// Roles belong to the whole cluster, where servers of other databases may be creating them at the same moment.
const PASSING = ['42710', '23505', 'XX000', '40P01']
const TRIES = 5

/**
 * Creates the roles of this database and grants them what they need. `url` is how the server connects: as the owner
 * itself, from which it then steps down, or as a login of its own. `logins` are addresses of existing roles.
 */
export async function prepareRoles(
  owner: pg.Pool,
  { url, logins, log }: { url: string; logins?: { app: string; reader: string } | undefined; log: Log },
): Promise<Addresses> {
  const client = await owner.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set client_min_messages = warning')
    await takeTurn(client)
    const facts = await ownerOf(client)
    const is_owner = !logins && url === owner.options.connectionString
    const user = is_owner ? facts.owner : userOf(logins?.app ?? url)
    if (is_owner && facts.is_superuser) log.warn(superuserWarning(facts))
    const names = { app: `${facts.owner}_app`, reader: `${facts.owner}_reader` }
    const app = user === facts.owner ? await ensureRole(client, facts, { name: names.app, member: user }) : user
    const reader = logins
      ? userOf(logins.reader)
      : await ensureRole(client, facts, { name: names.reader, member: user })
    const advice = logins ? undefined : await adviceFor(client, wantedRoles(facts, user), facts)
    if (!app) return withoutRoles(url, log, `${facts.owner} is in no role ${names.app} and could not make it`, advice)
    await applyRights(client, { app, reader })
    const appUrl = logins?.app ?? (user === app ? url : asRole(url, app))
    const failure = await failureOf(appUrl, { app, reader }, facts)
    if (failure && user !== app) return withoutRoles(url, log, failure, advice)
    if (failure) log.warn(`The database does not restrict the server to its rights: ${failure}.`)
    if (!reader) log.warn(`The database does not separate users: there is no role ${names.reader}. ${advice ?? ''}`)
    const key = await readerKey(client)
    if (!reader || !key) return { app: appUrl, reader: undefined }
    const readerUrl = logins?.reader ?? asRole(url, reader)
    return { app: appUrl, reader: { url: readerUrl, key, is_login: logins !== undefined } }
  } finally {
    // Closed instead of released: that ends the lock, and the missing timeouts must not reach a request.
    client.release(true)
  }
}

function withoutRoles(url: string, log: Log, why: string, advice = 'Set DATABASE_OWNER_URL.'): Addresses {
  log.warn(
    `The server works as the owner of its tables, who may change what is append-only and reads the rows of all users: ${why}. ${advice}`,
  )
  return { app: url, reader: undefined }
}

/** A role without a login that `member` can switch to, created where it is missing and the owner may. */
async function ensureRole(client: pg.ClientBase, owner: Owner, wanted: Wanted): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      const state = await roleState(client, wanted, owner)
      if (state === 'ready') return wanted.name
      if (state === 'foreign' || !owner.can_create) return undefined
      for (const statement of roleStatements(wanted, state, owner)) await client.query(statement)
      return wanted.name
    } catch (e) {
      if (attempt === TRIES || !PASSING.includes(errorCode(e) ?? '')) return undefined
    }
  }
}

/** Connects as the server will: returns a right it has and should not have, in words; undefined when there is none. */
async function failureOf(url: string, { app }: Roles, { owner }: Owner): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 4000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ failure: string | null }>(
      `select case
          when current_user <> $1 then 'it cannot work as ' || $1
          when r.rolsuper or r.rolbypassrls then $1 || ' passes over every right'
          when pg_has_role(r.oid, $2, 'member') then $1 || ' is in the role of the owner'
          when exists (select from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p')) then $1 || ' owns tables'
          when has_schema_privilege(r.oid, current_schema()::regnamespace, 'create')
            then 'everybody may create in the schema ' || current_schema() || format(' (revoke create on schema %I from public)', current_schema())
        end as failure from pg_roles r where r.rolname = $1`,
      [app, owner],
    )
    return rows[0]?.failure ?? undefined
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

/** The same address, switching to this role as the connection begins. */
function asRole(url: string, role: string): string {
  const address = new URL(url)
  const option = `-c role=${role.replaceAll(/[\\ ]/g, '\\$&')}`
  address.searchParams.set('options', [address.searchParams.get('options'), option].filter(Boolean).join(' '))
  return address.href
}

/** The address of a replica, in the role that the address of the primary has or switches to. */
export function inRoleOf(replica: string, primary: string): string {
  const address = new URL(replica)
  // Of an embedded database the roles are users of their own.
  const user = new URL(primary).searchParams.get('user')
  if (user) address.searchParams.set('user', user)
  const both = [address, new URL(primary)].map(({ searchParams }) => searchParams.get('options'))
  const options = both.filter(Boolean).join(' ')
  if (options) address.searchParams.set('options', options)
  return address.href
}

function userOf(url: string): string {
  return new pg.Client({ connectionString: url }).user ?? ''
}
