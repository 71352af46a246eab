import type { NeedKind } from '@portico/contract/operator-today.ts'
import type { BadgeTone } from '#ui/show/badge.tsx'
import { moneyPath } from './money-search.ts'
import { APPROVALS, AUDIT, SERVICE } from './paths.ts'
import type { ConsoleKey } from './texts.ts'

const BOOKS = { path: moneyPath('books'), label: 'Books' } as const
const SERVICE_SCREEN = { path: SERVICE, label: 'Service' } as const

/** `screen`: where it is mended; `command`: where the console has none, the command that shows and mends it. */
export const NEED_WORDS: Record<
  NeedKind,
  { label: ConsoleKey; tone: BadgeTone; screen?: { path: string; label: ConsoleKey }; command?: string }
> = {
  sources: { label: 'Failing sources', tone: 'bad', screen: SERVICE_SCREEN },
  approvals: { label: 'Waiting for approval', tone: 'warn', screen: { path: APPROVALS, label: 'Approvals' } },
  books: { label: 'Books that do not balance', tone: 'bad', screen: BOOKS },
  audit: {
    label: 'Broken entries in the audit log',
    tone: 'bad',
    screen: { path: AUDIT, label: 'Audit log' },
  },
  payments_held: {
    label: 'Payments held back',
    tone: 'bad',
    screen: { path: moneyPath('payments', { waits: 'held' }), label: 'Payments' },
  },
  disputes: {
    label: 'Disputed payments',
    tone: 'bad',
    screen: { path: moneyPath('payments', { waits: 'disputed' }), label: 'Payments' },
  },
  payment_messages: {
    label: 'Messages from the payment processor that cannot be handled',
    tone: 'bad',
    command: 'portico payment list',
  },
  payment_findings: { label: 'Differences from the payment processor', tone: 'warn', screen: BOOKS },
  wires: {
    label: 'Wire transfers to confirm',
    tone: 'warn',
    screen: { path: moneyPath('payments', { waits: 'wire' }), label: 'Payments' },
  },
  documents: { label: 'Paid orders without an invoice', tone: 'bad' },
  queues: {
    label: 'Queues waiting for more than a minute',
    tone: 'warn',
    screen: { path: `${SERVICE}?view=queues`, label: 'Queues' },
  },
  mails: {
    label: 'E-mails that could not be sent in the last 24 hours',
    tone: 'warn',
    screen: { path: `${SERVICE}?view=queues&queue=mail&show=failed`, label: 'Queues' },
  },
  bounces: { label: 'E-mails that bounced this week', tone: 'warn' },
  keys: { label: 'API keys that expire within a week', tone: 'neutral' },
}
