import type { Ctx } from '#ctx/ctx.ts'
import { insertLogin, type LoginRow } from './store.ts'

/**
 * Named after its owner: `ann@example.com@etl`. With a second at-sign it cannot be an e-mail address, so that no
 * machine login takes the name of an account that signs up later.
 */
export function machineLoginOf(personal: string, name: string): string {
  return `${personal}@${name}`
}

/**
 * The personal login is named by the e-mail address. Older machine logins have names like addresses
 * (`ann+etl@example.com`): a user who signs up with such an address gets the first free number behind it.
 */
export async function insertFreeLogin(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { id: owner_id, email }: { id: number; email: string },
): Promise<LoginRow> {
  for (let number = 1; ; number += 1) {
    const login = number === 1 ? email : `${email}@${number}`
    const made = await insertLogin(ctx.db, { login, owner_id, created_at: ctx.clock.now() })
    if (made) return made
  }
}
