import { createHmac } from 'node:crypto'
import { type Keys, seal, unseal } from '#crypto/keys.ts'
import type { WebhookRow } from './webhook-store.ts'

const PURPOSE = 'alert-webhook-seal'

export function sealSecret(keys: Keys, login_id: number, secret: string): Buffer {
  return seal(keys.key(PURPOSE), String(login_id), secret)
}

function unsealSecret(keys: Keys, login_id: number, sealed: Buffer): string {
  return unseal(keys.key(PURPOSE), String(login_id), sealed)
}

/** The present secret, and the previous one until receivers had time to change it. */
export function secretsInForce(keys: Keys, now: Date, webhook: WebhookRow): string[] {
  const { login_id, sealed, old_sealed, old_until } = webhook
  const inForce = old_sealed && old_until && old_until > now ? [sealed, old_sealed] : [sealed]
  return inForce.map((one) => unsealSecret(keys, login_id, one))
}

/** The header X-Portico-Signature of version 0.2, beside those of Standard Webhooks. Remove it in 0.4. */
export function oldSignatureOf(secrets: string[], at: Date, body: string): string {
  const t = Math.floor(at.getTime() / 1000)
  const macs = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`)
  return [`t=${t}`, ...macs].join(',')
}
