import { Agent } from 'undici'
import type { Log } from '#db/log.ts'
import type { Attributes, Span, Tracer } from '#db/trace.ts'
import type { TraceEnv } from '#env/traces.ts'

const WAITING_MAX = 4096
const BATCH_MAX = 512
const EVERY_MS = 1000
const ANSWER_MS = 5000
const WARN_EVERY_MS = 60_000
const KINDS: Record<Span['kind'], number> = { internal: 1, server: 2, client: 3 }
const ERROR = 2

export interface TraceExporter extends Tracer {
  /** Sends the queued spans once and closes the connection. */
  close(): Promise<void>
}

/**
 * Sends spans to a collector as OTLP over HTTP in JSON, in groups, one at a time. No call waits for it: spans that do not fit into
 * the queue, and those the collector refuses, are dropped.
 */
export function openTraceExporter({ url, headers, service }: TraceEnv, version: string, log: Log): TraceExporter {
  const agent = new Agent({ connections: 1, connect: { timeout: ANSWER_MS } })
  let waiting: Span[] = []
  let dropped = 0
  let warned_ms = Number.NEGATIVE_INFINITY
  let sending: Promise<void> | undefined

  async function send(spans: Span[]): Promise<void> {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(asOtlp(spans, service, version)),
      signal: AbortSignal.timeout(ANSWER_MS),
      dispatcher: agent,
    } as RequestInit)
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`collector answered ${reply.status}`)
  }

  /** Returns whether the collector can take another group at once. */
  async function flush(): Promise<boolean> {
    const spans = waiting.slice(0, BATCH_MAX)
    waiting = waiting.slice(BATCH_MAX)
    if (spans.length === 0) {
      if (dropped > 0) warn('more spans than the collector takes')
      return false
    }
    try {
      await send(spans)
      return true
    } catch (error) {
      dropped += spans.length
      warn(error instanceof Error ? error.message : 'unknown')
      return false
    }
  }

  /** A busy gateway ends more spans in a second than one group holds. */
  async function flushWholeGroups(): Promise<void> {
    while ((await flush()) && waiting.length >= BATCH_MAX);
  }

  function warn(reason: string): void {
    if (performance.now() - warned_ms < WARN_EVERY_MS) return
    warned_ms = performance.now()
    log.warn({ dropped, reason }, 'traces not sent')
    dropped = 0
  }

  const timer = setInterval(() => {
    sending ??= flushWholeGroups().finally(() => {
      sending = undefined
    })
  }, EVERY_MS).unref()

  return {
    take(span) {
      if (waiting.length < WAITING_MAX) waiting.push(span)
      else dropped += 1
    },
    async close() {
      clearInterval(timer)
      await sending
      await flush()
      await agent.destroy()
    },
  }
}

function asOtlp(spans: Span[], service: string, version: string) {
  return {
    resourceSpans: [
      {
        resource: { attributes: asPairs({ 'service.name': service, 'service.version': version }) },
        scopeSpans: [{ scope: { name: 'portico', version }, spans: spans.map(asSpan) }],
      },
    ],
  }
}

function asSpan({ trace_id, span_id, parent_id, name, kind, began_ms, ended_ms, attributes, is_error }: Span) {
  return {
    traceId: trace_id,
    spanId: span_id,
    ...(parent_id && { parentSpanId: parent_id }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(began_ms),
    endTimeUnixNano: nanoseconds(ended_ms),
    attributes: asPairs(attributes),
    ...(is_error && { status: { code: ERROR } }),
  }
}

function asPairs(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: asValue(value) }],
  )
}

function asValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** As text, because a JavaScript number cannot hold so many digits. */
function nanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms * 1000)) * 1000n}`
}
