import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { FEATURES } from './menu.ts'
import { MICROS_PER_UNIT } from './money.ts'
import { approvalOperations } from './operator-approvals.ts'
import { auditEndpoints } from './operator-audit.ts'
import { bookOperations } from './operator-books.ts'
import { catalogueOperations } from './operator-catalogue.ts'
import { customerOperations } from './operator-customers.ts'
import { databaseOperations } from './operator-databases.ts'
import { account, by, confirmed, reason, typed } from './operator-fields.ts'
import { linkOperations } from './operator-links.ts'
import { mailOperations } from './operator-mails.ts'
import { moneyOperations } from './operator-money.ts'
import { monthOperations } from './operator-months.ts'
import { noticeOperations } from './operator-notices.ts'
import { comparison, paymentOperations } from './operator-payments.ts'
import { priceOperations } from './operator-prices.ts'
import { promoOperations } from './operator-promos.ts'
import { queueOperations } from './operator-queues.ts'
import { refundOperations } from './operator-refunds.ts'
import { requestOperations } from './operator-requests.ts'
import { revenueOperations } from './operator-revenue.ts'
import { serviceOperations } from './operator-service.ts'
import { staffOperations } from './operator-staff.ts'
import { todayOperations } from './operator-today.ts'
import { uploadOperations } from './operator-uploads.ts'
import { userOperations } from './operator-users.ts'
import { whitelabelOperations } from './operator-whitelabels.ts'

const shownUser = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  status: z.string(),
  is_staff: z.boolean(),
  created_at: z.string(),
  last_login: z.nullable(z.string()),
  sessions: z.number(),
  features: z.array(z.string()),
  logins: z.array(z.object({ login: z.string(), kind: z.string(), balance_micros: z.number() })),
})

/** Ten million: a larger amount is a slip. */
const CREDIT_MAX_MICROS = 10_000_000 * MICROS_PER_UNIT
const login = text(254).check(z.minLength(1))
const granting = z.strictObject({ email: account, feature: z.enum(FEATURES).check(z.meta({ value: 'feature' })), by })
const requestLimit = z.nullable(
  z.int().check(z.gte(1, 'must be 1 to 1000000'), z.lte(1_000_000, 'must be 1 to 1000000')),
)
const USUAL = { value: 'requests', none: 'default' }

/**
 * The operator's own calls, of the command line over loopback with the token in the data folder, and of staff in the
 * console, whose role has to have the action named as `staff`. Every change is in the audit log.
 */
export const operator = {
  showUser: get('/api/operator/user', {
    caller: 'operator',
    staff: 'see_customers',
    input: z.strictObject({ who: login.check(z.meta({ value: 'e-mail' })) }),
    output: shownUser,
  }),
  /** The paths of the running server's catalogue, to compare with the provider folder. */
  loadedCatalogue: get('/api/operator/catalogue', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({}),
    output: z.object({
      paths: z.array(
        z.object({ id: z.string(), kind: z.string(), function: z.string(), price: z.string(), fields: z.string() }),
      ),
    }),
  }),
  /** Until the address is confirmed again, the data API refuses the account's calls. */
  unconfirm: post('/api/operator/unconfirm', {
    caller: 'operator',
    staff: 'manage_accounts',
    input: z.strictObject({ email: account, reason, by }),
    output: z.object({ email: z.string(), changed: z.boolean() }),
  }),
  grant: post('/api/operator/grant', {
    caller: 'operator',
    staff: 'manage_accounts',
    input: granting,
    output: z.object({ email: z.string(), granted: z.boolean() }),
  }),
  revoke: post('/api/operator/revoke', {
    caller: 'operator',
    staff: 'manage_accounts',
    input: granting,
    output: z.object({ email: z.string(), revoked: z.boolean() }),
  }),
  credit: post('/api/operator/credit', {
    caller: 'operator',
    staff: 'give_credit',
    input: z.strictObject({
      login,
      amount_micros: z
        .int()
        .check(
          z.gte(-CREDIT_MAX_MICROS, 'must be 10,000,000 or less'),
          z.lte(CREDIT_MAX_MICROS, 'must be 10,000,000 or less'),
        ),
      reason: typed(reason, 'why; it is recorded with the booking'),
      /** A repeated command line is not a second gift. */
      request_id: typed(z.uuid('must be a UUID'), 'a UUID of your own; the same id twice books once', {
        option: 'id',
        value: 'uuid',
      }),
      allow_negative: typed(z.optional(z.boolean()), 'yes: take back more than the balance holds'),
      /** Needed for more than the setting CONFIRM_ABOVE. */
      confirmed,
      by,
    }),
    output: z.object({ login: z.string(), balance_micros: z.number(), booked: z.boolean() }),
  }),
  /** Settings of a login that only the operator changes; null is the default of every login. */
  setLogin: post('/api/operator/login', {
    caller: 'operator',
    staff: 'change_limits',
    input: z.strictObject({
      login,
      per_minute: typed(z.optional(requestLimit), 'requests per minute', USUAL),
      simultaneous: typed(z.optional(requestLimit), 'concurrent requests', USUAL),
      on_hold: typed(z.optional(z.boolean()), 'yes: every request is refused; no: requests are accepted again', {
        option: 'hold',
      }),
      /** By the names of the provider's documents. */
      subscriptions: typed(
        z.optional(
          z
            .array(
              text(50).check(z.regex(/^[a-z][a-z0-9_]{0,49}$/, 'must be names like backlinks, separated by commas')),
            )
            .check(z.maxLength(50)),
        ),
        'all it has from now on, such as backlinks,llm_mentions',
        { value: 'names', none: 'none' },
      ),
      reason,
      by,
    }),
    output: z.object({
      login: z.string(),
      status: z.string(),
      per_minute: z.number(),
      simultaneous: z.number(),
      subscriptions: z.array(z.string()),
    }),
  }),
  ...whitelabelOperations,
  ...noticeOperations,
  ...paymentOperations,
  ...priceOperations,
  ...promoOperations,
  ...databaseOperations,
  ...bookOperations,
  ...auditEndpoints,
  status: get('/api/operator/status', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({}),
    output: z.object({
      version: z.string(),
      database: z.string(),
      embedded: z.boolean(),
      users: z.number(),
      uptime_s: z.number(),
      /** What the last check of the audit log found; null before the first. */
      audit: z.nullable(z.object({ checked_at: z.string(), rows: z.number(), broken: z.array(z.number()) })),
      /** Null for staff whose role sees no money. */
      payments: z.nullable(comparison),
    }),
  }),
  ...staffOperations,
  ...catalogueOperations,
  ...uploadOperations,
  ...customerOperations,
  ...linkOperations,
  ...approvalOperations,
  ...userOperations,
  ...refundOperations,
  ...requestOperations,
  ...todayOperations,
  ...revenueOperations,
  ...moneyOperations,
  ...monthOperations,
  ...queueOperations,
  ...serviceOperations,
  ...mailOperations,
}
