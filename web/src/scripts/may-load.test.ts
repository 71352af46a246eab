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

const VISITED: string[] = [
  paths.signin,
  paths.signinError,
  paths.register,
  paths.acceptInvitation,
  paths.forgotPassword,
  paths.resendActivation,
  paths.notFound,
]

test('CA-05 F12 visitors are counted on the forms that need no link, by analytics alone', () => {
  for (const route of Object.values(paths))
    for (const name of SCRIPT_ROLES)
      expect(may({ name, category: 'functional' }, { ...fine, user: null, route }), `${name} ${route}`).toBe(
        name === 'analytics' && VISITED.includes(route),
      )
  const context = { ...fine, user: null, route: paths.signin, agreed: ['necessary'] }
  expect(may({ name: 'analytics', category: 'analytics' }, context)).toBe(false)
})

test('F12 every other route of the product has no third-party script: links, API Access, payments, profile', () => {
  for (const route of Object.values(paths))
    for (const name of SCRIPT_ROLES)
      expect(may({ name, category: 'functional' }, { ...fine, route }), `${name} ${route}`).toBe(OPEN.includes(route))
})
