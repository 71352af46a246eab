import { isProvider } from '@portico/contract/providers.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { MessageKey } from '#i18n/i18n.tsx'
import type { AppLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'

interface ScreenModule {
  Screen: ComponentType
  /** Prefetches the screen's data while the pointer is on its link. */
  prefetch?: (client: QueryClient, location: AppLocation) => void
}

export interface Route {
  /** Segments; `:name` takes one. */
  path: string
  /** The values of its named segments that lead to it; without it every value does. */
  accepts?: (params: Record<string, string>) => boolean
  /** Joined behind the product's title. */
  titles: MessageKey[]
  /** visitor: signed-out people only · module: listed in the user's modules · anyone. */
  access: 'visitor' | 'module' | 'anyone'
  /** The path a signed-in user is sent to from a visitor's route; home by default. */
  signedIn?: string
  /** The file behind `load`, by which the server finds what to preload. */
  source: string
  load: () => Promise<ScreenModule>
  /** Drawn on the server too, so that it is visible before the script runs. */
  drawn?: true
  /** The heading of a screen that cannot be drawn there: it is shown in an empty frame until the script runs. */
  heading?: MessageKey
}

/** Its own chunk, since signed-in users need none of it; a visitor's page loads it beside the entry. */
const panel = {
  access: 'visitor',
  source: 'src/screens/auth/screen.tsx',
  load: () => import('#screens/auth/screen.tsx'),
  drawn: true,
} as const

const activate = {
  titles: ['Confirm your account'] as MessageKey[],
  access: 'visitor',
  source: 'src/screens/activate/screen.tsx',
  load: () => import('#screens/activate/screen.tsx'),
} as const

const link = {
  titles: ['Sign in'] as MessageKey[],
  // A link is redeemed while signed in, too: staff need their session for it, other users confirm first.
  access: 'anyone',
  source: 'src/screens/link-sign-in/screen.tsx',
  load: () => import('#screens/link-sign-in/screen.tsx'),
} as const

const sso = {
  titles: ['Single sign-on'] as MessageKey[],
  access: 'anyone',
  source: 'src/screens/sso/screen.tsx',
  load: () => import('#screens/sso/screen.tsx'),
} as const

/** A signed-in screen: its own chunk, open to users whose modules list it. */
function inside(folder: string, load: Route['load']) {
  return { access: 'module' as const, source: `src/screens/${folder}/screen.tsx`, load }
}

const dashboard = inside('dashboard', () => import('#screens/dashboard/screen.tsx'))
const apiAccess = inside('api-access', () => import('#screens/api-access/screen.tsx'))
const usage = inside('usage', () => import('#screens/usage/screen.tsx'))
const playground = inside('playground', () => import('#screens/playground/screen.tsx'))
const settings = inside('settings', () => import('#screens/settings/screen.tsx'))
const databases = inside('databases', () => import('#screens/databases/screen.tsx'))
const errors = inside('errors', () => import('#screens/errors/screen.tsx'))

/** The routes of the seed, one row each. */
export const routes: Route[] = [
  { path: paths.signin, titles: ['Sign in'], ...panel },
  { path: paths.signinError, titles: ['Sign in'], ...panel },
  { path: paths.register, titles: ['Sign up'], ...panel },
  { path: paths.acceptInvitation, titles: ['Sign up'], ...panel },
  { path: paths.activate, ...activate },
  // An account proves its address again while signed in, too.
  { path: paths.activateUser, ...activate, access: 'anyone' },
  {
    path: paths.resendActivation,
    titles: ['Send the code again'],
    access: 'visitor',
    source: 'src/screens/resend-activation/screen.tsx',
    load: () => import('#screens/resend-activation/screen.tsx'),
    drawn: true,
  },
  {
    path: paths.forgotPassword,
    titles: ['Forgot your password?'],
    access: 'visitor',
    source: 'src/screens/forgot-password/screen.tsx',
    load: () => import('#screens/forgot-password/screen.tsx'),
    drawn: true,
  },
  {
    path: paths.resetPassword,
    titles: ['Set a new password'],
    // A user who signs in with a service and sets a first password is signed in; without a valid link the screen leads
    // home.
    access: 'anyone',
    source: 'src/screens/reset-password/screen.tsx',
    load: () => import('#screens/reset-password/screen.tsx'),
  },
  {
    path: paths.restoreEmail,
    titles: ['Undo the e-mail change'],
    access: 'anyone',
    source: 'src/screens/restore-email/screen.tsx',
    load: () => import('#screens/restore-email/screen.tsx'),
  },
  {
    path: paths.unsubscribe,
    titles: ['E-mail preferences'],
    access: 'visitor',
    signedIn: paths.profile,
    source: 'src/screens/unsubscribe/screen.tsx',
    load: () => import('#screens/unsubscribe/screen.tsx'),
  },
  { path: paths.signinByToken, ...link },
  { path: paths.loginOnetime, ...link },
  { path: paths.loginOnetimeAdmin, ...link },
  {
    path: paths.thirdPartyCallback,
    accepts: ({ provider }) => isProvider(provider),
    titles: ['Sign in'],
    access: 'anyone',
    source: 'src/screens/oauth-callback/screen.tsx',
    load: () => import('#screens/oauth-callback/screen.tsx'),
  },
  { path: paths.sso, ...sso, access: 'visitor' },
  { path: paths.ssoConfirm, ...sso },
  {
    path: paths.ssoCallback,
    titles: ['Single sign-on'],
    access: 'anyone',
    source: 'src/screens/sso-callback/screen.tsx',
    load: () => import('#screens/sso-callback/screen.tsx'),
  },
  {
    path: paths.ssoDomain,
    titles: ['Single sign-on'],
    access: 'anyone',
    source: 'src/screens/sso-domain/screen.tsx',
    load: () => import('#screens/sso-domain/screen.tsx'),
  },
  { path: paths.apiDashboard, titles: ['API Dashboard'], heading: 'API Dashboard', ...dashboard },
  { path: paths.apiDashboardSite, titles: ['API Dashboard'], ...dashboard },
  { path: paths.apiAccess, titles: ['API Access'], heading: 'API Access', ...apiAccess },
  { path: paths.apiAccessKey, titles: ['API Access'], ...apiAccess },
  { path: paths.apiDetail, titles: ['API Usage'], ...usage },
  { path: paths.apiDetailOf, titles: ['API Usage'], ...usage },
  { path: paths.apiErrors, titles: ['API Errors'], ...errors },
  { path: paths.apiPlayground, titles: ['API Playground'], ...playground },
  { path: paths.apiPlaygroundSection, titles: ['API Playground'], ...playground },
  { path: paths.apiPlaygroundFunction, titles: ['API Playground'], ...playground },
  { path: paths.apiPlaygroundMethod, titles: ['API Playground'], ...playground },
  { path: paths.apiSettings, titles: ['API settings'], ...settings },
  { path: paths.apiSettingsAccess, titles: ['API settings'], ...settings },
  { path: paths.apiSettingsLimits, titles: ['API settings'], ...settings },
  { path: paths.databasesList, titles: ['Databases'], ...databases },
  { path: paths.databasesDetails, titles: ['Databases'], ...databases },
  { path: paths.databasesPurchases, titles: ['Databases'], ...databases },
  {
    path: paths.backlinksSubscription,
    titles: ['Backlinks API Access'],
    ...inside('backlinks-subscription', () => import('#screens/backlinks-subscription/screen.tsx')),
  },
  {
    path: paths.apiAccessSubscription,
    titles: ['API Access Subscriptions'],
    ...inside('access-subscriptions', () => import('#screens/access-subscriptions/screen.tsx')),
  },
  { path: paths.payments, titles: [], ...inside('payments', () => import('#screens/payments/screen.tsx')) },
  {
    path: paths.addFunds,
    titles: ['Add funds'],
    ...inside('payments/add-funds', () => import('#screens/payments/add-funds/screen.tsx')),
  },
  {
    path: paths.paymentOrder,
    titles: ['Payment'],
    ...inside('payments/order', () => import('#screens/payments/order/screen.tsx')),
  },
  {
    path: paths.testProcessor,
    titles: ['Test payment'],
    ...inside('payments/test-processor', () => import('#screens/payments/test-processor/screen.tsx')),
  },
  { path: paths.profile, titles: [], ...inside('profile', () => import('#screens/profile/screen.tsx')) },
  {
    path: paths.securityLog,
    titles: ['Security log'],
    ...inside('security-log', () => import('#screens/security-log/screen.tsx')),
  },
  { path: paths.h2hDashboard, titles: ['Dashboard'], ...dashboard },
  { path: paths.h2hDetail, titles: ['API Usage'], ...usage },
  { path: paths.h2hErrors, titles: ['Errors'], ...errors },
  {
    path: paths.development,
    titles: ['Development'],
    ...inside('development', () => import('#screens/development/screen.tsx')),
  },
  {
    path: paths.notFound,
    titles: ['Page not found'],
    access: 'anyone',
    source: 'src/screens/not-found/screen.tsx',
    load: () => import('#screens/not-found/screen.tsx'),
    drawn: true,
  },
]
