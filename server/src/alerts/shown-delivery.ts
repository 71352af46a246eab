import type { AlertDelivery } from '@portico/contract/alerts.ts'
import type { newestDeliveries } from './delivery-store.ts'

type Row = Awaited<ReturnType<typeof newestDeliveries>>[number]

export function shownDelivery({ created_at, due_at, sent_at, failed_at, ...row }: Row): AlertDelivery {
  const state = sent_at ? 'sent' : failed_at ? 'failed' : 'waiting'
  return { ...row, at: created_at.toISOString(), state, next_try_at: state === 'waiting' ? due_at.toISOString() : null }
}
