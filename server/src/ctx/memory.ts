import type { Db } from '#db/db.ts'

/** What was read about a session, so that one request reads it once. */
export interface Memory {
  recall<T>(db: Db, key: string, read: () => Promise<T>): Promise<T>
  /** Called after a change of the caller's own logins or role, so that the rest of the request sees it. */
  forget(): void
}

export function openMemory(): Memory {
  /** A transaction remembers for itself: it sees its own changes, and those committed since the request was admitted. */
  const scopes = new Map<Db | 'request', Map<string, Promise<unknown>>>()
  return {
    async recall<T>(db: Db, key: string, read: () => Promise<T>): Promise<T> {
      const scope = db.isTransaction ? db : 'request'
      const known = scopes.get(scope) ?? new Map<string, Promise<unknown>>()
      scopes.set(scope, known)
      const reading = (known.get(key) as Promise<T> | undefined) ?? read()
      known.set(key, reading)
      try {
        return await reading
      } catch (error) {
        known.delete(key)
        throw error
      }
    },
    forget: () => scopes.clear(),
  }
}

/** Without a session, or with one that a rule made up, it always reads. */
export function recall<T>(
  { db, session }: { db: Db; session?: { memory?: Memory | undefined } | undefined },
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  return session?.memory ? session.memory.recall(db, key, read) : read()
}
