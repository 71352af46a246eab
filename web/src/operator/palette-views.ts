import type { StaffAction } from '@portico/contract/staff-permissions.ts'
import { moneyPath } from './money-search.ts'
import {
  APPROVALS,
  AUDIT,
  BRANDS,
  CATALOGUE,
  CUSTOMERS,
  MAILS,
  MONEY,
  PASSKEYS,
  REQUEST,
  SCRIPTS,
  SERVICE,
  STAFF,
  TODAY,
  TOKENS,
  UPLOADS,
  WEBHOOKS,
} from './paths.ts'
import type { ConsoleKey } from './texts.ts'

export interface View {
  path: string
  label: ConsoleKey
  /** The screen that it is a part of. */
  within?: ConsoleKey
  needs: StaffAction
}

/** Every view that has an address of its own. */
export const VIEWS: View[] = [
  { path: TODAY, label: 'Today', needs: 'use_console' },
  { path: CUSTOMERS, label: 'Customers', needs: 'see_customers' },
  { path: REQUEST, label: 'Request', needs: 'see_customers' },
  { path: APPROVALS, label: 'Approvals', needs: 'see_approvals' },
  { path: MONEY, label: 'Revenue', within: 'Money', needs: 'see_money' },
  { path: moneyPath('balances'), label: 'Deposits and balances', within: 'Money', needs: 'see_money' },
  { path: moneyPath('payments'), label: 'Payments', within: 'Money', needs: 'see_money' },
  { path: moneyPath('reversals'), label: 'Refunds and disputes', within: 'Money', needs: 'see_money' },
  { path: moneyPath('documents'), label: 'Documents', within: 'Money', needs: 'see_money' },
  { path: moneyPath('tax'), label: 'Tax', within: 'Money', needs: 'see_money' },
  { path: moneyPath('promos'), label: 'Promo codes', within: 'Money', needs: 'see_money' },
  { path: moneyPath('books'), label: 'Books', within: 'Money', needs: 'see_money' },
  { path: moneyPath('months'), label: 'Months', within: 'Money', needs: 'see_money' },
  { path: SERVICE, label: 'APIs and sources', within: 'Service', needs: 'see_service' },
  { path: `${SERVICE}?view=incidents`, label: 'Incidents', within: 'Service', needs: 'see_service' },
  { path: `${SERVICE}?view=maintenance`, label: 'Maintenance', within: 'Service', needs: 'see_service' },
  { path: `${SERVICE}?view=queues`, label: 'Queues', within: 'Service', needs: 'see_service' },
  { path: `${SERVICE}?view=instances`, label: 'Instances and jobs', within: 'Service', needs: 'see_service' },
  { path: CATALOGUE, label: 'Functions', within: 'Catalogue', needs: 'see_service' },
  { path: `${CATALOGUE}?show=documents`, label: 'Documents', within: 'Catalogue', needs: 'see_service' },
  { path: `${CATALOGUE}?show=prices`, label: 'Prices', within: 'Catalogue', needs: 'see_service' },
  { path: UPLOADS, label: 'Uploads', within: 'Catalogue', needs: 'see_service' },
  { path: WEBHOOKS, label: 'Webhooks', needs: 'see_audit' },
  { path: BRANDS, label: 'White-labels', within: 'Brands and people', needs: 'see_service' },
  { path: MAILS, label: 'E-mail texts', within: 'Brands and people', needs: 'see_service' },
  { path: SCRIPTS, label: 'Scripts and consent', within: 'Brands and people', needs: 'see_service' },
  { path: STAFF, label: 'Staff', within: 'Brands and people', needs: 'see_audit' },
  { path: TOKENS, label: 'Tokens', within: 'Brands and people', needs: 'see_audit' },
  { path: AUDIT, label: 'Audit log', within: 'Brands and people', needs: 'see_audit' },
  { path: PASSKEYS, label: 'Your passkeys', within: 'Brands and people', needs: 'use_console' },
]
