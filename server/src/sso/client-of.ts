import { seal, unseal } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { SsoClient } from '#integrations/sso.ts'
import type { SsoRow } from './store.ts'

const SEALED_FOR = 'sso-client-secret'

export function sealSecret({ keys }: Pick<Ctx, 'keys'>, owner_id: number, secret: string): Buffer {
  return seal(keys.key(SEALED_FOR), String(owner_id), secret)
}

/** Our client at the sign-in service, with the secret opened. */
export function clientOf({ keys }: Pick<Ctx, 'keys'>, row: SsoRow): SsoClient {
  const client_secret = unseal(keys.key(SEALED_FOR), String(row.owner_id), row.sealed_secret)
  return { issuer: row.issuer, client_id: row.client_id, client_secret }
}

/** The address the sign-in service returns to: the site they came from. */
export function callbackUrl({ origin }: Pick<Ctx, 'origin'>): string {
  return new URL('/sso/callback', origin.origin).href
}
