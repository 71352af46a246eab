import type { RequestCtx } from '#ctx/ctx.ts'

/** Marks the browser that signed up: only there a link activates automatically. */
export function markSignUp(ctx: RequestCtx, public_id: string): void {
  ctx.cookies.set('signup', `${public_id}.${ctx.keys.mac('sign-up', public_id)}`, 24 * 60 * 60)
}

export function signedUpHere(ctx: RequestCtx): string | undefined {
  const [public_id = '', mac = ''] = (ctx.cookies.get('signup') ?? '').split('.')
  return public_id && mac === ctx.keys.mac('sign-up', public_id) ? public_id : undefined
}
