import { HTTP_METHODS } from '@portico/contract/catalogue.ts'
import type { ApiCaller, InsideCaller } from '#access/index.ts'
import { type Call, functionOf, type Gate, type SentAsIs } from '../gate.ts'
import { type Called, NOT_CALLED } from '../metrics.ts'
import { NO_ENTRY, refuse } from '../record/refuse.ts'
import type { Code } from '../wire/codes.ts'
import { type Reply, refused } from '../wire/envelope.ts'

/** What a request says before its body is read. */
export interface Arrival {
  /** Of the request, and of its first task. */
  id: string
  method: string
  /** As it came, plain: `/v3/…` or `/sandbox/v3/…`, or a path of a document that speaks no envelope. */
  path: string
  /** It is answered as its document says, without an envelope. */
  is_plain: boolean
  sent: SentAsIs
  query: Record<string, unknown>
  ip: string
  /** It came in clear although our address is https. */
  is_in_clear: boolean
  authorization: string | undefined
  /** Checked already: the dashboard calls for a signed-in user, or for an agent. */
  as: InsideCaller | undefined
  idempotency_key: string | undefined
  max_cost: string | undefined
}

export type Authorization =
  | { ok: true; call: Call; is_flat: boolean }
  | { ok: false; reply: Reply; is_flat: boolean; called?: Called }

/** Everything that can be said without the body: who, whether they may, from where, and what for. */
export async function authorizeCall(gate: Gate, arrival: Arrival): Promise<Authorization> {
  const at = gate.ctx.clock.now()
  const since_ms = performance.now()
  const { path, is_sandbox, is_flat } = readPath(arrival)
  const { id, method, query, ip, idempotency_key, max_cost } = arrival
  if (arrival.is_in_clear)
    return {
      ok: false,
      is_flat,
      reply: refused(40100, since_ms, 'Use HTTPS: unencrypted requests are not accepted.'),
    }
  const caller = arrival.as
    ? await gate.callers.named(arrival.as)
    : await gate.authenticate(arrival.authorization, ip, (login) =>
        gate.wrongPasswords.note({ id, login, ip, method, path, is_sandbox }),
      )
  if (!caller) return { ok: false, is_flat, reply: refused(40100, since_ms) }

  const catalogue = gate.catalogue.forAccount(caller.owner_id)
  const found = catalogue.find(method, path)
  const about = {
    id,
    caller,
    path,
    is_sandbox,
    ip,
    since_ms,
    is_plain: arrival.is_plain,
    entry: found?.entry ?? NO_ENTRY,
  }
  const no = async (code: Code, more = ''): Promise<Authorization> => {
    const called = { ...calledOf(about.entry, found?.entry.upstream_path), login_id: caller.login_id }
    return { ok: false, is_flat, called, reply: await refuse(gate, about, code, more) }
  }
  const refusal = callerRefusal(caller, ip)
  if (refusal) return no(refusal.code, refusal.more)
  if (!found) {
    const others = HTTP_METHODS.filter((one) => one !== method && catalogue.find(one, path))
    if (others.length === 0) return no(40400)
    const refusal = await no(40402, `Use ${others.join(' or ')}.`)
    if (!refusal.ok && arrival.is_plain) refusal.reply.headers.allow = others.join(', ')
    return refusal
  }
  const { entry, params } = found
  const denied = caller.agent && denialOf(caller.agent, entry, is_sandbox)
  if (denied) return no(40208, denied)
  // Of several tasks that were posted every id has to come back.
  const is_short = is_flat && entry.kind !== 'task_post'
  const call = { ...about, entry, params, method, query, at, idempotency_key, max_cost, is_short, sent: arrival.sent }
  return { ok: true, is_flat: is_short, call }
}

/** The path of the catalogue, and what is said around it. */
function readPath({ path, is_plain }: Pick<Arrival, 'path' | 'is_plain'>) {
  const is_sandbox = path.startsWith('/sandbox/')
  const is_flat = path.endsWith('.ai') && !is_plain
  return {
    path: path.slice(is_sandbox ? '/sandbox'.length : 0, is_flat ? -'.ai'.length : undefined),
    is_sandbox,
    is_flat,
  }
}

/** The endpoint of a request whose caller is not known yet: a call that is refused before that is counted and logged by it, too. */
export function endpointOf({ catalogue }: Gate, arrival: Pick<Arrival, 'method' | 'path' | 'is_plain'>): Called {
  const found = catalogue.find(arrival.method, readPath(arrival).path)
  return found ? calledOf(found.entry, found.entry.upstream_path) : NOT_CALLED
}

/** For metrics and the log: never what customers put into a path. */
export function calledOf(entry: Pick<Call['entry'], 'api' | 'function_id'>, endpoint = NOT_CALLED.endpoint) {
  return { api: entry.api, function: functionOf(entry), endpoint }
}

/** Why a caller may send nothing at all, whatever they ask for. */
export function callerRefusal(caller: ApiCaller, ip: string): { code: Code; more?: string } | undefined {
  if (!caller.is_verified) return { code: 40104 }
  if (caller.on_hold) return { code: 40201, ...(caller.is_closing && { more: 'The account is being closed.' }) }
  return caller.mayCallFrom(ip) ? undefined : { code: 40207, more: `It is ${ip}.` }
}

/** Why an agent may not make this call at all; its limits are looked at where the money is held. */
function denialOf(
  { is_live, functions }: NonNullable<ApiCaller['agent']>,
  entry: Call['entry'],
  is_sandbox: boolean,
): string | undefined {
  if (!is_live && !is_sandbox) return 'It may use the sandbox only.'
  const name = `${entry.api}/${functionOf(entry)}`
  if (functions && !functions.some((one) => one === entry.api || one === name)) return `It may not call ${name}.`
  return undefined
}
