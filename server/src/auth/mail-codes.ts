import { randomInt } from 'node:crypto'

/** No characters that look alike: people type this from one device into another. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 6
export const CODE_TTL_MS = 10 * 60 * 1000
export const CODE_TRIES = 5

export function newMailCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
