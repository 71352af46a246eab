import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import type { ShownRequest } from '@portico/contract/operator-requests.ts'
import { Problem } from '@portico/contract/problem.ts'
import { STATUS_CLASSES } from '@portico/contract/usage.ts'
import { loginById, loginLimits, namesOf } from '#access/index.ts'
import { agentNames } from '#access/secrets/index.ts'
import type { RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { getError, getErrorAnswer } from '#errors/index.ts'
import { TASKS_STORED_DAYS, taskTrace, webhooksOfTask } from '#gateway/index.ts'
import type { Handlers } from '#http/mount.ts'
import { balanceOf, callMoney } from '#ledger/index.ts'
import { withNamed } from '#traffic/index.ts'
import { getUsageAnswer, getUsageTask } from '#usage/index.ts'
import { userById } from '#users/index.ts'
import { asCustomer } from './as-customer.ts'
import { webhookErrorsOf } from './find-call-store.ts'
import { type Found, findById } from './find-request.ts'

type Answer = Output<typeof operator.findRequest>

/** One call as its customer sees it, and what only staff see: bookings, the source, webhooks, what a refund would be. */
export const requestHandlers: Pick<Handlers<typeof operator>, 'findRequest'> = {
  findRequest: async (ctx, { id }) => {
    const { errors_days, params_days, answers_days } = ctx.env.keep
    const stored = { errors_days, params_days, answers_days, tasks_days: TASKS_STORED_DAYS }
    const found = await withNamed(ctx, id, () => findById(ctx.db, id))
    return { request: found ? await shown(ctx, found) : null, stored }
  },
}

async function shown(ctx: RequestCtx, found: Found): Promise<NonNullable<Answer['request']>> {
  const { id, call, error, found_by } = found
  const { login_id, agent_id, via } = found.main
  const { login, kind, status, owner_id } = await loginById(ctx, login_id)
  const user = await userById(ctx, owner_id)
  if (!user) throw new Problem('unknown_user')
  const customer = await asCustomer(ctx, owner_id, login)
  const member_id = call?.member_id ?? null
  const task_id = call?.task_id ?? error?.task_id ?? null
  const secret = (await agentNames(ctx.db, [login_id])).find((one) => one.id === agent_id)
  return {
    found_by,
    id,
    customer: { id: user.id, email: user.email, name: user.name, status: user.status, is_staff: user.is_staff },
    login: { login, kind, status, ...(await loginLimits(ctx, login_id)).request_limits },
    secret: secret ? { kind: secret.kind, name: secret.name } : null,
    via,
    member: member_id === null ? null : ((await namesOf(ctx.db, [member_id])).get(member_id) ?? null),
    call: call ? await getUsageTask(customer, { scope: 'api', id }) : null,
    error: error ? await getError(customer, { scope: 'api', id }) : null,
    limit_micros: error?.limit_micros ?? null,
    answer: await answerOf(customer, found),
    ...(await taskOf(ctx, login_id, task_id)),
    ...(await moneyOf(ctx, { id, login_id, task_id: call?.task_id ?? null })),
    related: found.related.map(({ id, at, method, path, task_id, status_code, cost_micros, status_class }) => ({
      id,
      at: at.toISOString(),
      method,
      path,
      task_id,
      status_code,
      status_class: STATUS_CLASSES.find((known) => known === status_class) ?? 'server',
      cost_micros,
    })),
  }
}

async function answerOf(customer: UserCtx, { id, call, error }: Found): Promise<ShownRequest['answer']> {
  if (call) return (await getUsageAnswer(customer, { scope: 'api', id })).answer
  return error ? (await getErrorAnswer(customer, { scope: 'api', id })).answer : null
}

/** A task id that another account's task has by chance is not shown. */
async function taskOf(
  ctx: Pick<RequestCtx, 'db'>,
  login_id: number,
  task_id: string | null,
): Promise<Pick<ShownRequest, 'task' | 'webhooks' | 'webhook_errors'>> {
  const trace = task_id === null ? undefined : await taskTrace(ctx.db, task_id)
  if (task_id === null || (trace && trace.login_id !== login_id))
    return { task: null, webhooks: [], webhook_errors: [] }
  const webhooks = trace ? await webhooksOfTask(ctx.db, task_id) : []
  const failed = (await webhookErrorsOf(ctx.db, task_id)).filter((row) => row.login_id === login_id)
  return {
    task: trace
      ? {
          state: trace.state,
          tries: trace.tries,
          upstream_id: trace.upstream_id,
          posted_at: trace.posted_at.toISOString(),
          started_at: written(trace.started_at),
          due_at: trace.due_at.toISOString(),
          finished_at: written(trace.finished_at),
          fetched_at: written(trace.fetched_at),
        }
      : null,
    webhooks: webhooks.map(({ due_at, sent_at, failed_at, ...row }) => ({
      ...row,
      due_at: due_at.toISOString(),
      sent_at: written(sent_at),
      failed_at: written(failed_at),
    })),
    webhook_errors: failed.map(({ id, at, code, message, http_status }) => ({
      id,
      at: at.toISOString(),
      code,
      message,
      http_status,
    })),
  }
}

async function moneyOf(
  ctx: Pick<RequestCtx, 'db'>,
  { id, login_id, task_id }: { id: string; login_id: number; task_id: string | null },
): Promise<Pick<ShownRequest, 'bookings' | 'refund'>> {
  const { bookings, refund } = await callMoney(ctx, id)
  const done = refund?.done
  return {
    bookings: bookings.map((row) => ({ ...row, at: row.at.toISOString() })),
    refund: {
      // A request of several tasks is refunded by the ids of its tasks.
      call: task_id ?? id,
      balance_micros: await balanceOf(ctx, login_id),
      left_micros: refund?.left_micros ?? 0,
      none: refund ? refund.none : 'free',
      done: done ? { ...done, at: done.at.toISOString() } : null,
    },
  }
}

function written(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
