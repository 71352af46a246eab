import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD_MIN } from '@portico/contract/rules.ts'

/**
 * The 100,000 most common passwords of six characters and more, as the sorted first five bytes of their SHA-256: small,
 * loaded at once, and no word of it is readable in our files. Sources and making: docs/decisions/007-password-list.md.
 */
const FILE = join(import.meta.dirname, 'common-passwords.bin')
const ENTRY_BYTES = 5

let stored: Buffer | undefined

/** Also true for a common password with other capitals, a few extra characters, or a year at its end. */
export function isCommonPassword(password: string): boolean {
  stored ??= readFileSync(FILE)
  const list = stored
  return variants(fold(password)).some((text) => isListed(list, text))
}

/**
 * True for a password made of public facts about its owner: what is left without them is next to nothing, or only
 * digits and signs.
 */
export function isContextPassword(password: string, context: string[]): boolean {
  const text = squeeze(fold(password))
  return context.flatMap((known) => partsOf(fold(known))).some((part) => text.includes(part) && isTrifle(text, part))
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

function squeeze(text: string): string {
  return text.replace(/[\s._+-]/g, '')
}

function variants(text: string): string[] {
  const ended = text.replace(/[!-/:-@[-`{-~]{1,3}$/, '')
  const bare = text.replace(/[!-/:-@[-`{-~\s]/g, '')
  const near = text.length - bare.length <= 3 ? [text, ended, bare] : [text, ended]
  const all = new Set(near.flatMap((one) => [one, one.replace(/(19|20)\d\d$/, '')]))
  return [...all].filter((one) => one.length >= PASSWORD_MIN)
}

function isListed(list: Buffer, text: string): boolean {
  const wanted = createHash('sha256').update(text).digest().readUIntBE(0, ENTRY_BYTES)
  let [low, high] = [0, list.length / ENTRY_BYTES - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = list.readUIntBE(middle * ENTRY_BYTES, ENTRY_BYTES)
    if (found === wanted) return true
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}

/** The whole and its words; words shorter than four occur in many good passwords by chance. */
function partsOf(known: string): string[] {
  const words = known.split(/[^\p{L}\p{M}\p{N}]+/u)
  return [squeeze(known), ...words].filter((part) => [...part].length >= 4)
}

function isTrifle(text: string, part: string): boolean {
  const rest = text.replaceAll(part, '')
  return [...rest].length < 3 || /^[\d!-/:-@[-`{-~]+$/.test(rest)
}
