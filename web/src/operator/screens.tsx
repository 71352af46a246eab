import type { ReactNode } from 'react'
import type { AppLocation } from '#lib/location.ts'
import { Lazy } from '#ui/lazy.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import { ApprovalsScreen } from './approvals-screen.tsx'
import { LazyCatalogue } from './catalogue-lazy.tsx'
import { CustomerScreen } from './customer-screen.tsx'
import { CustomersScreen } from './customers-screen.tsx'
import { NotFound } from './not-found.tsx'
import { RequestScreen } from './request-screen.tsx'
import { TodayScreen } from './today-screen.tsx'
import { WebhooksScreen } from './webhooks-screen.tsx'

const loadPeople = async () => (await import('./people-section.tsx')).PeopleSection
const loadService = () => import('./service/service-screen.tsx').then((part) => part.ServiceScreen)
const loadMoney = () => import('./money-screen.tsx').then(({ MoneyScreen }) => MoneyScreen)

/** The screen of an address. */
export function screenAt({ path, search }: AppLocation): ReactNode {
  const q = new URLSearchParams(search).get('q')
  if (/^\/operator\/?$/.test(path) && q === null) return <TodayScreen />
  // Searches were at the start page before it had something of its own.
  if (/^\/operator(\/customers)?\/?$/.test(path)) return <CustomersScreen q={q ?? ''} />
  const request = /^\/operator\/request(?:\/([^/]*))?\/?$/.exec(path)
  if (request) return <RequestScreen id={readable(request[1] ?? '')} />
  if (/^\/operator\/service\/?$/.test(path))
    return <Lazy load={loadService} props={{ search }} waiting={<SkeletonText lines={9} />} />
  const money = /^\/operator\/money(?:\/([a-z]+))?\/?$/.exec(path)
  if (money) return <Lazy load={loadMoney} props={{ tab: money[1] ?? 'revenue' }} waiting={<WaitingCard />} />
  const [, part] = /^\/operator\/(brands|mails|scripts|staff|tokens|audit|passkeys)\/?$/.exec(path) ?? []
  if (part) return <Lazy load={loadPeople} props={{ part, search }} waiting={<SkeletonText lines={6} />} />
  const webhook = /^\/operator\/webhooks(?:\/([a-z0-9-]{1,40}))?\/?$/.exec(path)
  if (webhook) return <WebhooksScreen name={webhook[1] ?? ''} search={search} />
  if (/^\/operator\/approvals\/?$/.test(path)) return <ApprovalsScreen search={search} />
  if (/^\/operator\/catalogue\/?$/.test(path)) return <LazyCatalogue search={search} />
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
