import type { Input, Output } from '@portico/contract/endpoint.ts'
import { isAllowed } from '@portico/contract/menu.ts'
import { may } from '@portico/contract/permissions.ts'
import { PATHS } from '@portico/contract/screens.ts'
import type { FoundKind, search } from '@portico/contract/search.ts'
import type { SecretKind } from '@portico/contract/secret-bounds.ts'
import { STATUS_CLASSES } from '@portico/contract/usage.ts'
import { activeLogin, loginsOf, peopleOf } from '#access/index.ts'
import { listAgents } from '#access/secrets/index.ts'
import { findDocuments } from '#billing/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { findOrders } from '#payments/index.ts'
import { callsNamed } from '#traffic/index.ts'
import { modulesOfUser } from '#users/index.ts'
import { readWords, type SearchWords } from './read-words.ts'

type Found = Output<typeof search.find>['found']
type Login = Awaited<ReturnType<typeof activeLogin>>

const MOST = 8

/** Each kind with the screen its results lead to; a user whose role does not list that screen finds none of them. */
const KINDS: Record<
  FoundKind,
  { path: string; find: (ctx: UserCtx, login: Login, words: SearchWords) => Promise<Found> }
> = {
  request: { path: PATHS.apiDetail, find: findRequests },
  document: { path: PATHS.payments, find: documentsOf },
  payment: { path: PATHS.payments, find: paymentsOf },
  agent: { path: PATHS.apiAccess, find: secretsOf('agent') },
  key: { path: PATHS.apiAccess, find: secretsOf('key') },
  member: { path: PATHS.apiAccess, find: findMembers },
}

export async function find(ctx: UserCtx, { text }: Input<typeof search.find>): Promise<Output<typeof search.find>> {
  const words = readWords(text)
  const modules = await modulesOfUser(ctx, ctx.session.user_id)
  const login = await activeLogin(ctx)
  const open = Object.values(KINDS).filter(({ path }) => isAllowed(path, modules))
  if (words.words.length === 0) return { found: [] }
  const found = await Promise.all(open.map((kind) => kind.find(ctx, login, words)))
  return { found: found.flat() }
}

async function findRequests(ctx: UserCtx, _login: Login, { call_ids }: SearchWords): Promise<Found> {
  if (call_ids.length === 0) return []
  const logins = (await loginsOf(ctx)).map(({ id }) => id)
  const rows = await Promise.all(call_ids.map((id) => callsNamed(ctx, logins, id, MOST)))
  const known = new Map(rows.flat().map((row) => [row.id, row]))
  return [...known.values()].slice(0, MOST).map(({ id, task_id, request_id, path, status_code, status_class, at }) => ({
    kind: 'request',
    id,
    task_id,
    request_id,
    path,
    status_code,
    status_class: STATUS_CLASSES.find((known) => known === status_class) ?? 'server',
    at: at.toISOString(),
  }))
}

async function documentsOf(ctx: UserCtx, { owner_id }: Login, words: SearchWords): Promise<Found> {
  const rows = await findDocuments(ctx, owner_id, words, MOST)
  return rows.map(({ id, kind, number, order_id, amount_micros, tax_micros, issued_at }) => ({
    kind: 'document',
    id,
    document: kind,
    number,
    order_id,
    total_micros: amount_micros + tax_micros,
    at: issued_at.toISOString(),
  }))
}

async function paymentsOf(ctx: UserCtx, { owner_id }: Login, words: SearchWords): Promise<Found> {
  const rows = await findOrders(ctx, owner_id, words, MOST)
  return rows.map(({ id, reference, method_label, amount_micros, tax_micros, created_at }) => ({
    kind: 'payment',
    id,
    reference,
    method_label,
    total_micros: amount_micros + tax_micros,
    at: created_at.toISOString(),
  }))
}

/** The caller's own agents or keys, or all of them for a member who manages the team, as on their screen. */
function secretsOf(kind: SecretKind) {
  return async (ctx: UserCtx, { id, role }: Login, words: SearchWords): Promise<Found> => {
    const user_id = may(role, 'manage_team') ? undefined : ctx.session.user_id
    const rows = await listAgents(ctx, { kind, login_id: id, user_id })
    return rows
      .filter(({ name }) => isNamed(name, words))
      .slice(0, MOST)
      .map((row) => ({ kind, id: String(row.id), name: row.name }))
  }
}

async function findMembers(ctx: UserCtx, { owner_id }: Login, words: SearchWords): Promise<Found> {
  const rows = await peopleOf(ctx, owner_id)
  return rows
    .filter(({ name, email }) => isNamed(`${name} ${email}`, words))
    .slice(0, MOST)
    .map(({ user_id, name, email, role }) => ({ kind: 'member', id: String(user_id), name, email, role }))
}

function isNamed(text: string, { words, is_every }: SearchWords): boolean {
  const plain = text.toLocaleLowerCase()
  const fits = ({ part }: { part: string }) => plain.includes(part)
  return words.length > 0 && (is_every ? words.every(fits) : words.some(fits))
}
