import type { CaptchaAction } from '@portico/contract/auth.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { RequestCtx } from '#ctx/ctx.ts'

export async function checkBot(ctx: RequestCtx, token: string, action: CaptchaAction): Promise<void> {
  if (!(await ctx.botCheck.verify(token, action, ctx.request.ip, ctx.origin.hostname)))
    throw new Problem('bot_check_failed')
}
