import type { ReactNode } from 'react'
import type { AppLocation } from '#lib/location.ts'
import { CustomerScreen } from './customer-screen.tsx'
import { CustomersScreen } from './customers-screen.tsx'
import { NotFound } from './not-found.tsx'

/** The screen of an address. */
export function screenAt({ path, search }: AppLocation): ReactNode {
  if (/^\/operator(\/customers)?\/?$/.test(path))
    return <CustomersScreen q={new URLSearchParams(search).get('q') ?? ''} />
  const [, id] = /^\/operator\/customers\/([1-9]\d{0,9})\/?$/.exec(path) ?? []
  return id === undefined ? <NotFound /> : <CustomerScreen key={id} id={Number(id)} search={search} />
}
