import pg from 'pg'

/**
 * The owner of the tables, who migrates them, and two logins that own nothing, as which the server works. None is a superuser,
 * so that a flaw in a query can never read files or run programs through the database.
 */
export async function ensureDatabase(adminUrl: string) {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles')
    for (const role of ['portico', 'portico_app', 'portico_reader'])
      if (!rows.some(({ name }) => name === role)) await client.query(`create role ${role} login`)
    const databases = await client.query(`select 1 from pg_database where datname = 'portico'`)
    if (databases.rowCount === 0) await client.query('create database portico owner portico')
  } finally {
    await client.end()
  }
}
