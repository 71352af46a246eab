import { DAY_MS } from '@portico/contract/time.ts'
import { type Keys, seal, unseal } from '#crypto/keys.ts'

/** Time to change the secret on the receiver: until then messages are signed with both. */
const OVERLAP_MS = DAY_MS

export interface SealedSecrets {
  sealed: Buffer
  old_sealed: Buffer | null
  old_until: Date | null
}

/** How the signing secrets of one kind of webhook are stored; `id` is the row they belong to. */
export function webhookSecrets(purpose: string) {
  const sealSecret = (keys: Keys, id: number, secret: string): Buffer => seal(keys.key(purpose), String(id), secret)
  return {
    sealSecret,
    /** The present secret, and the previous one until receivers had time to change it. */
    secretsInForce(keys: Keys, now: Date, id: number, { sealed, old_sealed, old_until }: SealedSecrets): string[] {
      const inForce = old_sealed && old_until && old_until > now ? [sealed, old_sealed] : [sealed]
      return inForce.map((one) => unseal(keys.key(purpose), String(id), one))
    },
    /** What a new secret changes in the row. */
    rotated(keys: Keys, now: Date, id: number, { before, secret }: { before: Buffer; secret: string }) {
      const old_until = new Date(now.getTime() + OVERLAP_MS)
      return { sealed: sealSecret(keys, id, secret), secret_since: now, old_sealed: before, old_until }
    },
  }
}
