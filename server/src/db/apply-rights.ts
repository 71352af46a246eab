import { createHash } from 'node:crypto'
import pg from 'pg'
import { readMigrations } from './read-migrations.ts'
import { SCHEMA } from './schema-folders.ts'
import { OWNER_FUNCTIONS, TABLE_RIGHTS } from './table-rights.ts'

/** Roles that work on the tables of this database without owning them. */
export interface Roles {
  app: string
  /** Absent where it could not be created: then only the server separates users. */
  reader: string | undefined
}

interface TableState {
  name: string
  has_rls: boolean
  policies: string[]
  /** `role privilege` and `role privilege column`. */
  granted: string[]
}

const id = pg.escapeIdentifier

/**
 * Brings grants and policies of every table to those of `table-rights.ts`, from any state: after a migration, a
 * restored backup or a change of roles. Changes only what differs, so that a start beside running servers takes no
 * lock.
 */
export async function applyRights(client: pg.ClientBase, roles: Roles): Promise<void> {
  if (await isOfNewer(client)) return
  await grantSchema(client, roles)
  await grantTemporary(client, roles)
  for (const table of await readTables(client, roles)) {
    const statements = statementsFor(table, roles)
    // A table at a time: locking several could deadlock with a server that has locked them in another order.
    if (statements.length > 0) await client.query(['begin', ...statements, 'commit'].join(';\n'))
  }
  await grantFunctions(client, roles)
}

/** A newer version has set the rights of its tables, and takes away none that this one needs. */
async function isOfNewer(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ number: number }>('select max(number) as number from schema_migrations')
  return (rows[0]?.number ?? 0) > readMigrations(SCHEMA.migrations).length
}

function statementsFor({ name, has_rls, policies, granted }: TableState, { app, reader }: Roles): string[] {
  const rights = TABLE_RIGHTS[name as keyof typeof TABLE_RIGHTS] ?? { app: 'none', reader: { none: 'not ours' } }
  const condition = typeof rights.reader === 'string' ? rights.reader : undefined
  const table = id(name)
  const wanted = [
    { role: app, privileges: appPrivileges(rights.app) },
    ...(reader ? [{ role: reader, privileges: condition ? ['SELECT'] : [] }] : []),
  ]
  const grants = wanted.flatMap(({ role, privileges }) => {
    const now = granted.filter((one) => one.startsWith(`${role} `)).map((one) => one.slice(role.length + 1))
    if (now.toSorted().join() === privileges.toSorted().join()) return []
    const list = privileges.map((one) => one.replace(/^(\w+) (.+)$/, (_, kind, column) => `${kind} (${id(column)})`))
    return [
      `revoke all on ${table} from ${id(role)}`,
      ...(list.length > 0 ? [`grant ${list.join(', ')} on ${table} to ${id(role)}`] : []),
    ]
  })
  if (!condition || !reader) return grants
  // The name states what the policy does: another condition is another name.
  const names = { app: `${app}: all rows`, reader: `${reader}: ${digest(condition)}` }
  const create = {
    [names.app]: `create policy ${id(names.app)} on ${table} to ${id(app)} using (true) with check (true)`,
    [names.reader]: `create policy ${id(names.reader)} on ${table} for select to ${id(reader)} using (${condition})`,
  }
  const stale = policies.filter((one) => one.startsWith(`${reader}: `) && one !== names.reader)
  return [
    ...grants,
    ...stale.map((one) => `drop policy ${id(one)} on ${table}`),
    ...Object.entries(create).flatMap(([policy, statement]) => (policies.includes(policy) ? [] : [statement])),
    ...(has_rls ? [] : [`alter table ${table} enable row level security`]),
  ]
}

function appPrivileges(rights: (typeof TABLE_RIGHTS)[keyof typeof TABLE_RIGHTS]['app']): string[] {
  if (typeof rights !== 'string') return ['SELECT', 'INSERT', ...rights.map((column) => `UPDATE ${column}`)]
  return {
    none: [],
    read: ['SELECT'],
    append: ['SELECT', 'INSERT'],
    change: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  }[rights]
}

function digest(condition: string): string {
  return createHash('sha256').update(condition).digest('hex').slice(0, 8)
}

/** Tables of our schema, partitions included: those are reached through their parents and have no grants. */
async function readTables(client: pg.ClientBase, { app, reader }: Roles): Promise<TableState[]> {
  const { rows } = await client.query<TableState>(
    `select c.relname as name, c.relrowsecurity as has_rls,
        array(select p.polname::text from pg_policy p join pg_roles r on p.polroles = array[r.oid]
          where p.polrelid = c.oid and starts_with(p.polname, r.rolname || ': ')) as policies,
        array(
          select r.rolname || ' ' || g.privilege_type from aclexplode(c.relacl) g join pg_roles r on r.oid = g.grantee
            where r.rolname = any ($1)
          union all
          select r.rolname || ' ' || g.privilege_type || ' ' || a.attname
            from pg_attribute a cross join aclexplode(a.attacl) g join pg_roles r on r.oid = g.grantee
            where a.attrelid = c.oid and r.rolname = any ($1)
        ) as granted
      from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') order by 1`,
    [[app, reader].filter(Boolean)],
  )
  return rows
}

async function grantSchema(client: pg.ClientBase, { app, reader }: Roles): Promise<void> {
  const { rows } = await client.query<{ schema: string; role: string }>(
    `select current_schema() as schema, r.rolname as role from pg_roles r
      where r.rolname = any ($1) and not has_schema_privilege(r.oid, current_schema()::regnamespace, 'usage')`,
    [[app, reader].filter(Boolean)],
  )
  for (const { schema, role } of rows) await client.query(`grant usage on schema ${id(schema)} to ${id(role)}`)
}

/** For the trial write that finds out whether a full disk has space again; everyone has the right unless it was taken away. */
async function grantTemporary(client: pg.ClientBase, { app }: Roles): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname = current_database()
      and not has_database_privilege($1, oid, 'temporary') and pg_has_role(current_user, datdba, 'usage')`,
    [app],
  )
  for (const { name } of rows) await client.query(`grant temporary on database ${id(name)} to ${id(app)}`)
}

/**
 * Functions that run as the owner are granted to the roles they were made for; all others run with the rights of their
 * caller.
 */
async function grantFunctions(client: pg.ClientBase, { app, reader }: Roles): Promise<void> {
  const { rows } = await client.query<{ name: string; is_owners: boolean; role: string; may: boolean }>(
    `select p.oid::regprocedure::text as name, p.prosecdef as is_owners, r.rolname as role,
        has_function_privilege(r.oid, p.oid, 'execute') as may
      from pg_proc p join pg_roles r on r.rolname = any ($1)
      where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
        and pg_has_role(current_user, p.proowner, 'usage')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [[app, reader].filter(Boolean)],
  )
  for (const { name, is_owners, role, may } of rows) {
    const who = role === app ? 'app' : 'reader'
    const wanted = !is_owners || (OWNER_FUNCTIONS[name]?.includes(who) ?? false)
    if (wanted && !may) await client.query(`grant execute on function ${name} to ${id(role)}`)
    if (!wanted && may) await client.query(`revoke execute on function ${name} from ${id(role)}`)
  }
}
