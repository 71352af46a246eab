import type { RequestCtx } from '#ctx/ctx.ts'

/** The data API's address for customers of the requested site. A white-label's host is all its customers ever see. */
export function apiAddress({ env, wl_id, origin }: Pick<RequestCtx, 'env' | 'wl_id' | 'origin'>): URL {
  return wl_id === 0 && env.api_url && origin.host === env.public_url.host ? env.api_url : origin
}
