import { FACT_FIELDS } from '@portico/contract/activity.ts'
import { ACTIONS_OF_KIND, REFUSED_ACTIONS } from '@portico/contract/audit-actions.ts'
import type { LogFilterInput, LogOffice, LogRow } from '@portico/contract/security-log.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { activeLogin, namesOf, peopleOf } from '#access/index.ts'
import { factsOf, type LogEntry, type LogFilter, logActors, logEntries } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'

const REFUSED: readonly string[] = REFUSED_ACTIONS
/** Searchable fields: the facts with their previous values, and the other shown details. */
const FIELDS = [...FACT_FIELDS.flatMap((field) => [field, `before_${field}`]), 'device', 'reason']

interface Person {
  id: number
  name: string
  /** Empty for former members. */
  email: string
}

/** The accounts and actors of the log: found once for all pages. */
export interface LogScope {
  owner_id: number
  watched: { user_id: number; since: Date }[]
  /** Everyone who is in the account now or ever did something to it. */
  people: Person[]
}

export async function scopeOf(ctx: UserCtx): Promise<LogScope> {
  const { owner_id } = await activeLogin(ctx)
  const team = await peopleOf(ctx, owner_id)
  const known = new Set(team.map(({ user_id }) => user_id))
  const others = (await logActors(ctx.db, owner_id))
    .flatMap((actor) => idIn(actor) ?? [])
    .filter((id) => !known.has(id))
  const gone = [...(await namesOf(ctx.db, others))].map(([id, name]) => ({ id, name, email: '' }))
  return {
    owner_id,
    watched: team.map(({ user_id, created_at }) => ({ user_id, since: created_at })),
    people: [...team.map(({ user_id, name, email }) => ({ id: user_id, name, email })), ...gone],
  }
}

export async function readLog(
  ctx: UserCtx,
  scope: LogScope,
  filter: LogFilterInput,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<LogRow[]> {
  const entries = await logEntries(ctx.db, scope.owner_id, scope.watched, { ...filterOf(filter, scope), before, limit })
  const known = new Map(scope.people.map(({ id, name }) => [id, name]))
  const named = entries.flatMap(({ actor, detail }) =>
    [idIn(actor) ?? staffIn(actor) ?? [], numberIn(detail.member)].flat(),
  )
  const strangers = await namesOf(
    ctx.db,
    [...new Set(named)].filter((id) => !known.has(id)),
  )
  return entries.map((entry) => shown(entry, scope, new Map([...known, ...strangers])))
}

function filterOf(filter: LogFilterInput, scope: LogScope): Omit<LogFilter, 'before' | 'limit'> {
  const { from, to, person, kind, result, q } = filter
  const of_kind = kind && ACTIONS_OF_KIND[kind]
  const wanted = result === 'refused' ? (of_kind ?? REFUSED).filter((action) => REFUSED.includes(action)) : of_kind
  const words = q?.trim().toLowerCase()
  return {
    ...(from && { from: new Date(from) }),
    ...(to && { until: new Date(Date.parse(to) + DAY_MS) }),
    ...(wanted && { actions: wanted }),
    // Every action of staff is support, under any actor name.
    ...(kind === 'support' && result !== 'refused' && { or_actor_like: 'staff:%' }),
    ...(result === 'ok' && { without_actions: REFUSED }),
    ...(person && { by: doneBy(person) }),
    ...(words && { words: wordsOf(words, filter.said?.split(',') ?? [], scope) }),
  }
}

function doneBy(person: string): NonNullable<LogFilter['by']> {
  if (person === 'support') return { actor_like: ['staff:%'] }
  if (person === 'operator') return { actor_like: ['operator:%'] }
  if (person === 'visitor') return { actor: 'visitor' }
  // A visitor who tried to sign in as them had no user id yet.
  return { actor: `user:${person}`, visitor_at: Number(person) }
}

function wordsOf(text: string, actions: string[], { people }: LogScope): NonNullable<LogFilter['words']> {
  const found = people.filter(({ name, email }) => [name, email].some((one) => one.toLowerCase().includes(text)))
  return {
    text,
    fields: FIELDS,
    actions,
    actors: found.map(({ id }) => `user:${id}`),
    about: found.map(({ id }) => id),
  }
}

function shown(entry: LogEntry, { owner_id }: LogScope, names: ReadonlyMap<number, string>): LogRow {
  const { id, at, action, actor, user_id, ip, detail } = entry
  const office = officeOf(actor)
  const is_own = office === null || office === 'visitor'
  const named = names.get(idIn(actor) ?? staffIn(actor) ?? 0)
  const isAbout = user_id !== (idIn(actor) ?? 0) && (user_id !== owner_id || office === 'visitor')
  return {
    id,
    at: at.toISOString(),
    action,
    is_refused: REFUSED.includes(action),
    office,
    who: named ?? null,
    whose: isAbout ? (names.get(user_id) ?? null) : null,
    // The address of support and operator is not shown to the customer.
    ip: is_own ? ip : '',
    device: is_own && typeof detail.device === 'string' ? detail.device : '',
    reason: typeof detail.reason === 'string' ? detail.reason : null,
    facts: factsOf(detail, names),
  }
}

function officeOf(actor: string): LogOffice | null {
  if (actor.startsWith('user:')) return null
  if (actor.startsWith('staff:')) return 'support'
  if (actor.startsWith('operator:')) return 'operator'
  if (actor === 'visitor') return 'visitor'
  return actor === 'unsubscribe-link' || actor === 'one-click' ? 'mail_link' : 'system'
}

const idIn = (actor: string) => numberAfter('user', actor)
const staffIn = (actor: string) => numberAfter('staff', actor)

function numberAfter(kind: string, actor: string): number | undefined {
  const [, found, id] = /^(user|staff):(\d+)$/.exec(actor) ?? []
  return found === kind ? Number(id) : undefined
}

function numberIn(value: unknown): number[] {
  return typeof value === 'number' ? [value] : []
}
