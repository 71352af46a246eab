import type { Approvable, Approval, ApprovalState } from '@portico/contract/operator-approvals.ts'
import type { BadgeTone } from '#ui/show/badge.tsx'
import type { ConsoleKey } from './texts.ts'

export const STATE_WORDS: Record<ApprovalState, { label: ConsoleKey; tone: BadgeTone }> = {
  waiting: { label: 'Waiting for approval', tone: 'warn' },
  expired: { label: 'Expired', tone: 'neutral' },
  rejected: { label: 'Rejected', tone: 'bad' },
  running: { label: 'Running', tone: 'accent' },
  unclear: { label: 'Unclear', tone: 'bad' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

const ACTION_WORDS: Record<Exclude<Approvable, 'credit'>, ConsoleKey> = {
  refundPayment: 'Refund a payment',
  refundCall: 'Refund a call',
  confirmWire: 'Confirm a wire transfer',
  addPromo: 'Create a promo code',
}

export function actionOf({ action, amount_micros }: Approval): ConsoleKey {
  if (action !== 'credit') return ACTION_WORDS[action]
  return amount_micros < 0 ? 'Deduct credit' : 'Add credit'
}

/** Fields of an input in the order in which they are shown; the amount is in the title. */
export const INPUT_WORDS: readonly (readonly [field: string, label: ConsoleKey])[] = [
  ['login', 'API login'],
  ['reference', 'Payment number'],
  ['call', 'Request'],
  ['code', 'Code'],
  ['percent', 'Percentage'],
  ['max_micros', 'At most per payment'],
  ['budget_micros', 'Promo budget'],
  ['starts_at', 'From'],
  ['ends_at', 'Until'],
  ['note', 'Note'],
  ['allow_negative', 'May go below zero'],
]
