import { SCRIPT_ROLES } from '@portico/contract/script-settings.ts'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { may, type Situation } from './may-load.ts'

const chat = { name: 'chat', category: 'functional' } as const
const all = ['necessary', 'functional', 'analytics', 'marketing']
const fine: Situation = { route: paths.apiDashboard, agreed: all, isActing: false, user: { show_app: true } }

test.for([
  ['everything is right', chat, {}, true],
  ['nobody was asked yet', chat, { agreed: undefined }, false],
  ['only the necessary was agreed to', chat, { agreed: ['necessary'] }, false],
  ['another category was agreed to', chat, { agreed: ['necessary', 'analytics', 'marketing'] }, false],
  ['just this category was agreed to', chat, { agreed: ['necessary', 'functional'] }, true],
  ['staff act as the customer', chat, { isActing: true }, false],
  ['nobody is signed in', chat, { user: null }, false],
  ['RO-03 the chat is not shown to this user', chat, { user: { show_app: false } }, false],
  ['RO-03 which concerns the chat alone', { name: 'push', category: 'marketing' }, { user: { show_app: false } }, true],
  ['the route is not known', chat, { route: '/somewhere' }, false],
  ['an address is given for a route', chat, { route: '/api-detail/serp' }, false],
] as const)('CA-05 F12 %s', ([, script, change, expected]) => {
  expect(may(script, { ...fine, ...change })).toBe(expected)
})

const OPEN: string[] = [
  paths.apiDashboard,
  paths.apiDashboardSite,
  paths.apiDetail,
  paths.apiDetailOf,
  paths.apiErrors,
  paths.apiPlayground,
  paths.apiPlaygroundSection,
  paths.apiPlaygroundFunction,
  paths.apiPlaygroundMethod,
  paths.apiSettings,
  paths.apiSettingsLimits,
  paths.databasesList,
  paths.databasesPurchases,
  paths.h2hDashboard,
  paths.h2hDetail,
  paths.h2hErrors,
]

test('CA-05 F12 analytics reports each navigation where it happens: every route, signed in or not, after consent alone', () => {
  const analytics = { name: 'analytics', category: 'analytics' } as const
  for (const route of Object.values(paths))
    for (const user of [null, { show_app: false }]) {
      const here = { ...fine, user, route }
      expect(may(analytics, here), route).toBe(true)
      expect(may(analytics, { ...here, agreed: ['necessary', 'functional', 'marketing'] }), route).toBe(false)
      expect(may(analytics, { ...here, agreed: undefined }), route).toBe(false)
      expect(may(analytics, { ...here, isActing: true }), route).toBe(false)
    }
})

test('F12 scripts that know the user are on no other route: links, API Access, payments, profile, without a user', () => {
  for (const route of Object.values(paths))
    for (const name of SCRIPT_ROLES.filter((role) => role !== 'analytics')) {
      const script = { name, category: 'functional' } as const
      expect(may(script, { ...fine, route }), `${name} ${route}`).toBe(OPEN.includes(route))
      expect(may(script, { ...fine, user: null, route }), `${name} ${route}`).toBe(false)
    }
})
