import { CODE } from '@portico/contract/codes.ts'
import type { ErrorDetail } from '@portico/contract/errors.ts'
import { isBudget, scopeKind } from '@portico/contract/spend-scopes.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'

export interface Remedy {
  label: MessageKey
  to: string
}

const FUNDS: Remedy = { label: 'Add funds', to: paths.addFunds }
const DUPLICATES: Remedy = { label: 'Review setting', to: `${paths.apiSettings}#duplicates` }
const REMEDIES: Partial<Record<number, Remedy>> = {
  [CODE.unauthorized]: { label: 'Go to API Access', to: paths.apiAccess },
  [CODE.balanceEmpty]: FUNDS,
  [CODE.costLimit]: { label: 'Change limit', to: paths.apiSettingsLimits },
  [CODE.subscriptionNeeded]: { label: 'Activate', to: paths.apiAccessSubscription },
  [CODE.duplicatesPerHour]: DUPLICATES,
  [CODE.duplicatesPerDay]: DUPLICATES,
  [CODE.addressRefused]: { label: 'Go to IP access', to: `${paths.apiAccess}#ip-access` },
  [CODE.notAllowed]: { label: 'Go to API Access', to: `${paths.apiAccess}#keys` },
  [CODE.balanceTooLow]: FUNDS,
}

const BUDGETS: Remedy = { label: 'Review setting', to: `${paths.apiSettings}#budgets` }

/** The one button that ends this error, where a setting of one's own can. */
export function remedyOf(code: number): Remedy | undefined {
  return Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : undefined
}

export type RemedyOf = Pick<ErrorDetail, 'kind' | 'code' | 'credential' | 'refusal'>

/** The same for one error, where it is known which limit refused it and whether an agent or a key called. */
export function remedyFor({ kind, code, credential, refusal }: RemedyOf): Remedy | undefined {
  // No setting of ours raises the price limit that the program itself sends.
  if (kind === 'webhook' || refusal?.reason === 'max_cost') return undefined
  if (refusal && isBudget(refusal.reason)) return BUDGETS
  const remedy = remedyOf(code)
  const isOfSecret = refusal ? scopeKind(refusal.scope) === 'agent' : code === CODE.notAllowed
  return remedy && credential && isOfSecret
    ? { ...remedy, to: `${paths.apiAccess}#${credential.kind === 'key' ? 'keys' : 'agents'}` }
    : remedy
}
