import type { ErrorDetail } from '@portico/contract/errors.ts'
import { isBudget, type RefusalReason, scopeKind } from '@portico/contract/spend-scopes.ts'
import type { MessageKey, Translator } from '#i18n/i18n.tsx'
import { titleIn } from '#page/titles.ts'
import type { Tab } from './errors-search.ts'
import type { Explanation } from './explanation.ts'

export const TAB_WORDS: Record<Tab, MessageKey> = {
  requests: 'Requests',
  webhooks: 'Webhooks',
  codes: 'Code reference',
}

/** Calls to a path that is not sold are counted under this word. */
const NO_FUNCTION = 'unknown/unknown'

export function isSold({ function: key }: { function: string }): boolean {
  return key !== NO_FUNCTION
}

export function functionTitle(
  t: Translator['t'],
  { function: key, title }: { function: string; title: string },
): string {
  return isSold({ function: key }) ? titleIn(t, title) : t('Unknown endpoint')
}

type Refusal = NonNullable<ErrorDetail['refusal']>

const REASON_WORDS: Record<Exclude<RefusalReason, 'max_cost'>, MessageKey> = {
  balance: 'Balance',
  daily_limit: 'Daily limit',
  cap: 'Daily limit',
  total: 'Total limit',
  budget: 'Monthly budget',
  login_budget: 'Monthly budget',
}

export function refusalReason(t: Translator['t'], { reason }: Pick<Refusal, 'reason'>): string {
  return reason === 'max_cost' ? 'X-Max-Cost' : t(REASON_WORDS[reason])
}

/** One code covers several limits; the stored reason names the one that refused the request. */
export function byReason(reason: RefusalReason): Partial<Explanation> {
  if (reason === 'max_cost')
    return {
      title: 'The price limit of the request is reached',
      cause: 'The request could have cost more than its X-Max-Cost header allows.',
      fix: 'Raise X-Max-Cost, or request less at once.',
    }
  if (reason === 'total')
    return {
      title: 'The total limit is reached',
      cause: 'The request would have exceeded the total limit of this API key or agent login.',
      fix: 'Raise its total limit under API Access.',
    }
  if (isBudget(reason))
    return {
      title: 'The monthly budget is used up',
      cause: 'The request would have exceeded a monthly budget you set.',
      fix: 'Raise the budget in Settings, or wait for the next month.',
    }
  return reason === 'balance' ? {} : { cause: 'The request would have exceeded a daily limit you set.' }
}

/** What the limit is for; the balance and X-Max-Cost are no limits of a scope. */
export function refusalScope(t: Translator['t'], { reason, scope, title }: Refusal): string | undefined {
  if (reason === 'balance' || reason === 'max_cost') return undefined
  if (reason === 'login_budget') return t('API login')
  const kind = scopeKind(scope)
  if (kind === 'everything') return t('Everything')
  if (kind === 'member') return t('Member')
  return kind === 'agent' ? title : titleIn(t, title)
}
