import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { ITEMS_MAX, type QueueItem, type QueueName } from '@portico/contract/operator-queues.ts'
import { Problem } from '@portico/contract/problem.ts'
import { loginById } from '#access/index.ts'
import { alertQueue } from '#alerts/index.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { exportQueue } from '#data-export/index.ts'
import type { QueueAccess, QueueRow } from '#db/queue-items-store.ts'
import { inTx } from '#db/tx.ts'
import type { Gateway } from '#gateway/index.ts'
import type { Handlers } from '#http/mount.ts'
import { mailQueue } from '#mail/index.ts'
import { staffSees } from './staff-sees.ts'

type Mine = 'queueItems' | 'retryQueued' | 'dropQueued'
/** How many ids the log names. */
const LOGGED = 10

const IDS: Record<QueueName, RegExp> = {
  tasks: /^[\w-]{1,60}$/,
  webhooks: /^\d{1,18}$/,
  mail: /^\d{1,18}$/,
  alerts: /^\d{1,18}$/,
  exports: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
}

/** What waits in a queue, item by item. */
export function queueItemHandlers(gateway: Pick<Gateway, 'items'>): Pick<Handlers<typeof operator>, Mine> {
  const access: Record<QueueName, QueueAccess> = {
    ...gateway.items,
    mail: mailQueue,
    alerts: alertQueue,
    exports: exportQueue,
  }
  const changing = async (
    ctx: RequestCtx,
    { queue, ids, by }: { queue: QueueName; ids: string[]; by: string },
    action: 'queue_retried' | 'queue_dropped',
  ): Promise<Output<(typeof operator)['retryQueued']>> => {
    if (ids.some((id) => !IDS[queue].test(id)))
      throw new Problem('invalid_input', { fields: { ids: 'must be ids that queue list shows' } })
    const now = ctx.clock.now()
    const note = (db: RequestCtx['db'], done: string[]) =>
      done.length > 0 ? audit({ ...ctx, db }, action, about(queue, done, by)) : undefined
    // A dropped task books and commits by itself; everything else is one transaction with its row of the log.
    if (queue === 'tasks' && action === 'queue_dropped') {
      const done = await access.tasks.drop(ctx.db, ids, now)
      await note(ctx.db, done)
      return { done: done.length }
    }
    const done = await inTx(ctx.db, async (db) => {
      const changed = await access[queue][action === 'queue_retried' ? 'retry' : 'drop'](db, ids, now)
      await note(db, changed)
      return changed
    })
    return { done: done.length }
  }
  return {
    queueItems: async (ctx, { queue, show, after }) => {
      const page = { show, after: readAfter(queue, after), limit: ITEMS_MAX + 1, now: ctx.clock.now() }
      const rows = await access[queue].list(ctx.db, page)
      const shown = rows.slice(0, ITEMS_MAX)
      const last = shown.at(-1)
      const next = rows.length > ITEMS_MAX && last ? `${last.at_us}_${last.id}` : null
      return { items: await Promise.all(shown.map((row) => itemOf(ctx, row, show))), next }
    },
    retryQueued: (ctx, input) => changing(ctx, input, 'queue_retried'),
    dropQueued: (ctx, input) => changing(ctx, input, 'queue_dropped'),
  }
}

function about(queue: QueueName, done: string[], by: string) {
  const ids = done.slice(0, LOGGED).join(', ')
  return { actor: `operator:${by}`, detail: { queue, count: done.length, ids } }
}

async function itemOf(ctx: RequestCtx, row: QueueRow, show: 'waiting' | 'failed'): Promise<QueueItem> {
  const { id, what, tries, error, can_retry, since } = row
  const login = row.login_id === null ? undefined : await loginById(ctx, row.login_id)
  const at = row.at.toISOString()
  const sees = staffSees(ctx, 'see_customers')
  return {
    id,
    what,
    to: sees ? [row.to, login?.login].filter(Boolean).join(' · ') || null : null,
    customer_id: sees ? (row.owner_id ?? login?.owner_id ?? null) : null,
    since: since.toISOString(),
    due_at: show === 'waiting' ? at : null,
    failed_at: show === 'failed' ? at : null,
    tries,
    error,
    can_retry,
    can_drop: show === 'waiting',
  }
}

function readAfter(queue: QueueName, after: string | undefined): { at_us: string; id: string } | undefined {
  if (after === undefined) return undefined
  const [, at_us = '', id = ''] = /^(\d{1,17})_(.+)$/.exec(after) ?? []
  if (at_us === '' || !IDS[queue].test(id)) throw new Problem('bad_request')
  return { at_us, id }
}
