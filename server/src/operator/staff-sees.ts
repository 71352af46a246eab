import { type StaffAction, staffMay } from '@portico/contract/staff-permissions.ts'
import type { RequestCtx } from '#ctx/ctx.ts'

/** For a part of an answer that needs more than its endpoint; the command line sees all. */
export function staffSees({ staff, token }: Pick<RequestCtx, 'staff' | 'token'>, action: StaffAction): boolean {
  if (staff) return staffMay(staff.role, action)
  return token === undefined || token.scopes.includes(action)
}
