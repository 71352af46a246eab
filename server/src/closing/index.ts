import { activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { closesAt } from './store.ts'

/**
 * Accounts that their owners close. For two weeks they do nothing and can be kept after all; then what is personal is erased, and
 * the books, orders and invoices stay.
 */
export { closingRoutes } from './closing-routes.ts'
/** By the operator's hand, as owners would. */
export { closeUser, keepUser } from './operator-closing.ts'
export { runClosings } from './run-closings.ts'

/** Whether the account that this session works on is being closed. */
export async function isClosing(ctx: UserCtx): Promise<boolean> {
  return (await closesAt(ctx.db, (await activeLogin(ctx)).owner_id)) !== null
}
