import { createHash } from 'node:crypto'
import { type BotChallenge, PROOF_MARK } from '@portico/contract/bot-check.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Logger } from 'pino'
import type { Keys } from '#crypto/keys.ts'
import type { Db } from '#db/db.ts'
import { spendProof } from '#db/spent-proof-store.ts'
import type { Env } from '#env/env.ts'
import { openService } from './bot-check-service.ts'
import type { Limits } from './oauth-fetch.ts'
import { openProofs } from './proof-of-work.ts'

/** Distinguishes people from programs without asking them anything. A token counts once, for one action, for five minutes. */
export interface BotCheck {
  /** The challenge the browser has to solve before this action. */
  challenge(action: string): Promise<BotChallenge>
  /** `hostname` is that of the site that shows the form, and the provider's own by default. */
  verify(token: string, action: string, ip: string, hostname?: string): Promise<boolean>
}

export interface BotCheckNeeds {
  env: Pick<Env, 'bot_check' | 'public_url'>
  keys: Keys
  db: Db
  clock: { now(): Date }
  log: Pick<Logger, 'warn'>
}

const LIVES_MS = 5 * MINUTE_MS
const SERVICE_LIMITS: Limits = { timeout_ms: 3_000, max_bytes: 16 * 1024 }

/** The maximum of tries a browser needs, half of them on average: about 100 ms on a desktop, under a second on a phone. */
const TRIES = 300
/** The work is four times as long when it replaces a service, so that bypassing the service does not pay. */
const TRIES_INSTEAD = 1200

export function openBotCheck(needs: BotCheckNeeds, limits: Partial<Limits> = {}): BotCheck {
  const { kind, site_key } = needs.env.bot_check
  if (kind === 'off') return { challenge: async () => ({ kind }), verify: async () => true }
  const tries = kind === 'proof-of-work' ? TRIES : TRIES_INSTEAD
  const proofs = openProofs(needs, { tries, lives_ms: LIVES_MS })
  const service =
    kind === 'proof-of-work'
      ? undefined
      : openService(needs, kind, { lives_ms: LIVES_MS, ...SERVICE_LIMITS, ...limits })

  const nameOfValid = async (token: string, wanted: { action: string; hostname: string }, ip: string) => {
    // A proof of work would bypass the service while the service judges.
    const takes_proof = service === undefined || service.isDown()
    if (token.startsWith(PROOF_MARK)) return takes_proof ? proofs.nameOfValid(token, wanted.action) : undefined
    const is_valid = await service?.isValid(token, wanted, ip)
    return is_valid ? `${kind}:${createHash('sha256').update(token).digest('base64url')}` : undefined
  }

  return {
    async challenge(action) {
      if (kind === 'proof-of-work' || service?.isDown()) return proofs.make(action)
      return { kind, site_key }
    },
    async verify(token, action, ip, hostname = needs.env.public_url.hostname) {
      const name = await nameOfValid(token, { action, hostname }, ip)
      // The token is spent last, so that a token for another form remains valid for its own.
      return name !== undefined && spendProof(needs.db, name, new Date(needs.clock.now().getTime() + LIVES_MS))
    },
  }
}
