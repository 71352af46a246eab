import type { Db } from './db.ts'

/** One statement decides who used it first; every later use is refused, on any instance. */
export async function spendProof(db: Db, proof: string, expires_at: Date): Promise<boolean> {
  const made = await db
    .insertInto('spent_proofs')
    .values({ proof, expires_at })
    .onConflict((on) => on.doNothing())
    .returning('proof')
    .executeTakeFirst()
  return made !== undefined
}
