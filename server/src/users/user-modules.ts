import { recall } from '#ctx/memory.ts'
import { listModules } from './modules.ts'
import { grantsOf } from './store.ts'
import { loginAndRole, type Showing } from './working-login.ts'

/** Read once for a request. */
export function grantsFor(ctx: Showing, user_id: number): Promise<string[]> {
  return recall(ctx, `grants ${user_id}`, () => grantsOf(ctx.db, user_id))
}

export async function modulesOfUser(ctx: Showing, user_id: number) {
  const { role } = await loginAndRole(ctx, user_id)
  return listModules(await grantsFor(ctx, user_id), ctx.brand, role, ctx.menu)
}
