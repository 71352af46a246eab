import { CODE } from '@portico/contract/codes.ts'
import type { Counted } from '@portico/contract/price.ts'
import { countResults, lacksList, openCounter } from '#catalogue/index.ts'
import type { Call, Gate } from '../gate.ts'
import type { Outcome, PreparedTask } from '../record/prepared-task.ts'
import { reportMissingList } from '../tasks/ask-source.ts'
import { CODES } from '../wire/codes.ts'
import type { RawAnswer } from '../wire/envelope.ts'

/** A call that is charged for itself alone. */
export const NOTHING: Counted = { results: 0, pages: 0, measured: {} }

type WholeAnswer = RawAnswer & { body: Buffer }

/** The outcome of a complete answer, with everything its price counts. */
export function counted(
  gate: Gate,
  call: Call,
  preparedTask: PreparedTask,
  raw: WholeAnswer,
  time_ms: number,
  decoded?: unknown,
): Outcome {
  const { tariff, result_list } = call.entry
  const { results, pages, measures = [] } = tariff ?? {}
  const is_parsed = Boolean(results || pages) || measures.some(({ of }) => of === 'answer')
  const value: unknown = is_parsed && decoded === undefined ? JSON.parse(raw.body.toString('utf8')) : decoded
  const parts = Array.isArray(value) ? value : [value]
  if ((results || pages) && lacksList(result_list, parts)) reportMissingList(gate, call.entry, call.id)
  const counter = openCounter(measures)
  counter.request(call.plain_request?.body?.bytes?.length ?? 0)
  counter.chunk(raw.body)
  counter.time(time_ms)
  counter.answer(parts)
  for (const field of counter.missing()) reportMissingList(gate, call.entry, call.id, field)
  const found = results || pages ? countResults(result_list, parts) : 1
  const units = { results: found, pages: pages ? Math.ceil(found / pages.size) : 0, measured: counter.measured() }
  const charge = chargeFor(preparedTask, units)
  return { code: CODE.ok, message: CODES[CODE.ok], result: null, results: found, ...charge, raw }
}

/** The price by what was counted; undefined: the answer is free. */
export function chargeFor(
  { quote, volume }: PreparedTask,
  units: Counted | undefined,
): Pick<Outcome, 'cost_micros' | 'counted'> {
  if (!units) return { cost_micros: 0 }
  return { cost_micros: quote.charge(units, volume).micros, counted: units }
}
