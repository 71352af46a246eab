import { createHmac } from 'node:crypto'
import { webhookSecrets } from '#integrations/webhook-secrets.ts'

export const { sealSecret, secretsInForce, rotated } = webhookSecrets('alert-webhook-seal')

/** The header X-Portico-Signature of version 0.2, beside those of Standard Webhooks. Remove it in 0.4. */
export function oldSignatureOf(secrets: string[], at: Date, body: string): string {
  const t = Math.floor(at.getTime() / 1000)
  const macs = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`)
  return [`t=${t}`, ...macs].join(',')
}
