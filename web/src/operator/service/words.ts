import type { Impact, IncidentState } from '@portico/contract/operator-incidents.ts'
import type { QueueName } from '@portico/contract/operator-queues.ts'
import type { ServiceApi, ServiceRange } from '@portico/contract/operator-service.ts'
import type { BadgeTone } from '#ui/show/badge.tsx'
import type { ConsoleKey } from '../texts.ts'

export const STATE_WORDS: Record<ServiceApi['state'], { label: ConsoleKey; tone: BadgeTone }> = {
  operational: { label: 'Working', tone: 'good' },
  degraded: { label: 'Partly failing', tone: 'warn' },
  outage: { label: 'Outage', tone: 'bad' },
  maintenance: { label: 'Maintenance', tone: 'accent' },
}

export const UPDATE_WORDS: Record<IncidentState, { label: ConsoleKey; tone: BadgeTone }> = {
  investigating: { label: 'Investigating', tone: 'bad' },
  identified: { label: 'Cause found', tone: 'warn' },
  monitoring: { label: 'Fix in effect', tone: 'accent' },
  resolved: { label: 'Resolved', tone: 'good' },
}

export const IMPACT_WORDS: Record<Impact, ConsoleKey> = {
  none: 'None, for information',
  degraded: 'Some calls fail',
  outage: 'Outage',
}

export const RANGE_WORDS: Record<ServiceRange, ConsoleKey> = {
  '15m': '15 minutes',
  '1h': '1 hour',
  '24h': '24 hours',
  '7d': '7 days',
}

const QUEUE_WORDS: Record<QueueName | 'events' | 'meter' | 'admission', ConsoleKey> = {
  tasks: 'Tasks',
  webhooks: 'Webhooks',
  mail: 'E-mails',
  alerts: 'Alerts',
  exports: 'Data exports',
  events: 'Business events',
  meter: 'Metering on this instance',
  admission: 'Admission on this instance',
}

export function queueWord(queue: string): ConsoleKey | undefined {
  return QUEUE_WORDS[queue as QueueName]
}

/** What became of calls to the source, as the metrics name it. */
const OUTCOME_WORDS: Record<string, ConsoleKey> = {
  http_error: 'HTTP error',
  not_json: 'Not JSON',
  too_large: 'Too large',
  unreachable: 'Unreachable',
  time_out: 'Timed out',
  not_asked: 'Stopped by the circuit breaker',
  upload_failed: 'Upload failed',
}

export function outcomeWord(outcome: string): ConsoleKey | undefined {
  return OUTCOME_WORDS[outcome]
}
