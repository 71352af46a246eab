import { randomUUID } from 'node:crypto'
import type { community } from '@portico/contract/community.ts'
import { audit } from '#audit/index.ts'
import { signedClaims } from '#crypto/keys.ts'
import type { Handlers } from '#http/mount.ts'
import { sessionUser } from '#users/index.ts'

const LIVES_S = 60

/** Sign-on to the community platform: a short-lived signed statement with an id of its own, so that it is good once there. */
export const communityHandlers: Handlers<typeof community> = {
  integritySso: async (ctx) => {
    const { url, secret } = ctx.env.community
    if (!url) return { success: false, return_url: '' }
    const { id, name, email } = await sessionUser(ctx, ctx.session.user_id)
    const now_s = Math.floor(ctx.clock.now().getTime() / 1000)
    const token = signedClaims(secret, {
      sub: String(id),
      name,
      email,
      iat: now_s,
      exp: now_s + LIVES_S,
      jti: randomUUID(),
      aud: url.origin,
    })
    await audit(ctx, 'community_sign_on', {})
    const target = new URL(url)
    target.searchParams.set('jwt', token)
    return { success: true, return_url: target.href }
  },
}
