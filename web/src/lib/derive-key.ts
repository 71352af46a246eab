import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** PBKDF2 with HMAC-SHA-256 for 32 bytes, for pages whose browser hides its own. */
export async function deriveKey(password: Uint8Array, salt: Uint8Array, cost: number): Promise<Uint8Array> {
  await breathe()
  return pbkdf2(sha256, password, salt, { c: cost, dkLen: 32 })
}

const FRAME_MS = 12
let rested_at_ms = 0
let resting: Promise<void> | undefined

/** The work is done on the page's own thread here: after each frame it lets the page have its turn. */
async function breathe(): Promise<void> {
  while (resting) await resting
  if (performance.now() - rested_at_ms < FRAME_MS) return
  resting = new Promise((resolve) => setTimeout(resolve))
  await resting
  resting = undefined
  rested_at_ms = performance.now()
}
