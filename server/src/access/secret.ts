import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Keys, seal, unseal } from '#crypto/keys.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'pk_'
const AGENT_PREFIX = 'ag_'
const LIVE_KEY = 'portico_live_'
const SANDBOX_KEY = 'portico_test_'
/** Characters of a key's random part that lists show. */
const SHOWN = 4
const LENGTH = 32
const CHECK_LENGTH = 6

export function newApiPassword(): string {
  return newSecret(PREFIX)
}

export function newAgentSecret(): string {
  return newSecret(AGENT_PREFIX)
}

export function newKeySecret(is_live: boolean): string {
  return newSecret(is_live ? LIVE_KEY : SANDBOX_KEY)
}

export function looksLikeKeySecret(text: string): boolean {
  return looksLikeSecret(LIVE_KEY, text) || looksLikeSecret(SANDBOX_KEY, text)
}

/** The visible beginning of a key's secret. */
export function keyPrefix(secret: string): string {
  return secret.slice(0, LIVE_KEY.length + SHOWN)
}

/** Finds a typing error without a query. */
export function looksLikeApiPassword(text: string): boolean {
  return looksLikeSecret(PREFIX, text)
}

export function looksLikeAgentSecret(text: string): boolean {
  return looksLikeSecret(AGENT_PREFIX, text)
}

/**
 * 32 random characters of 62 (190 bits) with a prefix and a checksum, so that a leaked one can be recognised as ours.
 */
function newSecret(prefix: string): string {
  const body = Array.from({ length: LENGTH }, randomSign).join('')
  return `${prefix}${body}${checksum(body)}`
}

function looksLikeSecret(prefix: string, text: string): boolean {
  const body = text.slice(prefix.length, prefix.length + LENGTH)
  return text.startsWith(prefix) && body.length === LENGTH && text.slice(prefix.length + LENGTH) === checksum(body)
}

function randomSign(): string {
  for (;;) {
    const [byte = 255] = randomBytes(1)
    // Bytes that do not divide evenly are dropped, so that every character is equally likely.
    if (byte < 248) return ALPHABET[byte % 62] ?? ''
  }
}

function checksum(body: string): string {
  let left = crc32(body)
  let text = ''
  for (let at = 0; at < CHECK_LENGTH; at += 1) {
    text = (ALPHABET[left % 62] ?? '') + text
    left = Math.floor(left / 62)
  }
  return text
}

/** A fast hash is enough: the secret is made by a machine and cannot be guessed. */
export function macOf(keys: Keys, login_id: number, password: string): Buffer {
  return createHmac('sha256', keys.key('api-password')).update(`${login_id}.${password}`).digest()
}

/** MAC of an agent's secret, by which it is looked up: no login comes with it. */
export function agentMacOf(keys: Keys, secret: string): Buffer {
  return createHmac('sha256', keys.key('agent-secret')).update(secret).digest()
}

/** MAC of an API key's secret, by which it is looked up. */
export function keyMacOf(keys: Keys, secret: string): Buffer {
  return createHmac('sha256', keys.key('api-key')).update(secret).digest()
}

export function sameMac(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

export function sealPassword(keys: Keys, login_id: number, password: string): Buffer {
  return seal(keys.key('api-password-seal'), String(login_id), password)
}

export function unsealPassword(keys: Keys, login_id: number, sealed: Buffer): string {
  return unseal(keys.key('api-password-seal'), String(login_id), sealed)
}
