import { inCurrency } from '@portico/contract/currency.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { PRIORITIES } from '@portico/contract/price.ts'
import type { Entry } from '#catalogue/room.ts'
import { partOf } from './bound-output.ts'
import { findFunctions } from './find-functions.ts'
import { functionsFor, methodFor, type Visitor } from './visitor.ts'

/** What a tool says: fields for the model to read, or why it could not. */
export type Told = { ok: true; fields: Record<string, unknown> } | { ok: false; message: string }

export const told = (fields: Record<string, unknown>): Told => ({ ok: true, fields })
export const refusedTo = (message: string): Told => ({ ok: false, message })
export const UNKNOWN_METHOD = 'There is no such method, or this agent login may not call it. Use find_functions.'

export function toolFindFunctions(visitor: Visitor, { query, limit }: { query: string; limit: number }): Told {
  const allowed = functionsFor(visitor)
  const found = findFunctions(allowed, query, limit)
  return told({
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
  visitor: Visitor,
  { function_id, from }: { function_id: string; from: number },
): Told {
  const isListed = functionsFor(visitor).some(({ id }) => id === function_id)
  const shown = isListed ? visitor.catalogue.show(function_id) : undefined
  if (!shown) return refusedTo('There is no such function, or this agent login may not call it. Use find_functions.')
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
      price_of_the_example: priceOf(visitor, method.id, method.sample),
      price_rules: method.tariff ?? 'free',
    })),
  }
  const text = JSON.stringify(described)
  const part = partOf(text, from)
  if (from === 0 && part.next_from === null) return told(described)
  const hint = part.next_from === null ? undefined : `Cut. Read on with from: ${part.next_from}.`
  return told({
    function_id,
    part: part.text,
    characters: text.length,
    next_from: part.next_from,
    ...(hint && { hint }),
  })
}

/** By the code that charges: what is held before a call is sent, and never passed. */
export function toolEstimatePrice(
  visitor: Visitor,
  { method_id, task }: { method_id: string; task: Record<string, unknown> },
): Told {
  const entry = methodFor(visitor, method_id)
  if (!entry) return refusedTo(UNKNOWN_METHOD)
  const faults = visitor.catalogue.validate(entry, task).map(({ message }) => message)
  return told({
    method_id,
    [inCurrency('max_cost')]: microsToUnits(mostOf(visitor, entry, task)),
    [inCurrency('sandbox_cost')]: 0,
    priority: visitor.catalogue.asked(entry, task).priority === PRIORITIES.high ? 'high' : 'normal',
    is_valid: faults.length === 0,
    ...(faults.length > 0 && { faults: faults.slice(0, 20) }),
  })
}

/** The most a request can be charged. */
export function mostOf({ catalogue }: Pick<Visitor, 'catalogue'>, entry: Entry, task: Record<string, unknown>): number {
  return catalogue.price(entry, catalogue.asked(entry, task)).max_micros
}

function priceOf(visitor: Visitor, method_id: string, task: Record<string, unknown>) {
  const entry = methodFor(visitor, method_id)
  return { [inCurrency('max_cost')]: microsToUnits(entry ? mostOf(visitor, entry, task) : 0) }
}
