import type { ReactNode } from 'react'
import type { AppLocation } from '#lib/location.ts'
import { Lazy } from '#ui/lazy.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { ApprovalsScreen } from './approvals-screen.tsx'
import { LazyCatalogue } from './catalogue-lazy.tsx'
import { CustomerScreen } from './customer-screen.tsx'
import { CustomersScreen } from './customers-screen.tsx'
import { NotFound } from './not-found.tsx'
import { RequestScreen } from './request-screen.tsx'
import { TodayScreen } from './today-screen.tsx'
import { TokensScreen } from './tokens-screen.tsx'

const loadService = () => import('./service/service-screen.tsx').then((part) => part.ServiceScreen)

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
  if (/^\/operator\/tokens\/?$/.test(path)) return <TokensScreen />
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
