import type { DashboardSearch } from './dashboard-search.ts'
import { LatestErrors } from './latest-errors.tsx'
import { TopFunctions } from './top-functions.tsx'

export function Lists({ shown, now_ms }: { shown: DashboardSearch; now_ms: number }) {
  return (
    <>
      <TopFunctions shown={shown} />
      <LatestErrors scope={shown.scope} now_ms={now_ms} />
    </>
  )
}
