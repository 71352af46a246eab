import type { Endpoint } from '@portico/contract/endpoint.ts'

/** Bytes of any body; the longest list a screen saves is half of it. */
export const BODY_MAX = 65_536
/** Limit without an account: two fields and the answer of a bot check. */
const ACCOUNT_BODY_MAX = 16_384

/** A body is read and parsed before the caller is known, so its length is bounded by the purpose of the call. */
export function bodyMax({ path, body_max }: Pick<Endpoint, 'path' | 'body_max'>): number {
  return body_max ?? (path.startsWith('/api/auth/') ? ACCOUNT_BODY_MAX : BODY_MAX)
}
