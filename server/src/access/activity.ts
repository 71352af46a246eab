import type { access, activityExport } from '@portico/contract/access.ts'
import { ACTIVITY_KINDS, type ActivityKind } from '@portico/contract/activity.ts'
import { ACTIONS_OF_KIND } from '@portico/contract/audit-actions.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import type * as z from 'zod/mini'
import { activityOf, actorsOf, factsOf } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { csvHead, csvLine } from '#http/csv.ts'
import { activeLogin } from './index.ts'
import { namesOf } from './person-store.ts'

const PAGE = 25
const BATCH = 500
const ACTIONS: Record<ActivityKind, readonly string[]> = {
  ...ACTIONS_OF_KIND,
  logins: [...ACTIONS_OF_KIND.logins, ...ACTIONS_OF_KIND.agents],
}

type ExportInput = z.output<typeof activityExport.input>
const ALL = ACTIVITY_KINDS.flatMap((kind) => ACTIONS[kind])

/** The account's access log: who did what, when, from where, and the values before and after. */
export async function getAccessActivity(ctx: UserCtx, { before, ...input }: Input<typeof access.getAccessActivity>) {
  const rows = await read(ctx, input, before, PAGE + 1)
  return { rows: rows.slice(0, PAGE), more: rows.length > PAGE, people: await people(ctx) }
}

async function read(ctx: UserCtx, { kind, person }: ExportInput, before: number | undefined, limit: number) {
  const { owner_id } = await activeLogin(ctx)
  const actor = person === undefined ? undefined : `user:${person}`
  const rows = await activityOf(ctx, owner_id, { actions: kind ? ACTIONS[kind] : ALL, actor, before, limit })
  const names = await namesOf(
    ctx.db,
    rows.flatMap(({ actor, detail }) =>
      [idIn(actor) ?? [], typeof detail.member === 'number' ? detail.member : []].flat(),
    ),
  )
  return rows.map(({ id, at, action, actor, ip, detail }) => ({
    id,
    at: at.toISOString(),
    action,
    who: names.get(idIn(actor) ?? 0) ?? officeOf(actor),
    ip: actor.startsWith('user:') ? ip : '',
    facts: factsOf(detail, names),
  }))
}

/** Everyone who ever acted, for the filter. */
async function people(ctx: UserCtx) {
  const { owner_id } = await activeLogin(ctx)
  const ids = (await actorsOf(ctx, owner_id, ALL)).flatMap((actor) => idIn(actor) ?? [])
  const names = await namesOf(ctx.db, ids)
  return ids.map((id) => ({ id, name: names.get(id) ?? String(id) }))
}

/** The complete log as a file, in batches. */
export async function* activityLines(ctx: UserCtx, input: ExportInput): AsyncGenerator<string> {
  yield csvHead(['time', 'action', 'who', 'ip', 'details'])
  let before: number | undefined
  do {
    const rows = await read(ctx, input, before, BATCH)
    yield rows
      .map(({ at, action, who, ip, facts }) =>
        csvLine([
          at,
          action,
          who,
          ip,
          facts
            .map((fact) => `${fact.field}: ${'before' in fact ? `${fact.before ?? '-'} -> ` : ''}${fact.after ?? '-'}`)
            .join('; '),
        ]),
      )
      .join('')
    before = rows.length < BATCH ? undefined : rows.at(-1)?.id
  } while (before !== undefined)
}

/** Staff are shown by their office, not by name. */
function officeOf(actor: string): string {
  if (actor.startsWith('staff:')) return 'Support'
  return actor.startsWith('operator:') ? 'Operator' : actor
}

function idIn(actor: string): number | undefined {
  const [, id] = /^user:(\d+)$/.exec(actor) ?? []
  return id ? Number(id) : undefined
}
