import { CODE } from '@portico/contract/codes.ts'
import type { Entry } from '#catalogue/index.ts'
import { isWithin, windowEnd } from '#http/limits.ts'
import { openElsewhere } from '../admit/instance-store.ts'
import type { Call, Gate } from '../gate.ts'
import { type FreeResult, failure, ok, recordFreeReply } from '../record/free-reply.ts'
import { refuseAndRecord } from '../record/refuse-and-record.ts'
import { askSource } from '../tasks/ask-source.ts'
import { fetching, ownTask } from '../tasks/get-task.ts'
import { hurryTask } from '../tasks/task-store.ts'
import { isRecord, type Reply } from '../wire/envelope.ts'
import type { Task } from '../wire/read-request.ts'
import { balanceHistory } from './balance-history.ts'
import { codeList, idList, ownErrors } from './id-list-and-errors.ts'
import { fetchInvoice, listInvoices } from './invoices.ts'
import { RESENDS, resendWebhook } from './resend-webhook.ts'
import { usageByGroup } from './usage.ts'
import { userData } from './user-data.ts'

const RESEND = 'appendix/webhook_resend'

type Answering = (gate: Gate, call: Call, task: Task) => Promise<FreeResult>

const answering: Record<string, Answering> = {
  'appendix/errors': async () => ok(codeList()),
  'appendix/status': async (gate) => ok(await statusOf(gate)),
  'appendix/balance_history': balanceHistory,
  'appendix/usage': usageByGroup,
  'appendix/invoices': listInvoices,
  'appendix/invoice_file': fetchInvoice,
  [RESEND]: resendWebhook,
  id_list: idList,
  errors: ownErrors,
  force_stop: stopTask,
  user_data: async (gate, call) => ok(await userData(gate, call)),
  // Lists results that a corrected parser has read again; ours are never changed.
  tasks_fixed: async () => ok([]),
}

/** Answers account functions from our own database, free of charge. */
export async function answerAccount(gate: Gate, call: Call, tasks: unknown[]): Promise<Reply> {
  const { entry } = call
  if (tasks.length > entry.max_tasks)
    return refuseAndRecord(gate, call, { code: entry.max_tasks === 1 ? CODE.oneTaskOnly : CODE.tooManyTasks })
  if (entry.function_id === RESEND && !(await mayResend(gate, call))) return refuseResend(gate, call)
  const answer = answering[entry.function_id] ?? answering[entry.function_id.split('/').at(-1) ?? '']
  const parts: FreeResult[] = []
  for (const params of tasks) parts.push({ params, ...(await answerPart(gate, call, answer, params)) })
  return recordFreeReply(gate, call, parts)
}

function mayResend({ ctx }: Gate, { caller }: Call): Promise<boolean> {
  return isWithin(ctx, { limit: RESENDS, of: String(caller.login_id) })
}

function refuseResend(gate: Gate, call: Call): Promise<Reply> {
  const again_ms = windowEnd(gate.ctx, RESENDS).getTime() - gate.ctx.clock.now().getTime()
  return refuseAndRecord(gate, call, {
    code: CODE.rateLimit,
    more: `Webhooks can be resent ${RESENDS.max} times in 10 minutes.`,
    headers: { 'retry-after': String(Math.ceil(again_ms / 1000)) },
  })
}

async function answerPart(gate: Gate, call: Call, answer: Answering | undefined, params: unknown): Promise<FreeResult> {
  const [fault] = gate.catalogue.validate(call.entry, params)
  if (fault) return { code: fault.code, message: fault.message, result: null }
  if (!isRecord(params)) return failure(CODE.invalidBody, 'A task must be an object.')
  return answer ? answer(gate, call, params) : failure(CODE.notImplemented)
}

/** Stops a crawl, which ends with the results it has. */
async function stopTask(gate: Gate, { caller, is_sandbox, entry, at }: Call, { id }: Task): Promise<FreeResult> {
  const row = await ownTask(gate, { login_id: caller.login_id, is_sandbox }, id)
  if (!row) return failure(CODE.taskNotFound)
  if (row.state === 'waiting' && row.upstream_id) {
    const { code, message } = await askSource(gate, fetching(entry, row, row.upstream_id, at))
    // The crawl continues and so does its cost, so the caller must see the failure.
    if (code !== CODE.ok) return { code, message, result: null, id: row.id }
  }
  await hurryTask(gate.ctx.db, caller.login_id, row.id, gate.ctx.clock.now())
  gate.wakeTasks()
  return { ...ok(null), id: row.id }
}

async function statusOf({ catalogue, upstream, pass, admission, ctx }: Gate): Promise<unknown[]> {
  const now = ctx.clock.now()
  const is_planned = ctx.planned.some(({ starts_at, ends_at }) => starts_at <= now && now < ends_at)
  const own = [upstream, pass].flatMap((source) => source?.openEndpoints() ?? [])
  const failing = new Set([...own, ...(await openElsewhere(ctx.db, admission.instance))])
  const stateOf = (entries: Entry[]) => {
    if (entries.some(({ id, plain, upstream_path }) => failing.has(plain ? id : upstream_path))) return 'down'
    return is_planned ? 'maintenance' : 'ok'
  }
  const apis = Map.groupBy(catalogue.entries, (entry: Entry) => entry.api)
  return [...apis].map(([api, entries]) => ({
    api,
    status: stateOf(entries),
    endpoints: [...Map.groupBy(entries, ({ function_id }) => function_id)].map(([endpoint, own]) => ({
      endpoint,
      status: stateOf(own),
    })),
  }))
}
