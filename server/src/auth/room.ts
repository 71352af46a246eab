import type { Ctx } from '../ctx.ts'
import { hashPassword as hashWith } from './passwords.ts'

/** Signing in and out. Passwords are hashed here and nowhere else. */
export function hashPassword(ctx: Pick<Ctx, 'keys'>, password: string): Promise<string> {
  return hashWith(ctx.keys, password)
}
