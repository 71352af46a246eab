export const STAFF_ROLES = ['admin', 'support', 'finance', 'content', 'read_only'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

interface StaffPermission {
  may: readonly StaffRole[]
  means: string
  /** It moves money or hands out a secret: a code of the second factor must have been given within five minutes. */
  needs_code?: true
}

/**
 * Who of the provider's staff may do what, for the console, its pages and the command line, whose token counts as an
 * admin. Staff without a role use no console at all.
 */
export const STAFF_ACTIONS = {
  use_console: {
    may: ['admin', 'support', 'finance', 'content', 'read_only'],
    means: 'Open the console and see what the own role allows.',
  },
  see_service: {
    may: ['admin', 'support', 'finance', 'content', 'read_only'],
    means: 'See the state of the service, the catalogue, prices, notices, promo codes and white-labels.',
  },
  see_customers: {
    may: ['admin', 'support', 'finance', 'read_only'],
    means: 'Find customers and single calls, and see everything about them but their secrets.',
  },
  see_money: {
    may: ['admin', 'finance', 'read_only'],
    means:
      'See payments and documents of all customers, revenue, tax, books and what a comparison with the processor found.',
  },
  see_audit: {
    may: ['admin', 'read_only'],
    means: 'See and check the audit log, and list the staff.',
  },
  write_notes: {
    may: ['admin', 'support', 'finance'],
    means: 'Write notes about a customer that colleagues see.',
  },
  refund_calls: {
    may: ['admin', 'support', 'finance'],
    means: 'Refund single calls to the balance they were paid from.',
    needs_code: true,
  },
  give_credit: {
    may: ['admin', 'finance'],
    means: 'Add and deduct credit.',
    needs_code: true,
  },
  refund_payments: {
    may: ['admin', 'finance'],
    means: 'Refund payments, and confirm wires that arrived.',
    needs_code: true,
  },
  see_approvals: {
    may: ['admin', 'support', 'finance', 'read_only'],
    means: 'See what waits for the approval of a second person, and what became of it.',
  },
  approve: {
    may: ['admin', 'support', 'finance'],
    means: 'Approve or reject what a colleague has requested, where the own role may do the same.',
    needs_code: true,
  },
  run_books: {
    may: ['admin', 'finance'],
    means: 'Start a check of the books and a comparison with the payment processor, and close a month.',
  },
  change_limits: {
    may: ['admin', 'support'],
    means: 'Change the request limits and subscriptions of a login, hold and release it.',
  },
  manage_accounts: {
    may: ['admin', 'support'],
    means: 'Confirm, disable and enable accounts, grant features, end sessions.',
  },
  reset_factors: {
    may: ['admin', 'support'],
    means: 'Remove the second factor of a customer who has lost it.',
    needs_code: true,
  },
  act_as: {
    may: ['admin', 'support'],
    means: 'Act as a customer.',
    needs_code: true,
  },
  make_links: {
    may: ['admin'],
    means: 'Make links that sign a customer in.',
    needs_code: true,
  },
  close_accounts: {
    may: ['admin'],
    means: 'Close the account of a customer, and keep it after all.',
    needs_code: true,
  },
  change_prices: {
    may: ['admin', 'finance'],
    means: 'Check, apply and withdraw prices.',
    needs_code: true,
  },
  change_catalogue: {
    may: ['admin', 'content'],
    means: 'Upload documents and overlays, try them in the sandbox, and make them count on all instances.',
    needs_code: true,
  },
  manage_promos: {
    may: ['admin', 'finance'],
    means: 'Create and end promo codes.',
    needs_code: true,
  },
  manage_queues: {
    may: ['admin', 'support'],
    means: 'Retry and drop what waits in a queue.',
  },
  report_bounces: {
    may: ['admin', 'support'],
    means: 'Report that a mail came back after it was sent.',
  },
  publish: {
    may: ['admin', 'content'],
    means: 'Publish notices and white-labels.',
  },
  manage_webhooks: {
    may: ['admin'],
    means: 'Make, change and remove webhooks about events of the business, test them and send messages again.',
    needs_code: true,
  },
  manage_staff: {
    may: ['admin'],
    means: 'Add and remove staff, give roles and renew second factors.',
    needs_code: true,
  },
} as const satisfies Record<string, StaffPermission>

export type StaffAction = keyof typeof STAFF_ACTIONS

/** What a person does as a person, or what would give a program more than it has: no token may. */
const NEVER_BY_TOKEN = [
  'use_console',
  'act_as',
  'make_links',
  'manage_staff',
  'approve',
] as const satisfies StaffAction[]
export type TokenScope = Exclude<StaffAction, (typeof NEVER_BY_TOKEN)[number]>

/** What a token of a program can be allowed to do. */
export const TOKEN_SCOPES = (Object.keys(STAFF_ACTIONS) as StaffAction[]).filter(
  (action): action is TokenScope => !NEVER_BY_TOKEN.some((one) => one === action),
)

export function staffMay(role: StaffRole, action: StaffAction): boolean {
  const { may }: StaffPermission = STAFF_ACTIONS[action]
  return may.includes(role)
}

export function needsCode(action: StaffAction): boolean {
  const { needs_code }: StaffPermission = STAFF_ACTIONS[action]
  return needs_code === true
}
