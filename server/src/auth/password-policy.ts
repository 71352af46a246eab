import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { isCommonPassword, isContextPassword } from './password-list.ts'

/** Rules for a new password besides the bounds of the form: not common, not made of public facts about its owner. */
export function checkNewPassword(
  ctx: Pick<Ctx, 'env' | 'brand'>,
  password: string,
  about: { email: string; name: string },
): void {
  const refuse = (message: string): never => {
    throw new Problem('invalid_input', { fields: { password: message } })
  }
  if ([...password].length < ctx.env.password_min) refuse(MESSAGES.passwordShort)
  const context = [ctx.brand.title, ctx.brand.product, about.email.split('@')[0] ?? '', about.email, about.name]
  if (isCommonPassword(password) || isContextPassword(password, context)) refuse(MESSAGES.passwordCommon)
}
