import type { ShownState } from '@portico/contract/dashboard.ts'
import { StateBanners } from '#account-states/state-banners.tsx'
import { GetStarted, type Start } from './get-started.tsx'

export type TopProps = { states: ShownState[]; now_ms: number; start: Start | undefined }

/** The content above the metrics, for users who have any. */
export function Top({ states, now_ms, start }: TopProps) {
  return (
    <>
      {states.length > 0 && <StateBanners states={states} now_ms={now_ms} />}
      {start?.is_shown && <GetStarted start={start} />}
    </>
  )
}
