import { HTTP_METHODS } from '@portico/contract/catalogue.ts'
import type { ApiCaller, InsideCaller } from '#access/room.ts'
import { newCallId } from '#ledger/room.ts'
import type { Code } from './codes.ts'
import { type Reply, refused } from './envelope.ts'
import { type Call, functionOf, type Gate, type SentAsIs } from './gate.ts'
import { NO_ENTRY, refuse } from './refuse.ts'

/** What a request says before its body is read. */
export interface Arrival {
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
  | { ok: false; reply: Reply; id: string; is_flat: boolean }

/** Everything that can be said without the body: who, whether they may, from where, and what for. */
export async function authorizeCall(gate: Gate, arrival: Arrival): Promise<Authorization> {
  const at = gate.ctx.clock.now()
  const since_ms = performance.now()
  const is_sandbox = arrival.path.startsWith('/sandbox/')
  const is_flat = arrival.path.endsWith('.ai') && !arrival.is_plain
  const path = arrival.path.slice(is_sandbox ? '/sandbox'.length : 0, is_flat ? -'.ai'.length : undefined)
  const id = newCallId(at)
  const { method, query, ip, idempotency_key, max_cost } = arrival
  if (arrival.is_in_clear)
    return {
      ok: false,
      id,
      is_flat,
      reply: refused(40100, since_ms, 'Use HTTPS: unencrypted requests are not accepted.'),
    }
  const caller = arrival.as
    ? await gate.callers.named(arrival.as)
    : await gate.authenticate(arrival.authorization, ip, (login) =>
        gate.wrongPasswords.note({ id, login, ip, method, path, is_sandbox }),
      )
  if (!caller) return { ok: false, id, is_flat, reply: refused(40100, since_ms) }

  const found = gate.catalogue.find(method, path)
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
    return { ok: false, id, is_flat, reply: await refuse(gate, about, code, more) }
  }
  if (!caller.is_verified) return no(40104)
  if (caller.on_hold) return no(40201)
  if (!caller.mayCallFrom(ip)) return no(40207, `It is ${ip}.`)
  if (!found) {
    const others = HTTP_METHODS.filter((one) => one !== method && gate.catalogue.find(one, path))
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
