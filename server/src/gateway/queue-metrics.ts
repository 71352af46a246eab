import { inCurrency } from '@portico/contract/currency.ts'
import { queueState } from '#db/queue-metrics-store.ts'
import { type Metric, sharedRead } from '#http/metrics.ts'
import { holdMetrics } from '#ledger/index.ts'
import type { Gate } from './gate.ts'
import { TASKS_WAIT } from './tasks/task-store.ts'
import { WEBHOOKS_WAIT } from './webhooks/webhook-store.ts'

/** Read at every scrape: queue lengths and ages, holds, and endpoints whose breaker is open. */
export function queueMetrics({ ctx: { db }, meter, admission, upstream, pass, streams }: Gate): Metric[] {
  const queues = sharedRead(async () => ({
    meter: { waiting: meter.metrics().waiting, oldest_s: meter.health().oldest_ms / 1000 },
    admission: { waiting: admission.waiting(), oldest_s: admission.health().oldest_ms / 1000 },
    tasks: await queueState(db, 'gateway_tasks', 'due_at', TASKS_WAIT),
    webhooks: await queueState(db, 'gateway_webhooks', 'due_at', WEBHOOKS_WAIT),
  }))
  const holds = sharedRead(() => holdMetrics(db))
  const eachQueue = async (read: 'waiting' | 'oldest_s') =>
    Object.entries(await queues()).map(([queue, state]) => ({ labels: { queue }, value: state[read] }))
  return [
    {
      name: 'portico_queue_waiting',
      help: 'What is due and waits: bookings, admissions, queued tasks, webhooks',
      labels: ['queue'],
      read: () => eachQueue('waiting'),
    },
    {
      name: 'portico_queue_oldest_seconds',
      help: 'How long the oldest of them has been due',
      labels: ['queue'],
      read: () => eachQueue('oldest_s'),
    },
    { name: 'portico_holds', help: 'Calls under way that hold money', read: async () => (await holds()).holds },
    {
      name: 'portico_hold_oldest_seconds',
      help: 'How long the oldest of them has been under way',
      read: async () => (await holds()).oldest_s,
    },
    {
      name: inCurrency('portico_held'),
      help: 'Money that calls under way hold',
      read: async () => (await holds()).held_micros / 1_000_000,
    },
    {
      name: 'portico_open_streams',
      help: 'Answers that are being passed on as they come, also those that are read on after the customer left',
      read: async () => streams.size,
    },
    {
      name: 'portico_heartbeat_age_seconds',
      help: 'Since this process could last write to the database',
      read: async () => admission.health().beat_ms / 1000,
    },
    {
      name: 'portico_breaker_open',
      help: 'Endpoints of the data source that are turned away now',
      labels: ['endpoint'],
      read: async () => {
        const open = [upstream, pass].flatMap((source) => source?.openEndpoints() ?? [])
        return open.map((endpoint) => ({ labels: { endpoint }, value: 1 }))
      },
    },
  ]
}
