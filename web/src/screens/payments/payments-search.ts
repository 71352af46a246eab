import { ORDER_STATUSES, type OrderStatus } from '@portico/contract/payments.ts'
import { oneOf, searchParams } from '#lib/search-params.ts'

export const TABS = ['payments', 'history', 'methods', 'billing', 'promo'] as const
export type Tab = (typeof TABS)[number]

/** All the screen shows follows from its address. */
export interface PaymentsSearch {
  tab: Tab
  status: OrderStatus | undefined
}

export const parseSearch: (search: string) => PaymentsSearch = searchParams({
  tab: oneOf(TABS, 'payments'),
  status: oneOf(ORDER_STATUSES),
})

/** The search part of an address; another tab begins without the filters of the one before. */
export function searchOf({ tab, status }: Partial<PaymentsSearch>): string {
  const next = new URLSearchParams({ ...(tab && tab !== 'payments' && { tab }), ...(status && { status }) })
  return next.size > 0 ? `?${next}` : ''
}
