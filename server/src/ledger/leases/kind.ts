import { DAY_MS } from '@portico/contract/time.ts'
import { timeOfCall } from '#crypto/call-id.ts'
import type { HoldRow } from '../meter-store.ts'
import type { Funds } from '../metered-call.ts'
import { type Demand, newDemand } from './slice.ts'

/** Calls that count for the same limits on the same day. */
export interface Kind {
  login_id: number
  demand: Demand
  taken_ms: number
  used_ms: number
  funds: Funds | undefined
  taking: Promise<void> | undefined
}

export function newKind(login_id: number, now_ms: number): Kind {
  const demand = newDemand(now_ms)
  return { login_id, demand, taken_ms: now_ms, used_ms: now_ms, funds: undefined, taking: undefined }
}

export function noteFunds(kind: Kind, { balance_micros, held_micros }: Funds): void {
  kind.funds = { balance_micros, held_micros }
  kind.demand.free = balance_micros - held_micros
}

export function keyOf({ id, login_id, member_id, agent_id, tag, api, function: name }: HoldRow): string {
  const day = Math.floor(timeOfCall(id).getTime() / DAY_MS)
  return `${login_id} ${member_id ?? ''} ${agent_id ?? ''} ${day} ${api}/${name} ${tag ?? ''}`
}
