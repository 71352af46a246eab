import type { SettleOutcome, SettleRequest } from '#ledger/index.ts'
import type { Gate } from '../gate.ts'
import { pauseOf } from './repeats.ts'

/** Records a call that cost nothing: at once, or counted in the row of the next one of its kind. Undefined when it was counted. */
export function recordRepeated(
  gate: Pick<Gate, 'ctx' | 'meter' | 'repeats'>,
  settle: SettleRequest,
  record: (settle: SettleRequest) => Promise<SettleOutcome | undefined>,
): Promise<SettleOutcome | undefined> {
  const { usage, id } = settle
  const { login_id, status_code, api, function: name, http_method, is_sandbox, agent_id, via, request_id } = usage
  const kind = [login_id, status_code, api, name, http_method, is_sandbox, agent_id, via, request_id === id]
  const every_ms = pauseOf(gate, login_id, status_code)
  return gate.repeats.record(kind.join(' '), every_ms, (repeats) => record(withRepeats(settle, repeats)))
}

function withRepeats(settle: SettleRequest, repeats: number): SettleRequest {
  return repeats === 0 ? settle : { ...settle, usage: { ...settle.usage, repeats } }
}
