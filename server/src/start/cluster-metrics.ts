import type { Worker } from 'node:cluster'
import { AggregatorRegistry, Registry } from 'prom-client'
import * as z from 'zod/mini'

/** A worker that does not reply in time is left out; Prometheus itself waits ten seconds. */
const TIMEOUT_MS = 3000

/** The process at the other end of the channel. */
interface Peer {
  onMessage(listener: (message: unknown) => void): void
  send(message: object): void
}
const call = z.object({ portico: z.literal('metrics'), id: z.int() })
const reply = z.object({ portico: z.literal('metrics'), id: z.int(), value: z.unknown() })
const values = z.array(z.looseObject({ name: z.string() }))

/** Asks the other process for its metrics. Undefined when it does not reply in time. */
function openRequests(peer: Peer) {
  let last_id = 0
  const waiting = new Map<number, (value: unknown) => void>()
  peer.onMessage((message) => {
    const { data } = reply.safeParse(message)
    if (!data || !('value' in data)) return
    waiting.get(data.id)?.(data.value)
    waiting.delete(data.id)
  })
  return (): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    last_id += 1
    const id = last_id
    waiting.set(id, resolve)
    const timer = setTimeout(() => {
      waiting.delete(id)
      resolve(undefined)
    }, TIMEOUT_MS)
    peer.send({ portico: 'metrics', id })
    return promise.finally(() => clearTimeout(timer))
  }
}

function answerRequests(peer: Peer, read: () => Promise<unknown>): void {
  peer.onMessage(async (message) => {
    const { data } = call.safeParse(message)
    if (!data || (typeof message === 'object' && message !== null && 'value' in message)) return
    const value = await read().catch(() => undefined)
    peer.send({ portico: 'metrics', id: data.id, value })
  })
}

/** In a worker: gives its own metrics to the primary and reads those of all workers from it. */
export function joinMetrics(registry: Registry): () => Promise<string> {
  const primary: Peer = {
    onMessage: (listener) => process.on('message', listener),
    send: (message) => process.send?.(message),
  }
  answerRequests(primary, () => registry.getMetricsAsJSON())
  const ask = openRequests(primary)
  return async () => String((await ask()) ?? '')
}

/** In the primary: the metrics of all workers as one text. */
export function openMetricsSum() {
  const workers = new Set<() => Promise<unknown>>()
  const text = async () => {
    const replies = await Promise.all([...workers].map((ask) => ask()))
    const known = replies.flatMap((one) => (values.safeParse(one).success ? [one as object[]] : []))
    return AggregatorRegistry.aggregate(known).metrics()
  }
  return {
    type: new Registry().contentType,
    text,
    add(worker: Worker) {
      const peer: Peer = {
        onMessage: (listener) => worker.on('message', listener),
        send: (message) => worker.isConnected() && worker.send(message),
      }
      const ask = openRequests(peer)
      workers.add(ask)
      worker.once('exit', () => workers.delete(ask))
      answerRequests(peer, text)
    },
  }
}
