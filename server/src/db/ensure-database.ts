import pg from 'pg'

/** Our pool is no superuser, so that a flaw in a query can never read files or run programs through the database. */
export async function ensureDatabase(adminUrl: string) {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const roles = await client.query(`select 1 from pg_roles where rolname = 'portico'`)
    if (roles.rowCount === 0) await client.query('create role portico login')
    const databases = await client.query(`select 1 from pg_database where datname = 'portico'`)
    if (databases.rowCount === 0) await client.query('create database portico owner portico')
  } finally {
    await client.end()
  }
}
