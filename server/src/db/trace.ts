import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

export type Attributes = Record<string, string | number | boolean | undefined>

/** One timed operation of a trace (W3C Trace Context, OpenTelemetry). */
export interface Span {
  trace_id: string
  span_id: string
  parent_id: string | undefined
  name: string
  kind: 'server' | 'internal' | 'client'
  /** Milliseconds since 1970, with fractions. */
  began_ms: number
  ended_ms: number
  attributes: Attributes
  is_error: boolean
}

/** Accepts spans that have ended. It must return at once, even when they cannot be sent. */
export interface Tracer {
  take(span: Span): void
}

interface Current {
  tracer: Tracer
  trace_id: string
  span_id: string
  /** False: the caller does not sample this trace; it is passed on and not recorded. */
  is_sampled: boolean
}

const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/
const current = new AsyncLocalStorage<Current>()
const newId = (bytes: number) => randomBytes(bytes).toString('hex')
const now = () => performance.timeOrigin + performance.now()

export interface OpenSpan {
  /** Work within it belongs to the span. */
  run<T>(fn: () => T): T
  end(name: string, attributes: Attributes, is_error: boolean): void
}

/**
 * Span of an incoming request: continues the trace its caller named, or that of the request which makes this one, or
 * begins one.
 */
export function openRequestSpan(tracer: Tracer, traceparent: string | string[] | undefined): OpenSpan {
  const [, trace_id, span_id, flags = '01'] = (typeof traceparent === 'string' && TRACE_PARENT.exec(traceparent)) || []
  const given =
    trace_id && span_id ? { trace_id, span_id, is_sampled: (Number.parseInt(flags, 16) & 1) === 1 } : undefined
  const parent = given ?? current.getStore()
  return openSpan(
    { tracer, trace_id: parent?.trace_id ?? newId(16), is_sampled: parent?.is_sampled ?? true },
    'server',
    parent?.span_id,
  )
}

/**
 * A child span, where the current work is traced; elsewhere `fn` alone, at no cost. Results may go into `attributes`.
 */
export async function inSpan<T>(
  { name, kind, attributes }: Pick<Span, 'name' | 'kind' | 'attributes'>,
  fn: () => Promise<T>,
  isError: (result: T) => boolean = () => false,
): Promise<T> {
  const parent = current.getStore()
  if (!parent) return fn()
  const span = openSpan(parent, kind, parent.span_id)
  try {
    const result = await span.run(fn)
    span.end(name, attributes, isError(result))
    return result
  } catch (error) {
    span.end(name, attributes, true)
    throw error
  }
}

/** For an outgoing request: its receiver continues the same trace. */
export function traceHeaders(): { traceparent?: string } {
  const span = current.getStore()
  return span ? { traceparent: `00-${span.trace_id}-${span.span_id}-${span.is_sampled ? '01' : '00'}` } : {}
}

function openSpan(of: Omit<Current, 'span_id'>, kind: Span['kind'], parent_id: string | undefined): OpenSpan {
  const { tracer, trace_id, is_sampled: is_stored } = of
  const span_id = newId(8)
  const began_ms = now()
  return {
    run: (fn) => current.run({ tracer, trace_id, span_id, is_sampled: is_stored }, fn),
    end(name, attributes, is_error) {
      if (!is_stored) return
      tracer.take({ trace_id, span_id, parent_id, name, kind, began_ms, ended_ms: now(), attributes, is_error })
    },
  }
}
