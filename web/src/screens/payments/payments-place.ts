import { ORDER_STATUSES, type OrderStatus } from '@portico/contract/payments.ts'

export const TABS = ['payments', 'history', 'methods', 'billing', 'promo'] as const
export type Tab = (typeof TABS)[number]

/** All the screen shows follows from its address. */
export interface PaymentsPlace {
  tab: Tab
  status: OrderStatus | undefined
}

export function readPlace(search: string): PaymentsPlace {
  const asked = new URLSearchParams(search)
  return {
    tab: TABS.find((known) => known === asked.get('tab')) ?? 'payments',
    status: ORDER_STATUSES.find((known) => known === asked.get('status')),
  }
}

/** The search part of an address; another tab begins without the filters of the one before. */
export function searchOf({ tab, status }: Partial<PaymentsPlace>): string {
  const next = new URLSearchParams({ ...(tab && tab !== 'payments' && { tab }), ...(status && { status }) })
  return next.size > 0 ? `?${next}` : ''
}
