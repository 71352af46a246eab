import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'

const load = () => import('./catalogue-screen.tsx').then(({ CatalogueScreen }) => CatalogueScreen)

/** Loaded when it is opened: the first view of the console does not need it. */
export function LazyCatalogue({ search }: { search: string }) {
  return (
    <Lazy
      load={load}
      props={{ search }}
      waiting={
        <Card>
          <SkeletonText lines={9} />
        </Card>
      }
    />
  )
}
