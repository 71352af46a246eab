import pg from 'pg'

/** The owner of the tables, as the database knows it. */
export interface Owner {
  owner: string
  version: number
  can_create: boolean
  is_superuser: boolean
}

/** A role the server works as, and the login that has to be able to switch to it. */
export interface Wanted {
  name: string
  member: string
}

const id = pg.escapeIdentifier
/** PostgreSQL cuts longer names, and the cut one could be another's. */
const NAME_MAX = 60

export async function ownerOf(client: pg.ClientBase): Promise<Owner> {
  const { rows } = await client.query<Owner>(
    `select rolname as owner, rolsuper or rolcreaterole as can_create, rolsuper as is_superuser,
        current_setting('server_version_num')::int as version
      from pg_roles where rolname = current_user`,
  )
  if (!rows[0]) throw new Error('the database returned no row for its current user')
  return rows[0]
}

/**
 * Named after the owner: databases of one owner share the role, those of others never. A role with further rights of
 * its own is not ours and is left alone.
 */
export async function roleState(
  client: pg.ClientBase,
  { name, member }: Wanted,
  { version }: Pick<Owner, 'version'>,
): Promise<'ready' | 'not granted' | 'absent' | 'foreign'> {
  const { rows } = await client.query<{ is_plain: boolean; can_step: boolean }>(
    `select not (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication) as is_plain,
        pg_has_role($2, oid, $3) as can_step from pg_roles where rolname = $1`,
    [name, member, version >= 160_000 ? 'set' : 'member'],
  )
  const [role] = rows
  if (name.length > NAME_MAX || (role && !role.is_plain)) return 'foreign'
  if (!role) return 'absent'
  return role.can_step ? 'ready' : 'not granted'
}

/** The statements that prepare this role; none where it is ready or not ours. */
export function roleStatements(
  { name, member }: Wanted,
  state: Awaited<ReturnType<typeof roleState>>,
  { version }: Pick<Owner, 'version'>,
): string[] {
  const how = version >= 160_000 ? ' with inherit false, set true' : ''
  return [
    ...(state === 'absent' ? [`create role ${id(name)} nologin`] : []),
    ...(state === 'absent' || state === 'not granted' ? [`grant ${id(name)} to ${id(member)}${how}`] : []),
  ]
}

/** The roles the server needs when it connects as `user`, who is the owner itself or a login of its own. */
export function wantedRoles({ owner }: Pick<Owner, 'owner'>, user: string): Wanted[] {
  const kinds = user === owner ? (['app', 'reader'] as const) : (['reader'] as const)
  return kinds.map((kind) => ({ name: `${owner}_${kind}`, member: user }))
}

/** The statements an administrator has to run for these roles, in order, or what else helps where a name is taken. */
export async function adviceFor(client: pg.ClientBase, wanted: Wanted[], owner: Owner): Promise<string | undefined> {
  const states = []
  for (const role of wanted) states.push({ role, state: await roleState(client, role, owner) })
  const taken = states.find(({ state }) => state === 'foreign')
  if (taken)
    return `The name ${taken.role.name} is taken by another role, or too long: set DATABASE_OWNER_URL (docs/security.md, "The database").`
  const statements = states.flatMap(({ role, state }) => roleStatements(role, state, owner))
  if (statements.length === 0) return undefined
  return `As an administrator of PostgreSQL run, then start again: ${statements.map((one) => `${one};`).join(' ')}`
}

/** Shown at a start and by `config check`. */
export function superuserWarning({ owner }: Pick<Owner, 'owner'>): string {
  return (
    `DATABASE_URL connects as ${owner}, a superuser of PostgreSQL: a statement that leaves the role of the server may do anything there. ` +
    'Use an owner that is none (docs/security.md, "The database").'
  )
}

/** The warnings of a start, without one: nothing is changed. */
export async function checkRoles({ url, ownerUrl }: { url: string; ownerUrl: string | undefined }): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl ?? url, connectionTimeoutMillis: 4000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const owner = await ownerOf(client)
    const user = ownerUrl ? (new pg.Client({ connectionString: url }).user ?? '') : owner.owner
    const advice = owner.can_create ? undefined : await adviceFor(client, wantedRoles(owner, user), owner)
    return [
      ...(advice
        ? [`The database does not restrict the server to its rights: ${owner.owner} may not create roles. ${advice}`]
        : []),
      ...(owner.is_superuser && !ownerUrl ? [superuserWarning(owner)] : []),
    ]
  } finally {
    await client.end().catch(() => undefined)
  }
}
