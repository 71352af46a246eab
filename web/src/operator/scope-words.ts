import { TOKEN_SCOPES, type TokenScope } from '@portico/contract/staff-permissions.ts'
import type { ConsoleKey } from './texts.ts'

/** What a token with the scope can do. */
export const SCOPE_WORDS: Record<TokenScope, ConsoleKey> = {
  see_service: 'See the state of the service, the catalogue, prices, notices and brands',
  see_customers: 'Find customers and calls and see everything about them except their secrets',
  see_money: 'See payments, revenue and the books',
  see_audit: 'Read and verify the audit log, and list staff and tokens',
  write_notes: 'Write notes about customers that only staff see',
  refund_calls: 'Refund single calls to the balance',
  give_credit: 'Add and deduct credit',
  refund_payments: 'Refund payments and confirm wire transfers',
  see_approvals: 'See what is waiting for a second person',
  run_books: 'Start a check of the books and a comparison with the payment processor',
  change_limits: 'Change limits and subscriptions of a login, hold and release it',
  manage_accounts: 'Confirm, disable and enable accounts, grant features, end sessions',
  reset_factors: 'Remove the second factor of a customer who has lost it',
  close_accounts: 'Close customer accounts and cancel the closing',
  change_prices: 'Check, apply and withdraw prices',
  manage_promos: 'Create and end promo codes',
  manage_queues: 'Retry and drop queue items',
  report_bounces: 'Report e-mails that bounced after they were sent',
  manage_webhooks: 'Manage webhooks of business events and send them again',
  change_catalogue: 'Upload, try and activate catalogue documents',
  publish: 'Publish notices and change brands',
}

export function isScope(name: string): name is TokenScope {
  return TOKEN_SCOPES.some((scope) => scope === name)
}
