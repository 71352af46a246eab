import { isProvider } from '@portico/contract/providers.ts'
import type { LinkPath } from '@portico/contract/screens.ts'
import type { FlowParts } from '#ctx/ctx.ts'

interface Staged {
  stage: { [K in keyof FlowParts]?: FlowParts[K] }
  to: string
}

interface LinkRoute {
  /** From the list that the offline worker leaves to the server. */
  path: LinkPath
  read(params: Record<string, string>, query: Record<string, string>): Staged | undefined
}

/** Targets of a one-time link; any other follows the usual landing order. */
const TARGETS = new Set(['users/getrows', 'users/profile', 'databases/list', 'databases/purchases'])

export function linkTarget(controller: string | undefined, method: string | undefined): string {
  const pair = `${controller ?? ''}/${method ?? ''}`
  return TARGETS.has(pair) ? `/${pair}` : ''
}

/**
 * Addresses as written in mails. Opening one changes nothing: what it carries moves into a sealed cookie and the
 * browser continues to a clean address, so that no token stays in a history, a log or a Referer.
 */
export const linkRoutes: LinkRoute[] = [
  {
    path: '/activate_fast/:userId/:token',
    read: ({ userId = '', token = '' }) => ({
      stage: { activate: { user_id: userId, token } },
      to: `/activate/${encodeURIComponent(userId)}`,
    }),
  },
  {
    path: '/reset-password/:id/:token',
    read: ({ id = '', token = '' }) => ({ stage: { reset: { user_id: id, token } }, to: '/reset-password' }),
  },
  {
    path: '/restore-email/:id/:token',
    read: ({ id = '', token = '' }) => ({ stage: { restore_email: { user_id: id, token } }, to: '/restore-email' }),
  },
  { path: '/signin-by-token/:token', read: byToken },
  { path: '/signin-by-token/:token/:registration', read: byToken },
  { path: '/login_onetime/:uid/:pass', read: onetime },
  { path: '/login_onetime/:uid/:pass/:cntrlr/:cntrlrFunc', read: onetime },
  { path: '/login_onetime_admin/:uid/:pass', read: onetimeAdmin },
  { path: '/login_onetime_admin/:uid/:pass/:projectId', read: onetimeAdmin },
  { path: '/login_onetime_admin/:uid/:pass/:cntrlr/:cntrlrFunc', read: onetimeAdmin },
  {
    path: '/unsubscribe/:email/:hash',
    read: ({ email = '', hash = '' }) => ({ stage: { unsubscribe: { email, hash } }, to: '/unsubscribe' }),
  },
  {
    path: '/forgot-password/:email',
    read: ({ email = '' }) => ({ stage: { forgot: { email } }, to: '/forgot-password' }),
  },
  {
    path: '/sso/callback',
    read: (_params, query) =>
      Object.keys(query).length > 0
        ? { stage: { sso_callback: { query: answerOf(query) } }, to: '/sso/callback' }
        : undefined,
  },
  {
    path: '/sso-domain/:token',
    read: ({ token = '' }) => ({ stage: { sso_domain: { token } }, to: '/sso-domain' }),
  },
  {
    path: '/socialite_provider/:provider/callback',
    read: ({ provider = '' }, query) =>
      isProvider(provider) && Object.keys(query).length > 0
        ? {
            stage: { callback: { provider, query: answerOf(query) } },
            to: `/socialite_provider/${encodeURIComponent(provider)}/callback`,
          }
        : undefined,
  },
]

/** The fields of a provider's answer that a sign-in needs; the rest could only make the cookie too large. */
function answerOf(query: Record<string, string>): Record<string, string> {
  const parts = ['code', 'state', 'iss', 'error'].flatMap((name) => {
    const value = query[name]
    return value !== undefined && value.length <= 1_000 ? [[name, value]] : []
  })
  return Object.fromEntries(parts)
}

/** With a third part, of any value, the page view counts as the first one after a registration. */
function byToken({ token = '', registration }: Record<string, string>): Staged {
  return { stage: { token: { token, registration: registration !== undefined } }, to: '/signin-by-token' }
}

function onetime({ uid = '', pass = '', cntrlr, cntrlrFunc }: Record<string, string>): Staged {
  return { stage: { onetime: { user_id: uid, token: pass, to: linkTarget(cntrlr, cntrlrFunc) } }, to: '/login_onetime' }
}

function onetimeAdmin({ uid = '', pass = '', projectId = '', cntrlr, cntrlrFunc }: Record<string, string>): Staged {
  const project_id = /^\d{1,9}$/.test(projectId) ? Number(projectId) : 0
  const to = linkTarget(cntrlr, cntrlrFunc)
  return { stage: { onetime_admin: { user_id: uid, token: pass, to, project_id } }, to: '/login_onetime_admin' }
}
