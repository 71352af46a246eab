import { languageOfField } from '@portico/contract/language.ts'
import { operator } from '@portico/contract/operator.ts'
import type { Approvable } from '@portico/contract/operator-approvals.ts'
import { staffMay } from '@portico/contract/staff-permissions.ts'
import { listStaff } from '#auth/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'

interface Waiting {
  action: Approvable
  amount_micros: number
  reason: string
  requested_by: number
}

/** Once, with the request: to everyone who may decide it, which the person who requested it may not. */
export async function mailApprovers(ctx: RequestCtx, row: Waiting, expires_at: Date): Promise<void> {
  const { action, amount_micros, reason } = row
  const { staff: needed } = operator[action]
  const all = await listStaff(ctx)
  const requester = all.find(({ id }) => id === row.requested_by)
  if (!requester || !needed) return
  const deciding = all.filter(
    ({ id, status, role }) =>
      id !== requester.id &&
      status === 'active' &&
      role !== null &&
      staffMay(role, needed) &&
      staffMay(role, 'approve'),
  )
  const site = ctx.sites.staff
  const about = { requester: requester.email, action, amount_micros, reason, at: expires_at.toISOString() }
  const link = new URL('/operator/approvals', site.origin).href
  for (const { email: to, name, language } of deciding)
    await enqueueMail(ctx, {
      to,
      site,
      template: 'approval_waiting',
      language: languageOfField(language),
      data: { ...about, name, link },
    })
}
