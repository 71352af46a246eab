import { activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { closesAt } from './store.ts'

/**
 * Accounts that their owners close. For two weeks they are stopped and can be reopened; then personal data is erased,
 * and the books, orders and invoices stay.
 */
export { closingRoutes } from './closing-routes.ts'
/** Done by the operator, as owners would. */
export { closeUser, keepUser } from './operator-closing.ts'
export { runClosings } from './run-closings.ts'
export { closesAt }

/** True while the active account of this session is being closed. */
export async function isClosing(ctx: UserCtx): Promise<boolean> {
  return (await closesAt(ctx.db, (await activeLogin(ctx)).owner_id)) !== null
}
