import type { EventEmitter } from 'node:events'
import pg from 'pg'

/** PostgreSQL's code for a write that a replica or a read-only transaction refuses. */
export const READ_ONLY = '25006'

/** A client that knows from PostgreSQL's greeting, without a query, whether it has reached the primary. */
export class PrimaryClient extends pg.Client {
  #is_replica = false

  constructor(options?: string | pg.ClientConfig) {
    super(options)
    const { connection } = this as unknown as { connection: EventEmitter }
    connection.on('parameterStatus', ({ parameterName: name, parameterValue: value }) => {
      if (name === 'in_hot_standby') this.#is_replica = value === 'on'
    })
  }

  /** Throws on a replica: a node that lost its role answers reads with what was true before. */
  requirePrimary(): void {
    if (!this.#is_replica) return
    throw Object.assign(new Error('the database is a replica and not the primary'), { code: READ_ONLY })
  }
}
