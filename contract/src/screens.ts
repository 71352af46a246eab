import type { Feature, MenuItem } from './menu.ts'
import { MENU_NAMES } from './menu-names.ts'
import type { Action } from './permissions.ts'

/** Every address of the product, by name. */
export const PATHS = {
  home: '/',
  signin: '/signin',
  signinError: '/signin/:error',
  register: '/register',
  signup: '/signup',
  acceptInvitation: '/accept-invitation',
  activate: '/activate',
  activateUser: '/activate/:userId',
  resendActivation: '/resend-activation',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  restoreEmail: '/restore-email',
  unsubscribe: '/unsubscribe',
  signinByToken: '/signin-by-token',
  loginOnetime: '/login_onetime',
  loginOnetimeAdmin: '/login_onetime_admin',
  thirdPartyCallback: '/socialite_provider/:provider/callback',
  sso: '/sso',
  ssoConfirm: '/sso/confirm',
  ssoCallback: '/sso/callback',
  ssoDomain: '/sso-domain',
  notFound: '/404',
  apiDashboard: '/api-dashboard',
  apiDashboardSite: '/api-dashboard/:siteId',
  apiAccess: '/api-access',
  apiAccessKey: '/api-access/:keyId',
  apiDetail: '/api-detail',
  apiDetailOf: '/api-detail/:api',
  apiErrors: '/api-errors',
  apiPlayground: '/api-playground',
  apiPlaygroundSection: '/api-playground/:section',
  apiPlaygroundFunction: '/api-playground/:section/:function',
  apiPlaygroundMethod: '/api-playground/:section/:function/:method',
  apiExplorer: '/api-explorer',
  apiSettings: '/api-settings',
  apiSettingsAccess: '/api-settings/api-access',
  apiSettingsLimits: '/api-settings/api-limits',
  databases: '/databases',
  databasesList: '/databases/list',
  databasesDetails: '/databases/list/:database',
  databasesPurchases: '/databases/purchases',
  backlinksSubscription: '/backlinks-subscription',
  backlinksSubscriptions: '/backlinks-subscriptions',
  apiAccessSubscription: '/api-access-subscription',
  apiAccessSubscriptions: '/api-access-subscriptions',
  h2hDashboard: '/h2h-dashboard',
  h2hDetail: '/h2h-detail',
  h2hErrors: '/h2h-errors',
  users: '/users',
  payments: '/users/getrows',
  addFunds: '/users/getrows/add-funds',
  paymentOrder: '/users/getrows/order/:id',
  testProcessor: '/test-processor/:checkout',
  profile: '/users/profile',
  securityLog: '/users/security-log',
  development: '/development',
} as const

/**
 * Addresses that mails and sign-in services lead to. Only the server reads what they carry, and removes it from the
 * address.
 */
export const LINK_PATHS = [
  '/activate_fast/:userId/:token',
  '/reset-password/:id/:token',
  '/restore-email/:id/:token',
  '/signin-by-token/:token',
  '/signin-by-token/:token/:registration',
  '/login_onetime/:uid/:pass',
  '/login_onetime/:uid/:pass/:cntrlr/:cntrlrFunc',
  '/login_onetime_admin/:uid/:pass',
  '/login_onetime_admin/:uid/:pass/:projectId',
  '/login_onetime_admin/:uid/:pass/:cntrlr/:cntrlrFunc',
  '/unsubscribe/:email/:hash',
  '/forgot-password/:email',
  '/sso/callback',
  '/sso-domain/:token',
  '/socialite_provider/:provider/callback',
] as const
export type LinkPath = (typeof LINK_PATHS)[number]

export interface MenuEntry {
  id: string
  label: string
  /** Null where it is not one of our screens. */
  path: string | null
  group: string
  icon: string
  type?: MenuItem['type']
  /** Listed only for users who were granted it. */
  grant?: Feature
  /** Listed only for a role that may do it on the active login. */
  needs?: Action
}

/**
 * The menu in the seed's order. A user without an entry can neither open its screen nor call the endpoints that name
 * it. Functions, so that a page that needs only the addresses does not load it.
 */
export const menuEntries = (): MenuEntry[] => [
  { id: 'dashboard', label: 'Dashboard', path: PATHS.apiDashboard, group: 'Main', icon: 'dashboard' },
  {
    id: 'h2h-dashboard',
    label: 'Machine logins',
    path: PATHS.h2hDashboard,
    group: 'Main',
    icon: 'server',
    grant: 'h2h',
  },
  { id: 'hide-panel', label: 'Menu mini', path: null, group: 'Main', icon: 'panel', type: 'action' },
  { id: 'api-access', label: MENU_NAMES.access, path: PATHS.apiAccess, group: 'API', icon: 'key' },
  { id: 'api-detail', label: 'Usage', path: PATHS.apiDetail, group: 'API', icon: 'chart' },
  {
    id: 'h2h-detail',
    label: 'Machine login usage',
    path: PATHS.h2hDetail,
    group: 'API',
    icon: 'server-chart',
    grant: 'h2h',
  },
  { id: 'api-errors', label: 'Errors', path: PATHS.apiErrors, group: 'API', icon: 'alert' },
  {
    id: 'h2h-errors',
    label: 'Machine login errors',
    path: PATHS.h2hErrors,
    group: 'API',
    icon: 'server-alert',
    grant: 'h2h',
  },
  { id: 'api-playground', label: 'Playground', path: PATHS.apiPlayground, group: 'API', icon: 'play' },
  // The seed defines two submenus here and shows none: they are addresses within the page.
  { id: 'api-settings', label: MENU_NAMES.settings, path: PATHS.apiSettings, group: 'API', icon: 'settings' },
  { id: 'documentation', label: 'Documentation', path: null, group: 'API', icon: 'book', type: 'external' },
  {
    id: 'development',
    label: 'development',
    path: PATHS.development,
    group: 'API',
    icon: 'code',
    grant: 'development',
  },
  { id: 'databases-list', label: 'List', path: PATHS.databasesList, group: 'Databases', icon: 'database' },
  {
    id: 'databases-purchases',
    label: 'My Purchases',
    path: PATHS.databasesPurchases,
    group: 'Databases',
    icon: 'download',
  },
  {
    id: 'backlinks-subscription',
    label: 'Backlinks API Access',
    path: PATHS.backlinksSubscription,
    group: 'Billing',
    icon: 'link',
    needs: 'add_funds',
  },
  {
    id: 'api-access-subscription',
    label: MENU_NAMES.subscriptions,
    path: PATHS.apiAccessSubscription,
    group: 'Billing',
    icon: 'refresh',
    needs: 'add_funds',
  },
  {
    id: 'payments',
    label: MENU_NAMES.payments,
    path: PATHS.payments,
    group: 'Billing',
    icon: 'card',
    needs: 'add_funds',
  },
]

/** Screens the menu has no entry for: they are reached from others. */
export const unlistedScreens = (): { path: string; needs: Action }[] => [
  { path: PATHS.securityLog, needs: 'see_security_log' },
]
