import type { Change, DashboardPlace } from './dashboard-place.ts'
import { LatestErrors } from './latest-errors.tsx'
import { SpendCard } from './spend-card.tsx'
import { TopFunctions } from './top-functions.tsx'

type Props = { shown: DashboardPlace; change: (change: Change) => void; now_ms: number }

export function MainColumn({ shown, change, now_ms }: Props) {
  return (
    <>
      <SpendCard shown={shown} change={change} now_ms={now_ms} />
      <TopFunctions shown={shown} />
      <LatestErrors scope={shown.scope} now_ms={now_ms} />
    </>
  )
}
