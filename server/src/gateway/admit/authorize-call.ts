import { HTTP_METHODS } from '@portico/contract/catalogue.ts'
import { CODE } from '@portico/contract/codes.ts'
import type { ApiCaller, InsideCaller } from '#access/index.ts'
import { isCharged, isReadOnly } from '#catalogue/index.ts'
import { type Call, functionOf, type Gate, type SentAsIs } from '../gate.ts'
import { type Called, NOT_CALLED } from '../metrics.ts'
import { NO_ENTRY, type RequestRefusal, refuseAndRecord } from '../record/refuse-and-record.ts'
import { type Reply, refused } from '../wire/envelope.ts'

/** A request before its body is read. */
export interface Arrival {
  /** Id of the request and of its first task. */
  id: string
  method: string
  /** The normalised path: `/v3/…`, `/sandbox/v3/…`, or a path of a plain document. */
  path: string
  /** A plain document is called: the answer has no envelope. */
  is_plain: boolean
  sent: SentAsIs
  query: Record<string, unknown>
  ip: string
  /** The credentials came unencrypted although our address is https. */
  is_in_clear: boolean
  authorization: string | undefined
  /** Already authenticated: the dashboard calls for a signed-in user, or an agent's route for the agent. */
  as: InsideCaller | undefined
  idempotency_key: string | undefined
  max_cost: string | undefined
}

export type Authorization =
  | { ok: true; call: Call; is_flat: boolean }
  | { ok: false; reply: Reply; is_flat: boolean; called?: Called }

/** Decides everything that needs no body: caller, IP rules, endpoint and permissions. */
export async function authorizeCall(gate: Gate, arrival: Arrival): Promise<Authorization> {
  const at = gate.ctx.clock.now()
  const since_ms = performance.now()
  const { path, is_sandbox, is_flat } = readPath(arrival)
  const { id, method, query, ip, idempotency_key, max_cost } = arrival
  if (arrival.is_in_clear)
    return {
      ok: false,
      is_flat,
      reply: refused(CODE.unauthorized, since_ms, 'Use HTTPS: unencrypted requests are not accepted.'),
    }
  const caller = arrival.as
    ? await gate.callers.named(arrival.as)
    : await gate.authenticate(arrival.authorization, ip, (login, ended_key) =>
        gate.wrongPasswords.note({ id, login, ip, method, path, is_sandbox, ended_key }),
      )
  if (!caller) return { ok: false, is_flat, reply: refused(CODE.unauthorized, since_ms) }

  const catalogue = gate.catalogue.forAccount(caller.owner_id)
  const found = catalogue.find(method, path, arrival.sent)
  const about = {
    id,
    caller,
    method,
    path,
    is_sandbox,
    ip,
    since_ms,
    is_plain: arrival.is_plain,
    entry: found?.entry ?? NO_ENTRY,
  }
  const refuse = async (refusal: RequestRefusal): Promise<Authorization> => {
    const called = { ...calledOf(about.entry, found?.entry.upstream_path), login_id: caller.login_id }
    return { ok: false, is_flat, called, reply: await refuseAndRecord(gate, about, refusal) }
  }
  if (isWebSocket(arrival.sent.headers)) return refuse({ code: CODE.notImplemented, more: NO_WEB_SOCKET })
  const refusal = callerRefusal(caller, ip)
  if (refusal) return refuse(refusal)
  if (!found) {
    const isThere = (one: string) => catalogue.find(one, path, arrival.sent)?.entry.http_method === one
    const others = HTTP_METHODS.filter((one) => one !== method && isThere(one))
    if (others.length === 0) return refuse({ code: CODE.notFound })
    const allowed = arrival.is_plain && { headers: { allow: others.join(', ') } }
    return refuse({ code: CODE.invalidPath, more: `Use ${others.join(' or ')}.`, ...allowed })
  }
  const { entry, params, raw_params } = found
  const denied = caller.agent && denialOf(caller.agent, entry, is_sandbox)
  if (denied) return refuse({ code: CODE.notAllowed, more: denied })
  // A post of several tasks has to return every id, which the flat form cannot.
  const is_short = is_flat && entry.kind !== 'task_post'
  const call = {
    ...about,
    entry,
    params,
    raw_params,
    query,
    at,
    idempotency_key,
    max_cost,
    is_short,
    sent: arrival.sent,
  }
  return { ok: true, is_flat: is_short, call }
}

