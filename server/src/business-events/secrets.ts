import { webhookSecrets } from '#integrations/webhook-secrets.ts'

export const { sealSecret, secretsInForce, rotated } = webhookSecrets('operator-webhook-seal')
