import { randomBytes } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { deleteRing, hasUsers, insertRing, type RingRow, withRing } from '#db/key-ring-store.ts'
import { startProblem } from '#db/start-problem.ts'
import { deriveKeys, type Keys, ownSecret, seal, unseal } from './keys.ts'

const BELONGS_TO = 'the key of this database'

/**
 * The keys of this database. Their root is stored in the database, sealed with SECRET, so that a wrong SECRET is
 * noticed at the start, and SECRET can be replaced without resetting passwords: SECRET_OLD opens the seal, SECRET seals
 * it again.
 */
export async function openKeyRing(
  db: Db,
  { data_dir, secret, secret_old }: { data_dir: string; secret: string | undefined; secret_old: string | undefined },
): Promise<Keys> {
  const current = ownSecret(data_dir, secret)
  return withRing(db, async (tx, rows) => {
    if (rows.length === 0) return deriveKeys(await makeKey(tx, current))
    const known = rows.find(({ id }) => id === ringId(current))
    const old = secret_old === undefined ? undefined : rows.find(({ id }) => id === ringId(secret_old))
    if (known) {
      // Processes with an older one have been restarted by now: it must open nothing any more.
      const gone = rows.filter(({ made_at }) => made_at < known.made_at && !old).map(({ id }) => id)
      if (gone.length > 0) await deleteRing(tx, gone)
      return deriveKeys(open(known, current))
    }
    if (!old || secret_old === undefined)
      throw startProblem(
        `SECRET is not the one this database works with (it knows ${rows.map(({ id }) => id).join(', ')}, this is ${ringId(current)}). ` +
          'Set the same SECRET on all instances; to replace it, set the one before as SECRET_OLD.',
      )
    const key = open(old, secret_old)
    await insertRing(tx, { id: ringId(current), sealed: close(key, current) })
    return deriveKeys(key)
  })
}

/** A database from before the key ring has everything derived from SECRET itself. */
async function makeKey(tx: Db, secret: string): Promise<string> {
  const key = (await hasUsers(tx)) ? secret : randomBytes(32).toString('base64url')
  await insertRing(tx, { id: ringId(secret), sealed: close(key, secret) })
  return key
}

/** Distinguishes secrets and reveals nothing about them. */
function ringId(secret: string): string {
  return deriveKeys(secret).mac('key-ring-id', '').slice(0, 12)
}

function close(key: string, secret: string): Buffer {
  return seal(deriveKeys(secret).key('key-ring'), BELONGS_TO, key)
}

function open({ sealed }: Pick<RingRow, 'sealed'>, secret: string): string {
  return unseal(deriveKeys(secret).key('key-ring'), BELONGS_TO, sealed)
}
