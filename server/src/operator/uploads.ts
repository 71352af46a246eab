import { basename } from 'node:path'
import type { operator } from '@portico/contract/operator.ts'
import type { CatalogueUpload, UploadReport } from '@portico/contract/operator-uploads.ts'
import { isObject } from '@portico/contract/plain-types.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { audit } from '#audit/index.ts'
import { sellingOf, type UploadedFile } from '#catalogue/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import type { Handlers } from '#http/mount.ts'
import { commonBook, type Prices } from '#prices/index.ts'
import {
  type CatalogueDiff,
  type CheckJob,
  checkAll,
  checkFile,
  filesOf,
  insertActivation,
  insertUpload,
  readActivations,
  refused,
  runCheck,
  uploadHeads,
} from '#uploads/index.ts'
import { sinceDay, withEmails } from './catalogue.ts'
import { functionUse } from './function-use-store.ts'
import { countedName } from './price-effect.ts'
import { staffSees } from './staff-sees.ts'

const TOP = 20
/** Functions whose users are listed. */
const BROKEN_MAX = 40
const HEADS_MAX = 200

type Mine = 'listUploads' | 'uploadFile' | 'showUpload' | 'tryUpload' | 'activateUpload'

/** Documents and overlays of the console: compared and tried before they count, on all instances at once. */
export function uploadHandlers(prices: Prices): Pick<Handlers<typeof operator>, Mine> {
  return {
    listUploads: async (ctx, { limit }) => ({ in_force: prices.uploadId(), uploads: await heads(ctx, limit) }),
    uploadFile: async (ctx, { file, folder, text, remove, onto, reason, by }) => {
      const one: UploadedFile = { folder, name: basename(file), text: remove ? null : text }
      checkFile(one)
      const before = await known(ctx, onto ?? prices.uploadId())
      const isOther = (other: UploadedFile) => other.folder !== folder || other.name !== one.name
      const files = [...before.filter(isOther), one]
      checkAll(files)
      const { checked } = await check(ctx, prices, files)
      refuseUnread(one, checked.left_out)
      const id = await inTx(ctx.db, async (db) => {
        const row = { files, created_at: ctx.clock.now(), created_by: by, reason }
        const made = await insertUpload(db, row)
        const detail = {
          upload: made,
          file: `${folder}/${one.name}`,
          bytes: text.length,
          removed: remove ?? false,
          reason,
        }
        await audit({ ...ctx, db }, 'catalogue_uploaded', { actor: `operator:${by}`, detail })
        return made
      })
      return { id, report: await reportOf(ctx, checked) }
    },
    showUpload: async (ctx, { id }) => {
      const upload = (await heads(ctx, HEADS_MAX)).find((one) => one.id === id)
      if (!upload) throw unknownUpload()
      const { checked } = await check(ctx, prices, await known(ctx, id))
      return { upload, report: await reportOf(ctx, checked) }
    },
    tryUpload: async (ctx, { id, operation, task }) => {
      const job = await jobOf(ctx, prices, await known(ctx, id))
      const result = await runCheck({ ...job, call: { operation, task: readFields(task), at: ctx.clock.now() } })
      if (!('tried' in result)) throw new Error('the sandbox was not tried')
      return result.tried
    },
    activateUpload: async (ctx, { id, reason, by }) => {
      // The folder or the prices may have changed since it was uploaded.
      await check(ctx, prices, await known(ctx, id))
      const before = prices.uploadId()
      const { valid_from } = await inTx(ctx.db, async (db) => {
        const row = await insertActivation(db, { upload_id: id, actor: `operator:${by}`, lead_ms: prices.lead_ms })
        const detail = {
          before: before ?? 'folder',
          after: id ?? 'folder',
          valid_from: row.valid_from.toISOString(),
          reason,
        }
        await audit({ ...ctx, db }, 'catalogue_activated', { actor: `operator:${by}`, detail })
        return row
      })
      await prices.refresh()
      return { id, valid_from: valid_from.toISOString() }
    },
  }
}

function readFields(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (isObject(value)) return value
  } catch {
    // Refused below, like every text that is no object.
  }
  throw new Problem('invalid_input', { fields: { task: MESSAGES.pattern } })
}

function unknownUpload(): Problem {
  return new Problem('invalid_input', { fields: { id: 'is no upload' } })
}

async function known(ctx: Pick<RequestCtx, 'db'>, id: number | null): Promise<UploadedFile[]> {
  const files = await filesOf(ctx.db, id)
  if (!files) throw unknownUpload()
  return files
}

async function heads(ctx: Pick<RequestCtx, 'db'>, limit: number): Promise<CatalogueUpload[]> {
  const { now_ms, activations } = await readActivations(ctx.db)
  const current = activations.findLast(({ valid_from }) => valid_from.getTime() <= now_ms)
  return (await uploadHeads(ctx.db, limit)).map((row) => {
    const last = activations.findLast(({ upload_id }) => upload_id === row.id)
    const is_to_come = last !== undefined && last.valid_from.getTime() > now_ms
    const is_current = current?.upload_id === row.id
    return {
      ...row,
      created_at: row.created_at.toISOString(),
      state: is_current ? 'in force' : is_to_come ? 'to come' : last ? 'over' : 'draft',
      valid_from: last?.valid_from.toISOString() ?? null,
    }
  })
}

async function jobOf(ctx: RequestCtx, prices: Prices, next: UploadedFile[]): Promise<CheckJob> {
  const { env, brand } = ctx
  const book = await commonBook(ctx.db, undefined)
  return {
    provider_dir: env.provider_dir,
    data_dir: env.data_dir,
    product: brand.product,
    currency: env.currency,
    selling: sellingOf(env),
    book: { version: book?.version ?? '', text: book?.book ?? '' },
    loaded: await known(ctx, prices.uploadId()),
    next,
  }
}

async function check(ctx: RequestCtx, prices: Prices, next: UploadedFile[]) {
  const result = await runCheck(await jobOf(ctx, prices, next))
  if (!('checked' in result)) throw new Error('the documents were not compared')
  return result
}

/** A part that cannot be read is left out; a file of which nothing can be read is refused. */
function refuseUnread({ name }: UploadedFile, left_out: UploadReport['left_out']): void {
  const fault = left_out.find(({ id, why }) => id === name && why === 'fault')
  if (fault) throw refused(fault.reason)
}

async function reportOf(
  ctx: RequestCtx,
  { diff, left_out, idle_actions }: { diff: CatalogueDiff } & Pick<UploadReport, 'left_out' | 'idle_actions'>,
): Promise<UploadReport> {
  return { ...diff, left_out, idle_actions, broken: await brokenBy(ctx, diff) }
}

/** Who called functions of which an operation goes away, or whose requests may be refused then. */
async function brokenBy(ctx: RequestCtx, { removed, changed }: CatalogueDiff): Promise<UploadReport['broken']> {
  const breaking = [...removed, ...changed.filter(({ parts }) => parts.some(({ is_breaking }) => is_breaking))]
  const functions = new Map(breaking.map((one) => [`${one.api} ${one.function}`, one]))
  const found: UploadReport['broken'] = []
  for (const { api, function: id } of [...functions.values()].slice(0, BROKEN_MAX)) {
    const counted = { api, function: countedName({ api, id }) }
    const { sums, users } = await functionUse(ctx.db, counted, { since: sinceDay(ctx), limit: TOP })
    if (sums.customers === 0) continue
    const top = staffSees(ctx, 'see_customers') ? await withEmails(ctx, users) : null
    found.push({ function: id, customers: sums.customers, requests: sums.requests, top })
  }
  return found.toSorted((a, b) => b.requests - a.requests)
}
