import type { ReactNode } from 'react'
import type { AppLocation } from '#lib/location.ts'
import { Lazy } from '#ui/lazy.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import { ApprovalsScreen } from './approvals-screen.tsx'
import { CustomerScreen } from './customer-screen.tsx'
import { CustomersScreen } from './customers-screen.tsx'
import { NotFound } from './not-found.tsx'
import { RequestScreen } from './request-screen.tsx'
import { TodayScreen } from './today-screen.tsx'

const loadCatalogue = async () => (await import('./catalogue-screen.tsx')).CatalogueScreen
const loadMoney = async () => (await import('./money-screen.tsx')).MoneyScreen
const loadPeople = async () => (await import('./people-section.tsx')).PeopleSection
const loadService = async () => (await import('./service/service-screen.tsx')).ServiceScreen
const loadWebhooks = async () => (await import('./webhooks-screen.tsx')).WebhooksScreen
const waiting = <WaitingCard />

/** The screen of an address. */
export function screenAt({ path, search }: AppLocation): ReactNode {
  const q = new URLSearchParams(search).get('q')
  if (/^\/operator\/?$/.test(path) && q === null) return <TodayScreen />
  // Searches were at the start page before it had something of its own.
  if (/^\/operator(\/customers)?\/?$/.test(path)) return <CustomersScreen q={q ?? ''} />
  const request = /^\/operator\/request(?:\/([^/]*))?\/?$/.exec(path)
  if (request) return <RequestScreen id={readable(request[1] ?? '')} />
  if (/^\/operator\/service\/?$/.test(path)) return <Lazy load={loadService} props={{ search }} waiting={waiting} />
  const money = /^\/operator\/money(?:\/([a-z]+))?\/?$/.exec(path)
  if (money) return <Lazy load={loadMoney} props={{ tab: money[1] ?? 'revenue' }} waiting={waiting} />
  const [, part] = /^\/operator\/(brands|mails|scripts|staff|tokens|audit|passkeys)\/?$/.exec(path) ?? []
  if (part) return <Lazy load={loadPeople} props={{ part, search }} waiting={waiting} />
  const webhook = /^\/operator\/webhooks(?:\/([a-z0-9-]{1,40}))?\/?$/.exec(path)
  if (webhook) return <Lazy load={loadWebhooks} props={{ name: webhook[1] ?? '', search }} waiting={waiting} />
  if (/^\/operator\/approvals\/?$/.test(path)) return <ApprovalsScreen search={search} />
  if (/^\/operator\/catalogue\/?$/.test(path)) return <Lazy load={loadCatalogue} props={{ search }} waiting={waiting} />
  const [, id] = /^\/operator\/customers\/([1-9]\d{0,9})\/?$/.exec(path) ?? []
  return id === undefined ? <NotFound /> : <CustomerScreen key={id} id={Number(id)} search={search} />
}

/** An id that was pasted into the address; what cannot be decoded is left as it is. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
