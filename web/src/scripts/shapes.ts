import { currency } from '@portico/contract/currency.ts'
import type { Kind } from '@portico/contract/script-settings.ts'
import type { Person } from './disclosures.ts'

/** One call in the words of a service: its arguments. The frame makes it. */
export type Call = unknown[]
export type EventData = Record<string, string | number>

interface Shape {
  begin(id: string, agreed: readonly string[]): Call[]
  identify(id: string, person: Person): Call[]
  /** A fresh token for the same person. */
  renew(token: string): Call[]
  balance(amount: number): Call[]
  page(route: string, origin: string): Call[]
  event(name: string, data: EventData): Call[]
  consent(agreed: readonly string[]): Call[]
}

const BALANCE = 'balance'

const messenger: Shape = {
  begin: () => [],
  // Data of the previous user is removed first.
  identify: (id, { token, id: user_id, email, created_at, is_child_account }) => [
    ['shutdown'],
    [
      'boot',
      {
        app_id: id,
        ...(token ? { intercom_user_jwt: token } : { user_id }),
        ...(email && { email }),
        ...(created_at && { created_at: Math.floor(Date.parse(created_at) / 1000) }),
        ...(is_child_account !== undefined && { is_child_account }),
      },
    ],
  ],
  renew: (token) => [['update', { intercom_user_jwt: token }]],
  balance: (amount) => [
    ['update', { balance: amount }],
    ['trackEvent', BALANCE, { balance: amount }],
  ],
  page: (route) => [['update', { page: route }]],
  event: (name, data) => [['trackEvent', name, data]],
  consent: () => [],
}

/**
 * Its script would send the address of the frame, so every view carries its real location. It never receives an e-mail.
 */
const gtag: Shape = {
  begin: (id, agreed) => [
    ['consent', 'default', storages(agreed)],
    ['js', new Date()],
    ['config', id, { send_page_view: false }],
  ],
  identify: (_id, person) => [['set', { user_id: person.id }]],
  renew: () => [],
  balance: (amount) => [['event', BALANCE, { value: amount, currency: currency() }]],
  page: (route, origin) => {
    const pageFields = { page_location: `${origin}${route}`, page_path: route, page_title: route }
    return [
      ['set', pageFields],
      ['event', 'page_view', pageFields],
    ]
  },
  event: (name, data) => [['event', name, data]],
  consent: (agreed) => [['consent', 'update', storages(agreed)]],
}

function storages(agreed: readonly string[]) {
  const ads = agreed.includes('marketing') ? 'granted' : 'denied'
  return {
    analytics_storage: agreed.includes('analytics') ? 'granted' : 'denied',
    ad_storage: ads,
    ad_user_data: ads,
    ad_personalization: ads,
  }
}

const queue: Shape = {
  begin: (id) => [['init', id]],
  identify: (_id, { id, ...traits }) => [['identify', id, traits]],
  renew: () => [],
  balance: (amount) => [['track', BALANCE, { balance: amount, currency: currency() }]],
  page: (route) => [['page', route]],
  event: (name, data) => [['track', name, data]],
  consent: (agreed) => [['consent', agreed]],
}

/** Our events in the format of each kind of service. */
export const shapes: Record<Kind, Shape> = { messenger, gtag, queue }
