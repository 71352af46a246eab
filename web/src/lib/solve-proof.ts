import { PROOF_MARK, type Proof, type ProofOfWork } from '@portico/contract/bot-check.ts'
import { Problem } from './problem.ts'

/** The browser's own cryptography works beside the page, on several cores where it can. */
const AT_ONCE = 4
/** Far above the server's difficulty: a challenge that needs more is invalid. */
const TRIES_MAX = 5_000

type DeriveKey = (password: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>, cost: number) => Promise<Uint8Array>

/** The token of a solved challenge; the page stays free while it is worked out. */
export async function solveProof({ parameters, signature }: ProofOfWork): Promise<string> {
  const { cost, keyPrefix } = parameters
  const [nonce, salt] = [bytesOf(parameters.nonce), bytesOf(parameters.salt)]
  const deriveKey = await bestDeriveKey()
  for (let first = 0; first < TRIES_MAX; first += AT_ONCE) {
    const counters = Array.from({ length: AT_ONCE }, (_, more) => first + more)
    const keys = await Promise.all(counters.map((counter) => deriveKey(passwordOf(nonce, counter), salt, cost)))
    const solved = keys.map(hexOf).findIndex((key) => key.startsWith(keyPrefix))
    const key = keys[solved]
    if (key) return tokenOf({ parameters, signature, counter: first + solved, derivedKey: hexOf(key) })
  }
  throw new Problem('bot_check_failed')
}

/** On plain http, outside of localhost, browsers hide their cryptography. */
async function bestDeriveKey(): Promise<DeriveKey> {
  if (crypto.subtle) return deriveNative
  const { deriveKey } = await import('./derive-key.ts')
  return deriveKey
}

async function deriveNative(
  password: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  cost: number,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const settings = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: cost }
  return new Uint8Array(await crypto.subtle.deriveBits(settings, key, 256))
}

function passwordOf(nonce: Uint8Array, counter: number): Uint8Array<ArrayBuffer> {
  const password = new Uint8Array(nonce.length + 4)
  password.set(nonce)
  new DataView(password.buffer).setUint32(nonce.length, counter)
  return password
}

function tokenOf(proof: Proof): string {
  return PROOF_MARK + btoa(JSON.stringify(proof))
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
