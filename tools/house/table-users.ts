import { isTest, type Source } from './tree.ts'

/**
 * Tables that more rooms read than the one that writes them, or that two write: every pair is a decision. Whatever is not here is
 * read and written by one room.
 */
export const SHARED_TABLES: Record<string, { writes: string[]; reads: string[] }> = {
  // Who somebody is, and which login is whose, is asked everywhere.
  api_logins: {
    writes: ['access'],
    reads: [
      'alerts',
      'backup',
      'closing',
      'dashboard',
      'data-export',
      'databases',
      'gateway',
      'ledger',
      'operator',
      'payments',
      'promo',
      'recharge',
    ],
  },
  // The database room asks whether there are any: then keys are derived as they were before the ring.
  users: {
    writes: ['users'],
    reads: [
      'access',
      'auth',
      'backup',
      'closing',
      'dashboard',
      'data-export',
      'databases',
      'db',
      'http',
      'operator',
      'payments',
      'recharge',
      'subscriptions',
      'whitelabel',
    ],
  },
  // Whether somebody has a factor is what a team may demand.
  second_factors: { writes: ['auth'], reads: ['access'] },
  passkeys: { writes: ['auth'], reads: ['access'] },
  team_members: { writes: ['access'], reads: ['closing', 'http', 'whitelabel'] },
  whitelabels: { writes: ['whitelabel'], reads: ['http'] },
  // Written by the ledger alone and read by traffic/, for everybody who speaks of calls; the others join them with their own tables.
  usage_minutes: { writes: ['ledger'], reads: ['alerts', 'gateway', 'operator', 'traffic'] },
  usage_hours: { writes: ['ledger'], reads: ['traffic'] },
  usage_days: { writes: ['ledger'], reads: ['gateway', 'traffic'] },
  usage_stale: { writes: ['ledger'], reads: ['traffic'] },
  usage_events: { writes: ['ledger'], reads: ['gateway', 'traffic'] },
  usage_outcomes: { writes: ['ledger'], reads: ['data-export'] },
  database_purchases: { writes: ['databases'], reads: ['closing', 'data-export'] },
  // What goes with an account that is closed.
  subscriptions: { writes: ['subscriptions'], reads: ['closing'] },
  usage_params: { writes: ['ledger'], reads: ['data-export', 'gateway', 'traffic'] },
  error_events: { writes: ['ledger'], reads: ['gateway', 'traffic'] },
  error_hours: { writes: ['ledger'], reads: ['traffic'] },
  error_days: { writes: ['ledger'], reads: ['traffic'] },
  ledger_accounts: {
    writes: ['ledger'],
    reads: ['alerts', 'closing', 'data-export', 'operator', 'recharge', 'traffic'],
  },
  ledger_entries: { writes: ['ledger'], reads: ['traffic'] },
  // Whether a database is in use, before a backup is restored into it.
  ledger_transactions: { writes: ['ledger'], reads: ['backup', 'data-export'] },
  // The details of a call name the version it was charged by.
  price_versions: { writes: ['prices'], reads: ['traffic'] },
  // The operator's list of accounts says what they spend and when they were last seen.
  spend_days: { writes: ['ledger'], reads: ['operator'] },
  sessions: { writes: ['http'], reads: ['operator'] },
  spend_limits: { writes: ['ledger'], reads: ['access', 'alerts'] },
  // The books compare orders with entries; a bonus and a recharge depend on the orders before.
  payment_orders: { writes: ['payments'], reads: ['data-export', 'ledger', 'promo', 'recharge'] },
  payment_reversals: { writes: ['payments'], reads: ['ledger'] },
  // What may be used once: proofs of work, and states of an OAuth sign-in.
  spent_proofs: { writes: ['auth', 'outside'], reads: [] },
  rate_limits: { writes: ['http'], reads: ['gateway'] },
}

export type TableUsers = Map<string, { writes: Set<string>; reads: Set<string> }>

/** Which room's stores name which table, read from the statements they hold. */
export function tableUsers(sources: Source[], tables: string[]): TableUsers {
  const users: TableUsers = new Map()
  for (const source of sources) {
    const room = /^server\/src\/([\w-]+)\/[\w/-]*store\.ts$/.exec(source.path)?.[1]
    if (room === undefined || isTest(source)) continue
    for (const table of tables) {
      const found = users.get(table) ?? { writes: new Set(), reads: new Set() }
      if (writing(table).test(source.text)) found.writes.add(room)
      if (reading(table).test(source.text)) found.reads.add(room)
      if (found.writes.size + found.reads.size > 0) users.set(table, found)
    }
  }
  return users
}

function writing(table: string): RegExp {
  return new RegExp(
    `(insertInto|updateTable|deleteFrom)\\('${table}\\b|(insert into|update|delete from)\\s+${table}\\b`,
  )
}

function reading(table: string): RegExp {
  return new RegExp(`(selectFrom|innerJoin|leftJoin)\\(\\s*\\[?'${table}\\b|\\b(from|join)\\s+${table}\\b`)
}

/**
 * Every use of a table that the list does not allow, and every reader of the list that reads no more. Who writes may do so
 * within a function of the database, where no statement names the table.
 */
export function checkTables(users: TableUsers, shared = SHARED_TABLES): string[] {
  const wrong: string[] = []
  for (const [table, { writes, reads }] of users) {
    const allowed = shared[table]
    const all = new Set([...writes, ...reads])
    if (!allowed) {
      if (all.size > 1) wrong.push(`${table} is used by ${[...all].sort().join(', ')}`)
      continue
    }
    for (const room of writes) if (!allowed.writes.includes(room)) wrong.push(`${table} is written by ${room}`)
    for (const room of reads)
      if (!allowed.reads.includes(room) && !allowed.writes.includes(room)) wrong.push(`${table} is read by ${room}`)
    for (const room of allowed.reads) if (!reads.has(room)) wrong.push(`${table} is no longer read by ${room}`)
  }
  return wrong
}
