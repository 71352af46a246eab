import type { Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import * as z from 'zod/mini'

const request = z.object({ type: z.literal('portico:metrics'), id: z.int() })
const reply = z.object({ type: z.literal('portico:metrics'), id: z.int(), text: z.string() })

/** In a worker: the metrics of all workers, as the primary sums them. */
export function openClusterMetrics(): () => Promise<string> {
  let last_id = 0
  const waiting = new Map<number, (text: string) => void>()
  process.on('message', (message) => {
    const { data } = reply.safeParse(message)
    if (!data) return
    waiting.get(data.id)?.(data.text)
    waiting.delete(data.id)
  })
  return () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    last_id += 1
    waiting.set(last_id, resolve)
    process.send?.({ type: 'portico:metrics', id: last_id })
    return promise
  }
}

/** In the primary: the metrics of all workers. */
export function sumMetrics() {
  const registry = new AggregatorRegistry<'text/plain; version=0.0.4; charset=utf-8'>()
  return { type: registry.contentType, text: () => registry.clusterMetrics() }
}

/** In the primary: what a worker asks with `openClusterMetrics`. */
export async function answerMetrics(worker: Worker, message: unknown): Promise<void> {
  const { data } = request.safeParse(message)
  if (!data) return
  const text = await sumMetrics()
    .text()
    .catch(() => '')
  if (worker.isConnected()) worker.send({ type: 'portico:metrics', id: data.id, text })
}
