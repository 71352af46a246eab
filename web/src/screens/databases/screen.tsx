import { languageOfField } from '@portico/contract/language.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type AppLocation, useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Lazy } from '#ui/lazy.tsx'
import { databaseIn } from './database-address.ts'
import { listQuery } from './databases-queries.ts'
import { ListView } from './list-view.tsx'
import { DetailsSkeleton, PurchasesSkeleton } from './skeletons.tsx'

const loadDetails = async () => (await import('./details-view.tsx')).DetailsView
const loadPurchases = async () => (await import('./purchases-view.tsx')).PurchasesView

/** In the language the page is in: the texts of the list come with it. */
export function prefetch(client: QueryClient, { path }: AppLocation): void {
  if (path === paths.databasesList) client.prefetchQuery(listQuery(languageOfField(document.documentElement.lang)))
}

/** Databases that are sold as files: the list, one of them with its order, and what was bought. */
export function Screen() {
  const { path } = useLocation()
  if (path.startsWith(paths.databasesPurchases))
    return <Lazy load={loadPurchases} props={{}} waiting={<PurchasesSkeleton />} />
  const id = databaseIn(path)
  if (id) return <Lazy key={id} load={loadDetails} props={{ id }} waiting={<DetailsSkeleton />} />
  return <ListView />
}
