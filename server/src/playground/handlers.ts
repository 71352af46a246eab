import { CODE, isWaiting } from '@portico/contract/codes.ts'
import { conceal } from '@portico/contract/conceal.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { type PlaygroundMode, type playground, SAVED_MAX } from '@portico/contract/playground.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { FILES_MAX } from '@portico/contract/task-bounds.ts'
import { activeLogin, roleOf } from '#access/index.ts'
import type { Entry } from '#catalogue/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { type Gate, type InternalGateway, pickGetter, type SentFiles } from '#gateway/index.ts'
import { apiAddress } from '#http/api-address.ts'
import type { Handlers } from '#http/mount.ts'
import { findRunBlock } from './find-run-block.ts'
import { readEnvelope, readPlain } from './read-envelope.ts'
import { sendAs } from './send.ts'
import {
  addRun,
  countSaved,
  deleteSaved,
  endRun,
  hasTask,
  insertSaved,
  resultOf,
  runsOf,
  savedFor,
  updateSaved,
} from './store.ts'

export function playgroundHandlers(gateway: InternalGateway, gate: Gate): Handlers<typeof playground> {
  const { catalogue } = gate
  const shown = new Set(
    catalogue
      .functions()
      .flatMap(({ playground, methods }) => (playground === null ? [] : methods.map(({ id }) => id))),
  )
  const methods = new Map(catalogue.entries.flatMap((entry) => (shown.has(entry.id) ? [[entry.id, entry]] : [])))
  const methodNamed = (id: string) => {
    const entry = methods.get(id)
    if (!entry) throw new Problem('not_allowed')
    return entry
  }

  async function run(
    ctx: UserCtx,
    mode: PlaygroundMode,
    { method_id, params = {}, task: json, files = {} }: Input<typeof playground.runInSandbox>,
    headers?: Record<string, string>,
  ) {
    const entry = methodNamed(method_id)
    const task = readTask(json)
    checkFiles(entry, files)
    const login = await activeLogin(ctx)
    const exchange = await sendAs(ctx, login, gateway, {
      entry,
      mode,
      params,
      task,
      files,
      ...(headers && { headers }),
    })
    const { task_id, ...outcome } = entry.plain ? readPlain(exchange) : readEnvelope(exchange.body)
    await addRun(ctx.db, {
      login_id: login.id,
      user_id: ctx.session.user_id,
      at: ctx.clock.now(),
      method_id,
      mode,
      params,
      task: conceal(task),
      ...outcome,
      time_ms: exchange.time_ms,
      task_id: outcome.status_code === CODE.taskCreated ? task_id : null,
    })
    return exchange
  }

  return {
    runInSandbox: (ctx, input) => run(ctx, 'sandbox', input),
    runLive: (ctx, { max_micros, key, ...input }) =>
      run(ctx, 'live', input, {
        'x-max-cost': (max_micros / 1_000_000).toFixed(6),
        'idempotency-key': `playground-${key}`,
      }),

    checkRun: async (ctx, { method_id, mode, task }) => ({
      block: await findRunBlock(ctx, gate, { entry: methodNamed(method_id), mode, task: readTask(task) }),
    }),

    async fetchTask(ctx, { method_id, task_id, mode }) {
      const posted = methodNamed(method_id)
      const login = await activeLogin(ctx)
      const entry = pickGetter(posted.fetched_by)
      const id_location = entry?.task_id_in
      if (!entry || !id_location || !('template' in id_location)) throw new Problem('not_allowed')
      if (!(await hasTask(ctx.db, login.id, task_id))) throw new Problem('not_allowed')
      const exchange = await sendAs(ctx, login, gateway, {
        entry,
        mode,
        params: { [id_location.template]: task_id },
        task: {},
      })
      const ended = readEnvelope(exchange.body)
      if (!isWaiting(ended.status_code)) await endRun(ctx.db, login.id, task_id, ended)
      return exchange
    },

    async getSetup(ctx) {
      const login = await activeLogin(ctx)
      return { login: login.login, role: await roleOf(ctx), base_url: apiAddress(ctx).origin, ip: ctx.request.ip }
    },

    async lookUp(ctx, { method_id }) {
      const entry = methodNamed(method_id)
      if (entry.kind !== 'reference' || entry.http_method !== 'GET' || entry.plain) throw new Problem('not_allowed')
      return sendAs(ctx, await activeLogin(ctx), gateway, { entry, mode: 'sandbox', params: {}, task: {} })
    },

    async getHistory(ctx) {
      const login = await activeLogin(ctx)
      const rows = await runsOf(ctx.db, login.id)
      return { runs: rows.map(({ at, task, ...row }) => ({ ...row, at: at.toISOString(), task: fieldsOf(task) })) }
    },

    async getResult(ctx, { id }) {
      const result = await resultOf(ctx.db, (await activeLogin(ctx)).id, id)
      if (result === null) throw new Problem('not_allowed')
      return { result }
    },

    async getSaved(ctx) {
      const login = await activeLogin(ctx)
      const rows = await savedFor(ctx.db, login.id, ctx.session.user_id)
      return {
        requests: rows.map(({ user_id, changed_at, task, ...row }) => ({
          ...row,
          task: fieldsOf(task),
          changed_at: changed_at.toISOString(),
          is_own: user_id === ctx.session.user_id,
        })),
      }
    },

    async saveRequest(ctx, { id, method_id, params = {}, task: json, name, folder, is_shared }) {
      methodNamed(method_id)
      const login = await activeLogin(ctx)
      const { user_id } = ctx.session
      const row = {
        method_id,
        params,
        task: conceal(readTask(json)),
        name,
        folder,
        is_shared,
        changed_at: ctx.clock.now(),
      }
      if (id !== undefined) {
        if (!(await updateSaved(ctx.db, login.id, user_id, id, row))) throw new Problem('not_allowed')
        return { id }
      }
      if ((await countSaved(ctx.db, login.id)) >= SAVED_MAX) throw new Problem('too_many')
      return { id: await insertSaved(ctx.db, login.id, user_id, row) }
    },

    async changeSaved(ctx, { id, ...row }) {
      const login = await activeLogin(ctx)
      const changed = { ...row, changed_at: ctx.clock.now() }
      if (!(await updateSaved(ctx.db, login.id, ctx.session.user_id, id, changed))) throw new Problem('not_allowed')
      return {}
    },

    async removeSaved(ctx, { id }) {
      const login = await activeLogin(ctx)
      await deleteSaved(ctx.db, login.id, ctx.session.user_id, id)
      return {}
    },
  }
}

/** Files belong to fields that take them, and have a bound together. */
function checkFiles({ plain }: Entry, files: SentFiles): void {
  const names = plain?.form?.files ?? []
  const size = Object.values(files)
    .flat()
    .reduce((sum, { base64 }) => sum + Math.floor((base64.length * 3) / 4), 0)
  if (Object.keys(files).some((name) => !names.includes(name)) || size > FILES_MAX + 2)
    throw new Problem('invalid_input', { fields: { files: MESSAGES.pattern } })
}

function readTask(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Refused below, like every request without a task.
  }
  throw new Problem('invalid_input', { fields: { task: MESSAGES.pattern } })
}

function fieldsOf(task: unknown): Record<string, unknown> {
  return typeof task === 'object' && task !== null ? { ...task } : {}
}
