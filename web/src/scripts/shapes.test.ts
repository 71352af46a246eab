import type { User } from '@portico/contract/user.ts'
import { expect, test } from 'vitest'
import { DISCLOSURES, personFor } from './disclosures.ts'
import { shapes } from './shapes.ts'

const user = {
  id: 17,
  name: 'Ann Ask',
  email: 'ann@example.com',
  created_at: '2026-03-02T10:00:00.000Z',
  parent_id: 4,
  show_app: true,
} as User

test('CA-05 H20 each script receives its own part of the user, and analytics nothing', () => {
  expect(personFor('chat', user, 'signed')).toEqual({ id: '17', token: 'signed', is_child_account: true })
  expect(personFor('chat', user, undefined)).toBeUndefined()
  expect(personFor('onboarding', user, undefined)).toEqual({
    id: '17',
    email: 'ann@example.com',
    created_at: '2026-03-02T10:00:00.000Z',
  })
  expect(personFor('push', user, 'signed')).toEqual({ id: '17', email: 'ann@example.com' })
  expect(personFor('analytics', user, 'signed')).toBeUndefined()
  expect(DISCLOSURES.analytics).toEqual(['page', 'event'])
})

test('RO-03 a messenger knows a child account as one, and the user by the signed token alone', () => {
  const person = personFor('chat', user, 'signed')
  expect(person && shapes.messenger.identify('app-1', person)).toEqual([
    ['shutdown'],
    ['boot', { app_id: 'app-1', intercom_user_jwt: 'signed', is_child_account: true }],
  ])
  const own = personFor('chat', { ...user, parent_id: 0 }, 'signed')
  expect(own && shapes.messenger.identify('app-1', own)[1]).toEqual([
    'boot',
    { app_id: 'app-1', intercom_user_jwt: 'signed', is_child_account: false },
  ])
  expect(shapes.messenger.renew('fresh')).toEqual([['update', { intercom_user_jwt: 'fresh' }]])
})

test('CA-05 a messenger that is no chat knows e-mail and creation date, in seconds', () => {
  const person = personFor('onboarding', user, undefined)
  expect(person && shapes.messenger.identify('app-1', person)[1]).toEqual([
    'boot',
    { app_id: 'app-1', user_id: '17', email: 'ann@example.com', created_at: 1_772_445_600 },
  ])
})

test('CA-05 the balance is sent as an event in every shape', () => {
  expect(shapes.messenger.balance(1.5)).toEqual([
    ['update', { balance: 1.5 }],
    ['trackEvent', 'balance', { balance: 1.5 }],
  ])
  expect(shapes.gtag.balance(1.5)).toEqual([['event', 'balance', { value: 1.5, currency: 'USD' }]])
  expect(shapes.queue.balance(1.5)).toEqual([['track', 'balance', { balance: 1.5, currency: 'USD' }]])
})

test('H20 gtag receives patterns of routes, never reads the address itself, and never gets an e-mail', () => {
  expect(shapes.gtag.page('/api-detail/:api', 'https://dash.example')).toEqual([
    ['set', expect.objectContaining({ page_location: 'https://dash.example/api-detail/:api' })],
    ['event', 'page_view', expect.objectContaining({ page_path: '/api-detail/:api', page_title: '/api-detail/:api' })],
  ])
  expect(shapes.gtag.begin('G-1', ['analytics']).at(-1)).toEqual(['config', 'G-1', { send_page_view: false }])
  const person = personFor('push', user, undefined)
  expect(JSON.stringify(person && shapes.gtag.identify('G-1', person))).not.toContain('@')
})

test('P3 gtag receives consent before all else, and the storage for ads follows marketing', () => {
  expect(shapes.gtag.begin('G-1', ['analytics'])[0]).toEqual([
    'consent',
    'default',
    { analytics_storage: 'granted', ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' },
  ])
  expect(shapes.gtag.consent(['analytics', 'marketing'])).toEqual([
    ['consent', 'update', expect.objectContaining({ ad_storage: 'granted', ad_personalization: 'granted' })],
  ])
})

test('a queue receives its own commands', () => {
  const person = personFor('push', user, undefined)
  expect([
    ...shapes.queue.begin('x', []),
    ...(person ? shapes.queue.identify('x', person) : []),
    ...shapes.queue.page('/api-errors', 'https://dash.example'),
    ...shapes.queue.event('sign_up_completed', { way: 'e-mail' }),
    ...shapes.queue.consent(['necessary']),
  ]).toEqual([
    ['init', 'x'],
    ['identify', '17', { email: 'ann@example.com' }],
    ['page', '/api-errors'],
    ['track', 'sign_up_completed', { way: 'e-mail' }],
    ['consent', ['necessary']],
  ])
})
