import { decodedUri } from '@portico/contract/uri.ts'
import type { ReactNode } from 'react'
import type { AppLocation } from '#lib/location.ts'
import { Lazy } from '#ui/lazy.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import { withTexts } from './console-texts.ts'
import { NotFound } from './not-found.tsx'
import { TodayScreen } from './today-screen.tsx'

const loadApprovals = () =>
  withTexts('approvals-screen', async () => (await import('./approvals-screen.tsx')).ApprovalsScreen)
const loadCatalogue = () =>
  withTexts('catalogue-screen', async () => (await import('./catalogue-screen.tsx')).CatalogueScreen)
const loadCustomer = () =>
  withTexts('customer-screen', async () => (await import('./customer-screen.tsx')).CustomerScreen)
const loadCustomers = () =>
  withTexts('customers-screen', async () => (await import('./customers-screen.tsx')).CustomersScreen)
const loadMoney = () => withTexts('money-screen', async () => (await import('./money-screen.tsx')).MoneyScreen)
const loadPeople = () => withTexts('people-section', async () => (await import('./people-section.tsx')).PeopleSection)
const loadRequest = () => withTexts('request-screen', async () => (await import('./request-screen.tsx')).RequestScreen)
const loadService = () =>
  withTexts('service-screen', async () => (await import('./service/service-screen.tsx')).ServiceScreen)
const loadWebhooks = () =>
  withTexts('webhooks-screen', async () => (await import('./webhooks-screen.tsx')).WebhooksScreen)
const waiting = <WaitingCard />

/** The screen of an address. */
export function screenAt({ path, search }: AppLocation): ReactNode {
  const q = new URLSearchParams(search).get('q')
  if (/^\/operator\/?$/.test(path) && q === null) return <TodayScreen />
  // Searches were at the start page before it had something of its own.
  if (/^\/operator(\/customers)?\/?$/.test(path))
    return <Lazy load={loadCustomers} props={{ q: q ?? '' }} waiting={waiting} />
  const request = /^\/operator\/request(?:\/([^/]*))?\/?$/.exec(path)
  if (request) return <Lazy load={loadRequest} props={{ id: decodedUri(request[1] ?? '') }} waiting={waiting} />
  if (/^\/operator\/service\/?$/.test(path)) return <Lazy load={loadService} props={{ search }} waiting={waiting} />
  const money = /^\/operator\/money(?:\/([a-z]+))?\/?$/.exec(path)
  if (money) return <Lazy load={loadMoney} props={{ tab: money[1] ?? 'revenue' }} waiting={waiting} />
  const [, part] = /^\/operator\/(brands|mails|scripts|staff|tokens|audit|passkeys)\/?$/.exec(path) ?? []
  if (part) return <Lazy load={loadPeople} props={{ part, search }} waiting={waiting} />
  const webhook = /^\/operator\/webhooks(?:\/([a-z0-9-]{1,40}))?\/?$/.exec(path)
  if (webhook) return <Lazy load={loadWebhooks} props={{ name: webhook[1] ?? '', search }} waiting={waiting} />
  if (/^\/operator\/approvals\/?$/.test(path)) return <Lazy load={loadApprovals} props={{ search }} waiting={waiting} />
  if (/^\/operator\/catalogue\/?$/.test(path)) return <Lazy load={loadCatalogue} props={{ search }} waiting={waiting} />
  const [, id] = /^\/operator\/customers\/([1-9]\d{0,9})\/?$/.exec(path) ?? []
  return id === undefined ? (
    <NotFound />
  ) : (
    <Lazy key={id} load={loadCustomer} props={{ id: Number(id), search }} waiting={waiting} />
  )
}
