import { CODE } from '@portico/contract/codes.ts'
import { openCounter } from '#catalogue/index.ts'
import { LONGEST_CALL_MS } from '#integrations/upstream-pass.ts'
import type { SettleRequest } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import { NOTHING } from '../plain/count-answer.ts'
import { costOf } from '../plain/read-outcome.ts'
import { keepBody, tapAnswer } from '../record/keep-answer.ts'
import { failed, type Outcome, type PreparedTask, taskSettle } from '../record/prepared-task.ts'
import { reportMissingList } from '../tasks/ask-source.ts'
import { CODES, tooLargeText } from '../wire/codes.ts'
import type { Reply } from '../wire/envelope.ts'
import { type End, passOn } from '../wire/pass-on.ts'
import { countMonth, releaseMonth } from './monthly.ts'

const LARGEST_BYTES = 1024 * 1024 * 1024

interface Booking {
  book(gate: Gate, call: Call, settles: SettleRequest[], reply: Reply): Promise<void>
  /** Makes sure that a call which could not be booked is never charged. */
  reverse(gate: Gate, settles: SettleRequest[]): Promise<boolean>
}

/** A reply whose body is passed on as it comes, and booked when it ends. */
export async function deliverAnswer(
  gate: Gate,
  call: Call,
  preparedTask: PreparedTask,
  reply: Reply,
  booking: Booking,
): Promise<Reply> {
  const { outcome } = preparedTask
  const { raw } = reply
  if (!outcome?.passing || !raw) return reply
  const { passing } = outcome
  const settleOf = (one: Outcome) => taskSettle(call, { ...preparedTask, outcome: one }, reply.http)
  const { stream_idle_ms, stream_max_ms, timeout_ms } = gate.ctx.env.upstream
  const bounds = {
    idle_ms: passing.is_stream ? stream_idle_ms : Math.max(timeout_ms, stream_idle_ms),
    left_ms: (passing.is_stream ? stream_max_ms : LONGEST_CALL_MS) - (performance.now() - call.since_ms),
    max_bytes: LARGEST_BYTES,
  }
  const tap = tapAnswer(gate, call)
  const isStopping = () => gate.pass?.isAborted() ?? false
  if (!passing.is_stream)
    return {
      ...reply,
      raw: {
        ...raw,
        body: passOn(passing, bounds, {
          isStopping,
          onPassed: tap.add,
          async onEnd(end, error) {
            const settle = settleOf(isDelivered(end) ? outcome : broken(end))
            if (!isDelivered(end)) releaseMonth(gate, [preparedTask])
            reportEnd(gate, call, end, error)
            try {
              await booking.book(gate, call, [settle], {
                ...reply,
                raw: { ...raw, body: tap.body(), bytes: tap.bytes() },
              })
            } catch (failure) {
              void booking.reverse(gate, [settle])
              throw failure
            }
          },
        }),
      },
    }

  const { counter, measures = openCounter() } = passing
  const units = call.entry.tariff?.measures ?? []
  const is_counted = counter !== undefined || units.length > 0
  const has_number = units.some(({ of }) => of === 'answer')
  const { quote, volume, held_micros } = preparedTask
  const soFar = () => costOf(call, preparedTask, counter?.results() ?? outcome.results, measures)
  /** Units of the month, should this process die. */
  const usedOf = ({ counted }: Pick<Outcome, 'counted'>) =>
    quote.monthly && counted ? { used: quote.charge(counted, volume).used } : {}
  let counted_ms = performance.now()
  /** The time since the last look, or since the answer began. */
  const takeTime = () => {
    const since_ms = counted_ms
    counted_ms = performance.now()
    return counted_ms - since_ms
  }
  // Stored before the first byte: from here on the call is charged, even if this process dies.
  try {
    const begun = soFar()
    if (held_micros > 0)
      await gate.begunCalls.begin({
        ...settleOf({ ...outcome, ...begun, ...cutOff('stop', bounds) }),
        ...usedOf(begun),
      })
  } catch (error) {
    passing.source.on('error', () => undefined).destroy()
    throw error
  }
  const store = () => {
    measures.time(takeTime())
    const { results, cost_micros, counted } = soFar()
    const time_ms = performance.now() - call.since_ms
    gate.begunCalls.progress({ id: preparedTask.id, results, cost_micros, time_ms, ...usedOf({ counted }) })
  }
  const { 'x-cost': cost, ...headers } = reply.headers
  const ended = Promise.withResolvers<void>()
  gate.streams.add(preparedTask.id)
  const body = passOn(passing, bounds, {
    isStopping,
    // A customer who leaves before the priced number has come pays what one who stays pays.
    reads_on: has_number,
    onReceived(chunk) {
      if (!has_number) return
      if (chunk) measures.received(chunk)
      else measures.complete()
      store()
    },
    onPassed(chunk) {
      tap.add(chunk)
      if (!is_counted) return
      counter?.add(chunk)
      measures.chunk(chunk)
      store()
    },
    async onEnd(end, error) {
      ended.resolve()
      gate.streams.delete(preparedTask.id)
      if (end === 'complete') counter?.finish()
      measures.time(takeTime())
      if (counter?.lacksList()) reportMissingList(gate, call.entry, call.id)
      if (isDelivered(end)) for (const field of measures.missing()) reportMissingList(gate, call.entry, call.id, field)
      reportEnd(gate, call, end, error)
      const cut_off = isDelivered(end) ? {} : cutOff(end, bounds)
      const all = soFar()
      const price = () => countMonth(gate, call, preparedTask, all.counted ?? NOTHING)
      await gate.begunCalls.end(settleOf({ ...outcome, ...all, ...cut_off }), quote.monthly ? price : undefined)
      const type = raw.headers['content-type'] ?? ''
      const { code } = { ...outcome, ...cut_off }
      keepBody(gate, call, { id: preparedTask.id, code, http: raw.http, type, body: tap.body(), bytes: tap.bytes() })
    },
  })
  return {
    ...reply,
    // The cost of what is counted is not known yet.
    headers: {
      ...headers,
      ...(cost && !is_counted && !quote.monthly && { 'x-cost': cost }),
      'x-accel-buffering': 'no',
    },
    raw: { ...raw, body, ended: ended.promise },
  }
}

/** A customer who leaves pays for what was delivered, as if the answer ended there. */
function isDelivered(end: End): boolean {
  return end === 'complete' || end === 'client'
}

function broken(end: End): Outcome {
  if (end !== 'too_large') return failed(CODE.sourceUnavailable)
  return failed(CODE.answerTooLarge, tooLargeText(LARGEST_BYTES))
}

function cutOff(end: End, { idle_ms }: { idle_ms: number }): Pick<Outcome, 'code' | 'message'> {
  const reasons: Partial<Record<End, string>> = {
    source: 'The data source ended it.',
    stop: 'The service was restarted.',
    idle: `The data source sent nothing for ${Math.round(idle_ms / 1000)} seconds.`,
    too_long: 'It reached the longest time allowed.',
    too_large: 'It reached the largest size allowed.',
  }
  return { code: CODE.streamCut, message: `${CODES[CODE.streamCut]} ${reasons[end] ?? ''}`.trim() }
}

function reportEnd({ ctx }: Gate, { entry, id }: Call, end: End, error: unknown): void {
  if (isDelivered(end)) return
  const reason = error instanceof Error ? error.message : 'unknown'
  ctx.log.warn({ reason, end, entry: entry.id, request_id: id }, 'upstream answer was cut off')
}
