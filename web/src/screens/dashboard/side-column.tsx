import type { Scope } from './dashboard-search.ts'
import { QuickAccess } from './quick-access.tsx'
import { ServiceStatus } from './service-status.tsx'
import { Subscriptions } from './subscriptions.tsx'

export function SideColumn({ scope }: { scope: Scope }) {
  return (
    <>
      <QuickAccess scope={scope} />
      <ServiceStatus scope={scope} />
      <Subscriptions scope={scope} />
    </>
  )
}
