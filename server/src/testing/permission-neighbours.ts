import { TEST_START } from './app.ts'

/** A row that an input names: two people of a team and one of another have two each. */
export interface NamedRow {
  table: string
  key: string
  /** The column of the person or of the account that the row belongs to. */
  of: 'user_id' | 'owner_id'
  /** `$1` the person, `$2` their account, `$3` the login they work on, `$4` the key, unless it is a number, `$5` the time. */
  insert: string
  input(key: string): Record<string, unknown>
}

export interface NamedBy {
  user_id: number
  owner_id: number
  login_id: number
}

const METHOD = 'GET /v3/serp/google/languages'
const SAVED: Pick<NamedRow, 'table' | 'key' | 'of' | 'insert'> = {
  table: 'playground_saved',
  key: 'id',
  of: 'user_id',
  insert: `insert into playground_saved (login_id, user_id, name, folder, method_id, params, task, is_shared, changed_at)
    select $3, $1, $4, '', '${METHOD}', '{}', '{}', true, $5 where $2 > 0`,
}
const SHOWN = { name: 'Mine now', folder: '', is_shared: true }

/** Beside the objects of an account, which every cell of the matrix names: rows of a person, and rows with a name of their own. */
export const NAMED_ROWS: Record<string, NamedRow> = {
  'profile.endSession': {
    table: 'sessions',
    key: 'public_id',
    of: 'user_id',
    insert: `insert into sessions (token_hash, public_id, user_id, created_at, last_seen_at, reauth_at, ip, user_agent)
      select sha256($4::text::bytea), $4::text, $1, $5, $5, $5, '192.0.2.1', '' where $2::int + $3::int > 0`,
    input: (public_id) => ({ public_id }),
  },
  'profile.removePasskey': {
    table: 'passkeys',
    key: 'id',
    of: 'user_id',
    insert: `insert into passkeys (id, user_id, public_key, counter, transports, rp_id, name, created_at)
      select $4::text, $1, '', 0, '[]', 'localhost', 'Key', $5 where $2::int + $3::int > 0`,
    input: (id) => ({ id }),
  },
  'playground.changeSaved': { ...SAVED, input: (id) => ({ ...SHOWN, id: Number(id) }) },
  'playground.saveRequest': { ...SAVED, input: (id) => ({ ...SHOWN, id: Number(id), method_id: METHOD, task: '{}' }) },
  'playground.removeSaved': { ...SAVED, input: (id) => ({ id: Number(id) }) },
  'inbox.markRead': {
    table: 'inbox_items',
    key: 'id',
    of: 'user_id',
    insert: `insert into inbox_items (user_id, owner_id, login_id, kind, values, created_at)
      select $1, $2, $3, 'balance', '{}', $5 where $4 <> ''`,
    input: (id) => ({ id: Number(id), all_before: false }),
  },
  // Two accounts have views of the same names.
  'usageViews.removeUsageView': {
    table: 'usage_views',
    key: 'name',
    of: 'owner_id',
    insert: `insert into usage_views (owner_id, name, path, search, created_by, created_at)
      select $2, $4, '/api-detail', '', $1, $5 where $3 > 0`,
    input: (name) => ({ name }),
  },
}

interface Pool {
  query(text: string, values?: unknown[]): Promise<{ rows: { whose: number; key: string; row: string }[] }>
}

/** Two rows of each person; for rows of an account those of one account have the names of those of another. */
export async function insertNamed(pool: Pool, { table, key, of, insert }: NamedRow, people: NamedBy[]) {
  const all = `select ${of} as whose, ${key}::text as key, to_jsonb(x)::text as row from ${table} x where ${of} = any($1)`
  const rowsNow = async () => (await pool.query(all, [people.map((person) => person[of])])).rows
  const known = new Set((await rowsNow()).map(({ row }) => row))
  for (const which of ['first', 'second'])
    for (const person of people) {
      const name = of === 'owner_id' ? which : `${which}-${person.user_id}`
      await pool.query(insert, [person.user_id, person.owner_id, person.login_id, name, TEST_START])
    }
  const made = (await rowsNow()).filter(({ row }) => !known.has(row))
  const keysOf = (person: NamedBy) => made.filter(({ whose }) => whose === person[of]).map((row) => row.key)
  return { keysOf, rowsNow }
}
