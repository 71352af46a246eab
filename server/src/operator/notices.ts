import { join } from 'node:path'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { changesBetween } from '#audit/index.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { addNotice, allNotices, removeNotice } from '#notices/index.ts'
import { announcedNames, announceWindow, cancelWindow, previewWindow } from '#status/index.ts'
import { userById } from '#users/index.ts'
import { staffSees } from './staff-sees.ts'

type Mine = 'addNotice' | 'listNotices' | 'removeNotice' | 'previewNotice'

/** Maintenance windows, as the operator announces them at run time. */
export const noticeHandlers: Pick<Handlers<typeof operator>, Mine> = {
  addNotice: change(async (ctx, { id, starts_at, ends_at, text, mail = false }) => {
    const [start, end] = [new Date(starts_at), new Date(ends_at)]
    const before = (await allNotices(ctx)).find((notice) => notice.id === id)
    checkTimes({ starts_at: start, ends_at: end })
    if (end <= ctx.clock.now())
      throw new Problem('invalid_input', { fields: { ends_at: 'is over already: nobody would see it' } })
    await addNotice(ctx, { id, starts_at: start, ends_at: end, text })
    const mails = mail ? await announceWindow(ctx, { id, starts_at: start, ends_at: end, text }) : 0
    const now = { from: start.toISOString(), to: end.toISOString(), text: text ?? '' }
    ctx.audit('notice_added', { detail: { id, ...now, mails, ...changesBetween(timesOf(before), now) } })
    return { id, mails }
  }),
  listNotices: async (ctx) => {
    const emails = new Map<number, string>()
    const notices = await allNotices(ctx)
    const announced = await announcedNames(ctx.db)
    for (const { owner_id } of notices)
      if (owner_id !== null && staffSees(ctx, 'see_customers'))
        emails.set(owner_id, (await userById(ctx, owner_id))?.email ?? String(owner_id))
    return {
      notices: notices.map(({ owner_id, starts_at, ends_at, ...notice }) => ({
        ...notice,
        email: owner_id === null ? null : (emails.get(owner_id) ?? null),
        starts_at: starts_at.toISOString(),
        ends_at: ends_at.toISOString(),
        is_mailed: announced.has(notice.id),
      })),
    }
  },
  removeNotice: change(async (ctx, { id }) => {
    const before = (await allNotices(ctx)).find((notice) => notice.id === id)
    const removed = await removeNotice(ctx, id)
    if (!removed && ctx.planned.some((notice) => notice.id === id))
      throw new Problem('invalid_input', {
        fields: {
          id: `stands in ${join(ctx.env.provider_dir, 'notices.yaml')}: take it out there and restart the server`,
        },
      })
    if (removed) {
      await cancelWindow(ctx, id)
      ctx.audit('notice_removed', { detail: { id, ...changesBetween(timesOf(before), {}) } })
    }
    return { removed }
  }),
  previewNotice: async (_, { starts_at, ends_at }) => {
    const window = { starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
    checkTimes(window)
    return { previews: previewWindow(window) }
  },
}

function checkTimes({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }): void {
  if (ends_at <= starts_at) throw new Problem('invalid_input', { fields: { ends_at: 'must be after --from' } })
}

/** For the log, under the names of the input. */
function timesOf(notice: { starts_at: Date; ends_at: Date; text: string | null } | undefined): Record<string, string> {
  if (!notice) return {}
  return { from: notice.starts_at.toISOString(), to: notice.ends_at.toISOString(), text: notice.text ?? '' }
}
