import { inCurrency } from '@portico/contract/currency.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { PRIORITIES } from '@portico/contract/price.ts'
import type { Entry } from '#catalogue/index.ts'
import { type AgentSession, functionsFor, methodFor } from './agent-session.ts'
import { partOf } from './bound-output.ts'
import { findFunctions } from './find-functions.ts'

/** The result of a tool: fields for the model, or the reason of a failure. */
export type ToolResult = { ok: true; fields: Record<string, unknown> } | { ok: false; message: string }

export const ok = (fields: Record<string, unknown>): ToolResult => ({ ok: true, fields })
export const failure = (message: string): ToolResult => ({ ok: false, message })
export const UNKNOWN_METHOD = 'There is no such method, or this agent login may not call it. Use find_functions.'

export function toolFindFunctions(
  session: AgentSession,
  { query, limit }: { query: string; limit: number },
): ToolResult {
  const allowed = functionsFor(session)
  const found = findFunctions(allowed, query, limit)
  return ok({
    functions: found.map(({ id, title, summary, subscription, methods }) => ({
      function_id: id,
      title,
      summary: summary.slice(0, 300),
      ...(subscription && { requires_subscription: subscription }),
      methods: methods.map((method) => ({
        method_id: method.id,
        kind: method.kind,
        is_free: method.tariff === null,
      })),
    })),
    ...(found.length === 0 && { hint: 'Nothing fits. Try fewer or other words.' }),
    functions_in_all: allowed.length,
  })
}

export function toolDescribeFunction(
  session: AgentSession,
  { function_id, from }: { function_id: string; from: number },
): ToolResult {
  const isListed = functionsFor(session).some(({ id }) => id === function_id)
  const shown = isListed ? session.catalogue.show(function_id) : undefined
  if (!shown) return failure('There is no such function, or this agent login may not call it. Use find_functions.')
  const described = {
    function_id,
    title: shown.title,
    summary: shown.summary,
    ...(shown.subscription && { requires_subscription: shown.subscription }),
    methods: shown.methods.map((method) => ({
      method_id: method.id,
      kind: method.kind,
      title: method.title,
      summary: method.summary,
      path_params: method.path_params,
      schema: method.schema,
      example: method.sample,
      price_of_the_example: priceOf(session, method.id, method.sample),
      price_rules: method.tariff ?? 'free',
    })),
  }
  const text = JSON.stringify(described)
  const part = partOf(text, from)
  if (from === 0 && part.next_from === null) return ok(described)
  const hint = part.next_from === null ? undefined : `Cut. Read on with from: ${part.next_from}.`
  return ok({
    function_id,
    part: part.text,
    characters: text.length,
    next_from: part.next_from,
    ...(hint && { hint }),
  })
}

/** Estimates with the code that charges: the amount that is held before a call and never exceeded. */
export function toolEstimatePrice(
  session: AgentSession,
  { method_id, task }: { method_id: string; task: Record<string, unknown> },
): ToolResult {
  const entry = methodFor(session, method_id)
  if (!entry) return failure(UNKNOWN_METHOD)
  const faults = session.catalogue.validate(entry, task).map(({ message }) => message)
  return ok({
    method_id,
    [inCurrency('max_cost')]: microsToUnits(mostOf(session, entry, task)),
    [inCurrency('sandbox_cost')]: 0,
    priority: session.catalogue.chargeableUnits(entry, task).priority === PRIORITIES.high ? 'high' : 'normal',
    is_valid: faults.length === 0,
    ...(faults.length > 0 && { faults: faults.slice(0, 20) }),
  })
}

/** The most a request can be charged. */
export function mostOf(
  { catalogue }: Pick<AgentSession, 'catalogue'>,
  entry: Entry,
  task: Record<string, unknown>,
): number {
  return catalogue.price(entry, catalogue.chargeableUnits(entry, task)).max_micros
}

function priceOf(session: AgentSession, method_id: string, task: Record<string, unknown>) {
  const entry = methodFor(session, method_id)
  return { [inCurrency('max_cost')]: microsToUnits(entry ? mostOf(session, entry, task) : 0) }
}
