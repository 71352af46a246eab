import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProblem } from '#db/start-problem.ts'

/** One secret outside the database, one derived key per purpose: a key of one purpose reveals nothing about another. */
export interface Keys {
  key(purpose: string): Buffer
  mac(purpose: string, text: string): string
}

export function openKeys(data_dir: string, given: string | undefined): Keys {
  return deriveKeys(ownSecret(data_dir, given))
}

/** The operator's secret, or one that is generated once and stored. */
export function ownSecret(data_dir: string, given: string | undefined): string {
  return given ?? storedSecret(join(data_dir, 'secret'))
}

export function deriveKeys(secret: string): Keys {
  const derived = new Map<string, Buffer>()
  const key = (purpose: string) => {
    const known = derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, 'portico', purpose, 32))
    derived.set(purpose, known)
    return known
  }
  return { key, mac: (purpose, text) => createHmac('sha256', key(purpose)).update(text).digest('base64url') }
}

function storedSecret(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  const stored = readFileSync(file, 'utf8').trim()
  // A first start on a full disk leaves it empty, and keys derived from an empty secret are known to everyone.
  if (stored.length < 32) throw startProblem(`${file} is damaged. Restore it from a backup: passwords depend on it.`)
  return stored
}

/** The owner of a text is part of the seal: a ciphertext moved to another row opens nothing. */
export function seal(key: Buffer, belongs_to: string, text: string): Buffer {
  return sealBytes(key, belongs_to, Buffer.from(text, 'utf8'))
}

export function unseal(key: Buffer, belongs_to: string, sealed: Buffer): string {
  return unsealBytes(key, belongs_to, sealed).toString('utf8')
}

export function sealBytes(key: Buffer, belongs_to: string, bytes: Buffer): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(belongs_to))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

export function unsealBytes(key: Buffer, belongs_to: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(belongs_to)).setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A UUID made from a name: the same name is the same id, so that its booking counts once. */
export function idFrom(name: string): string {
  return uuidFrom(name, () => 8)
}

/** The id of an automatic order: the same facts give the same order, however often it is begun. */
export function orderIdOf(...facts: (string | number)[]): string {
  return uuidFrom(JSON.stringify(facts), (digit) => (digit & 3) | 8)
}

/** The digit of the variant differs between the two: ids of both are in databases, and must stay what they are. */
function uuidFrom(text: string, variantOf: (digit: number) => number): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = variantOf(Number.parseInt(hex.charAt(16), 16)).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A JWT (HS256): a statement about a user that another platform can check with the secret we share. */
export function signedClaims(secret: string, claims: Record<string, string | number | boolean>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

/** The older form of the same: the mac of an id, as chats check it. */
export function hexMac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** Only the hash of a token is stored: a copy of the database opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A token for a link or a cookie, with what is stored of it. */
export function issueToken(now: Date, ttl_ms: number): { token: string; token_hash: Buffer; expires_at: Date } {
  const token = randomToken()
  return { token, token_hash: hashToken(token), expires_at: new Date(now.getTime() + ttl_ms) }
}
