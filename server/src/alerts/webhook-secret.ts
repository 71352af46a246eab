import { createHmac } from 'node:crypto'
import { type Keys, randomToken, seal, unseal } from '#crypto/keys.ts'

const PREFIX = 'whsec_'
const PURPOSE = 'alert-webhook-seal'

export function newSecret(): string {
  return `${PREFIX}${randomToken(32)}`
}

export function sealSecret(keys: Keys, login_id: number, secret: string): Buffer {
  return seal(keys.key(PURPOSE), String(login_id), secret)
}

export function unsealSecret(keys: Keys, login_id: number, sealed: Buffer): string {
  return unseal(keys.key(PURPOSE), String(login_id), sealed)
}

/** One `v1` for each secret in force: a receiver that knows either accepts the message. */
export function signatureOf(secrets: string[], at: Date, body: string): string {
  const t = Math.floor(at.getTime() / 1000)
  const macs = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`)
  return [`t=${t}`, ...macs].join(',')
}
