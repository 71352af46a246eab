import { randomBytes } from 'node:crypto'
import type { Keys } from '#crypto/keys.ts'

const COUNT = 10
const LENGTH = 10
/** Thirty-two characters that are not mistaken for one another: five random bits each. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => [...randomBytes(LENGTH)].map((byte) => SIGNS[byte % 32]).join(''))
}

/** A code in the form people write down. */
export function printed(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

/** Fifty random bits need no slow hash; the key of this one is not in the database. */
export function macOfCode(keys: Keys, user_id: number, code: string): string {
  return keys.mac('recovery-code', `${user_id}:${code}`)
}
