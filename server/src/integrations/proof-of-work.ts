import { randomInt } from 'node:crypto'
import { PROOF_MARK, type Proof, type ProofOfWork, proof, proofOfWork } from '@portico/contract/bot-check.ts'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Keys } from '#crypto/keys.ts'

/** Iterations of one try: long enough that a call of the browser's native cryptography pays off. */
const COST = 1000

interface Needs {
  keys: Keys
  clock: { now(): Date }
}

/** Signed puzzles: the server stores nothing until one is solved, and two signatures verify a solution without the work. */
export function openProofs({ keys, clock }: Needs, { tries, lives_ms }: { tries: number; lives_ms: number }) {
  const secrets = {
    hmacSignatureSecret: keys.key('bot-check').toString('base64url'),
    hmacKeySignatureSecret: keys.key('bot-check-solution').toString('base64url'),
  }
  return {
    async make(action: string): Promise<ProofOfWork> {
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        // Counting starts at the first number: a known lower bound would be work that only honest browsers do.
        counter: randomInt(1, tries + 1),
        // Our own field instead of ALTCHA's, which is compared with the time of the machine and not of the injected clock.
        data: { action, expires_at_ms: clock.now().getTime() + lives_ms },
        deriveKey,
        ...secrets,
      })
      return proofOfWork.parse({ kind: 'proof-of-work', ...made })
    },

    /** The key under which to remember that this token was used, if it is valid for this action now. */
    async nameOfValid(token: string, action: string): Promise<string | undefined> {
      const given = readProof(token)
      if (!given) return undefined
      const { parameters, signature, ...solution } = given
      const { verified } = await verifySolution({
        challenge: { parameters, signature },
        solution,
        deriveKey,
        ...secrets,
      })
      const is_in_time = clock.now().getTime() <= parameters.data.expires_at_ms
      return verified && is_in_time && parameters.data.action === action ? `pow:${signature}` : undefined
    },
  }
}

function readProof(token: string): Proof | undefined {
  try {
    return proof.parse(JSON.parse(Buffer.from(token.slice(PROOF_MARK.length), 'base64').toString('utf8')))
  } catch {
    return undefined
  }
}
