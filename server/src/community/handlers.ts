import { createHmac, randomUUID } from 'node:crypto'
import type { community } from '@portico/contract/community.ts'
import { audit } from '#audit/room.ts'
import type { Handlers } from '#http/mount.ts'
import { sessionUser } from '#users/room.ts'
import type { Ctx } from '../ctx.ts'

const LIVES_S = 60

/** Sign-on to the community platform: a short-lived signed statement with an id of its own, so that it is good once there. */
export const communityHandlers: Handlers<typeof community> = {
  integritySso: async (ctx) => {
    const { url, secret } = ctx.env.community
    if (!url) return { success: false, return_url: '' }
    const { id, name, email } = await sessionUser(ctx, ctx.session.user_id)
    const now_s = Math.floor(ctx.clock.now().getTime() / 1000)
    const token = signed(secret, {
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

/** A JWT (HS256), which every community platform with single sign-on can read. */
export function signed(secret: Ctx['env']['community']['secret'], claims: Record<string, string | number>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}
