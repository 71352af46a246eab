import { ORDER_STATUSES, type OrderStatus } from '@portico/contract/payments.ts'

export const TABS = ['payments', 'history', 'methods', 'billing', 'promo'] as const
export type Tab = (typeof TABS)[number]

/** All the screen shows follows from its address. */
export interface PaymentsSearch {
  tab: Tab
  status: OrderStatus | undefined
}

export function parseSearch(search: string): PaymentsSearch {
  const params = new URLSearchParams(search)
  return {
    tab: TABS.find((known) => known === params.get('tab')) ?? 'payments',
    status: ORDER_STATUSES.find((known) => known === params.get('status')),
  }
}

/** The search part of an address; another tab begins without the filters of the one before. */
export function searchOf({ tab, status }: Partial<PaymentsSearch>): string {
  const next = new URLSearchParams({ ...(tab && tab !== 'payments' && { tab }), ...(status && { status }) })
  return next.size > 0 ? `?${next}` : ''
}
