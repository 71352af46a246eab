import { access, activityExport } from '@portico/contract/access.ts'
import { agents } from '@portico/contract/agents.ts'
import { alertChannels } from '@portico/contract/alert-channels.ts'
import { alerting } from '@portico/contract/alerts.ts'
import { apiKeys } from '@portico/contract/api-keys.ts'
import { auth } from '@portico/contract/auth.ts'
import { billing, billingFiles } from '@portico/contract/billing.ts'
import { booting } from '@portico/contract/boot.ts'
import { budgets } from '@portico/contract/budgets.ts'
import { catalogue } from '@portico/contract/catalogue.ts'
import { emailRestore } from '@portico/contract/change-email.ts'
import { closing } from '@portico/contract/closing.ts'
import { community } from '@portico/contract/community.ts'
import { dashboard } from '@portico/contract/dashboard.ts'
import { dataExport, dataExportFile } from '@portico/contract/data-export.ts'
import { databaseCards } from '@portico/contract/database-cards.ts'
import { purchaseReceipt, sampleFile } from '@portico/contract/database-files.ts'
import { databases } from '@portico/contract/databases.ts'
import type { Area, Endpoint } from '@portico/contract/endpoint.ts'
import { errors, errorsExport } from '@portico/contract/errors.ts'
import { gateway } from '@portico/contract/gateway.ts'
import { inbox } from '@portico/contract/inbox.ts'
import { inboxCount } from '@portico/contract/inbox-count.ts'
import { joinTeam } from '@portico/contract/join-team.ts'
import { live, liveStream, staffLiveStream } from '@portico/contract/live.ts'
import { operator } from '@portico/contract/operator.ts'
import { passkeySignIn, staffPasskeys } from '@portico/contract/passkeys.ts'
import { payments } from '@portico/contract/payments.ts'
import { playground } from '@portico/contract/playground.ts'
import { profile } from '@portico/contract/profile.ts'
import { promo } from '@portico/contract/promo.ts'
import { recharge } from '@portico/contract/recharge.ts'
import { scripts } from '@portico/contract/scripts.ts'
import { search } from '@portico/contract/search.ts'
import { securityLog, securityLogExport } from '@portico/contract/security-log.ts'
import { settings } from '@portico/contract/settings.ts'
import { sso, ssoSignIn } from '@portico/contract/sso.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { team } from '@portico/contract/team.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import { together } from '@portico/contract/together.ts'
import { updates } from '@portico/contract/updates.ts'
import { usage } from '@portico/contract/usage.ts'
import { usageExport } from '@portico/contract/usage-export.ts'
import { usageViews } from '@portico/contract/usage-views.ts'
import { users } from '@portico/contract/users.ts'
import { whitelabel } from '@portico/contract/whitelabel.ts'
import * as z from 'zod/mini'

const AREAS: Record<string, Area> = {
  auth,
  emailRestore,
  passkeySignIn,
  staffPasskeys,
  users,
  profile,
  closing,
  dataExport,
  team,
  joinTeam,
  sso,
  ssoSignIn,
  access,
  securityLog,
  agents,
  apiKeys,
  catalogue,
  search,
  playground,
  payments,
  billing,
  subscriptions,
  recharge,
  testProcessor,
  settings,
  alerting,
  alertChannels,
  budgets,
  inbox,
  inboxCount,
  gateway,
  usage,
  usageViews,
  errors,
  dashboard,
  promo,
  databases,
  databaseCards,
  live,
  updates,
  whitelabel,
  community,
  scripts,
  booting,
  operator,
}

export type Route = Pick<
  Endpoint,
  'method' | 'path' | 'caller' | 'proof' | 'by_sso' | 'impersonated' | 'handsOut' | 'reads' | 'staff'
>
export const ANYTHING = z.looseObject({})

/** Every endpoint of the contract by its name, and the routes beside them that bring a file or a stream. */
export const ROUTES = new Map<string, Route>([
  ...Object.entries(AREAS).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([name, one]): [string, Route] => [`${area}.${name}`, one]),
  ),
  ['usage.export', { method: 'GET', ...usageExport }],
  ['errors.export', { method: 'GET', ...errorsExport }],
  ['access.activityExport', { method: 'GET', ...activityExport }],
  ['securityLog.export', { method: 'GET', ...securityLogExport }],
  ...Object.entries(billingFiles).map(([name, one]): [string, Route] => [`billing.${name}`, { method: 'GET', ...one }]),
  ['dataExport.file', { method: 'GET', ...dataExportFile }],
  ['databases.sampleFile', { method: 'GET', ...sampleFile }],
  ['databases.receipt', { method: 'GET', ...purchaseReceipt }],
  ['live.stream', { method: 'GET', path: liveStream.path, caller: 'user', by_sso: 'allowed' }],
  ['live.staffStream', staffLiveStream],
  ['together.read', { method: 'GET', ...together }],
])
