import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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
  return readFileSync(file, 'utf8').trim()
}

export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}