const NO_WEB_SOCKET =
  'WebSocket connections are not supported. Send an HTTP request; streamed answers arrive as they come.'

/** Without this check the request that opens a WebSocket would be sold as a GET. Proxies drop `Upgrade`, but not the key. */
function isWebSocket(headers: SentAsIs['headers']): boolean {
  return headers['sec-websocket-key'] !== undefined || /\bwebsocket\b/i.test(headers.upgrade ?? '')
}

/** Splits a path into the catalogue's path, the sandbox prefix and the `.ai` suffix. */
function readPath({ path, is_plain }: Pick<Arrival, 'path' | 'is_plain'>) {
  const is_sandbox = path.startsWith('/sandbox/')
  const is_flat = path.endsWith('.ai') && !is_plain
  return {
    path: path.slice(is_sandbox ? '/sandbox'.length : 0, is_flat ? -'.ai'.length : undefined),
    is_sandbox,
    is_flat,
  }
}

/** The endpoint of a request whose caller is not known yet, so that early refusals are counted and logged by endpoint too. */
export function endpointOf(
  { catalogue }: Gate,
  arrival: Pick<Arrival, 'method' | 'path' | 'is_plain' | 'sent'>,
): Called {
  const found = catalogue.find(arrival.method, readPath(arrival).path, arrival.sent)
  return found ? calledOf(found.entry, found.entry.upstream_path) : NOT_CALLED
}

/** True for the sandbox, look-ups, polls and the account, which book no money. */
export function isFreeCall({ catalogue }: Gate, arrival: Pick<Arrival, 'method' | 'path' | 'is_plain'>): boolean {
  const { path, is_sandbox } = readPath(arrival)
  const found = catalogue.find(arrival.method, path)
  return found !== undefined && (is_sandbox || !isCharged(found.entry.kind))
}

/** Labels for metrics and the log, which never hold what customers write into a path. */
export function calledOf(entry: Pick<Call['entry'], 'api' | 'function_id'>, endpoint = NOT_CALLED.endpoint) {
  return { api: entry.api, function: functionOf(entry), endpoint }
}

/** Why a caller may call nothing at all. */
export function callerRefusal(caller: ApiCaller, ip: string): RequestRefusal | undefined {
  if (!caller.is_verified) return { code: CODE.unverifiedAccount }
  if (caller.on_hold) return { code: CODE.onHold, ...(caller.is_closing && { more: 'The account is being closed.' }) }
  if (!caller.mayCallFrom(ip)) return { code: CODE.addressRefused, more: `It is ${ip}.` }
  const key = caller.agent?.key
  if (key && !key.mayCallFrom(ip))
    return { code: CODE.addressRefused, more: `It is ${ip}, which is not on the list of the API key "${key.name}".` }
  return undefined
}

/** Why an agent or a key may not call this function; its spend limits are checked when money is held. */
function denialOf(
  { is_live, functions, key }: NonNullable<ApiCaller['agent']>,
  entry: Call['entry'],
  is_sandbox: boolean,
): string | undefined {
  const it = key ? `The API key "${key.name}"` : 'It'
  if (!is_live && !is_sandbox) return `${it} may use the sandbox only.`
  const name = `${entry.api}/${functionOf(entry)}`
  if (functions && !functions.some((one) => one === entry.api || one === name)) return `${it} may not call ${name}.`
  if (key?.is_read_only && !isReadOnly(entry)) return `${it} is read-only and may not call ${entry.id}.`
  return undefined
}
