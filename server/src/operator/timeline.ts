import { ACTIONS_OF_KIND } from '@portico/contract/audit-actions.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import type { TimelineRow } from '@portico/contract/operator-customers.ts'
import { Problem } from '@portico/contract/problem.ts'
import { namesOf } from '#access/index.ts'
import { factsOf, type LogEntry, type LogFilter, logEntries } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { userById } from '#users/index.ts'
import { type NoteRow, notesOf } from './note-store.ts'

type Kind = Input<typeof operator.customerTimeline>['kind']

const PAGE = 40
/** More entries of one millisecond than any change writes. */
const MOMENT_MAX = 10_000
const SECURITY = [...ACTIONS_OF_KIND.sign_ins, ...ACTIONS_OF_KIND.security, ...ACTIONS_OF_KIND.credentials]

/** The part of the log that each choice shows; notes are no part of it. */
const FILTERS: Record<Exclude<Kind, 'notes'>, Partial<LogFilter>> = {
  all: {},
  security: { actions: SECURITY },
  money: { actions: ACTIONS_OF_KIND.money },
  staff: { by: { actor_like: ['staff:%', 'operator:%'] } },
}

/** Everything that happened to a customer, by them and by us, newest first, with the notes of staff between. */
export async function timelineOf(
  ctx: RequestCtx,
  { id, kind, before }: Input<typeof operator.customerTimeline>,
): Promise<Output<typeof operator.customerTimeline>> {
  if (!(await userById(ctx, id))) throw new Problem('unknown_user')
  const until = before === undefined ? undefined : new Date(before)
  const rows = await readRows(ctx, { id, kind }, { until, limit: PAGE + 1 })
  const next = rows[PAGE]
  if (!next) return { rows, more: false }
  // The next page begins before a moment, so a page never ends within one.
  const whole = rows.filter(({ at }) => at > next.at)
  if (whole.length > 0) return { rows: whole, more: true }
  const from = new Date(next.at)
  const moment = { from, until: new Date(from.getTime() + 1), limit: MOMENT_MAX }
  const older = await readRows(ctx, { id, kind }, { until: from, limit: 1 })
  return { rows: await readRows(ctx, { id, kind }, moment), more: older.length > 0 }
}

type Span = { from?: Date; until: Date | undefined; limit: number }

async function readRows(ctx: RequestCtx, { id, kind }: { id: number; kind: Kind }, span: Span): Promise<TimelineRow[]> {
  const watched = [{ user_id: id, since: new Date(0) }]
  const log = kind === 'notes' ? [] : await logEntries(ctx.db, id, watched, { ...FILTERS[kind], ...span })
  const notes = kind === 'all' || kind === 'notes' ? await notesOf(ctx.db, id, span) : []
  const names = await namesOf(ctx.db, [...new Set(log.flatMap(({ actor }) => personIn(actor) ?? []))])
  const rows = [...log.map((entry) => ofLog(entry, names)), ...notes.map(ofNote)]
  const newest = rows.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
  return newest.slice(0, span.limit)
}

function ofLog({ id, at, action, actor, ip, detail }: LogEntry, names: ReadonlyMap<number, string>): TimelineRow {
  const person = personIn(actor)
  const who = (person !== undefined && names.get(person)) || actor.replace(/^operator:/, '')
  const facts = factsOf(detail, names)
  const text = typeof detail.reason === 'string' ? detail.reason : ''
  const side = /^(staff|operator):/.test(actor) ? 'staff' : /^(user:|visitor$)/.test(actor) ? 'customer' : 'system'
  return { id: `log-${id}`, at: at.toISOString(), kind: 'log', action, who, side, ip, facts, text }
}

function ofNote({ id, at, author, text }: NoteRow): TimelineRow {
  return { id, at: at.toISOString(), kind: 'note', action: '', who: author, side: 'staff', ip: '', facts: [], text }
}

function personIn(actor: string): number | undefined {
  const [, id] = /^(?:user|staff):(\d+)$/.exec(actor) ?? []
  return id === undefined ? undefined : Number(id)
}
