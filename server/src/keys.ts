import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProblem } from '#db/start-problem.ts'

/** One secret outside the database, one derived key per purpose: a key of one purpose says nothing of another. */
export interface Keys {
  key(purpose: string): Buffer
  mac(purpose: string, text: string): string
}

export function openKeys(data_dir: string, given: string | undefined): Keys {
  const secret = given ?? keptSecret(join(data_dir, 'secret'))
  const derived = new Map<string, Buffer>()
  const key = (purpose: string) => {
    const known = derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, 'portico', purpose, 32))
    derived.set(purpose, known)
    return known
  }
  return { key, mac: (purpose, text) => createHmac('sha256', key(purpose)).update(text).digest('base64url') }
}

function keptSecret(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  const kept = readFileSync(file, 'utf8').trim()
  // A first start on a full disk leaves it empty, and keys made from nothing are known to everyone.
  if (kept.length < 32) throw startProblem(`${file} is damaged. Restore it from a backup: passwords depend on it.`)
  return kept
}

export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A UUID made from a name: the same name is the same id, so that what it books counts once. */
export function idFrom(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A JWT (HS256): a statement about someone that another platform can check with the secret we share. */
export function signedClaims(secret: string, claims: Record<string, string | number | boolean>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}
