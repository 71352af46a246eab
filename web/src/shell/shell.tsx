import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { LocationProvider, useLocation, useNextLocation } from '#lib/location.ts'
import { useLiveStream } from '#money/live.ts'
import { useTrial } from '#money/trial.ts'
import { useBootState } from '#session/boot-state.ts'
import { useUser } from '#session/session.ts'
import { classNames } from '#ui/class-names.ts'
import { SkipLink } from '#ui/text/skip-link.tsx'
import { Header } from './header/header.tsx'
import { LazyPart } from './lazy-part.tsx'
import { LeftMenu } from './menu/left-menu.tsx'
import { useMenuMemory } from './menu/menu-memory.ts'
import { OverlayProvider } from './open-overlay.tsx'
import acting from './overlays/acting.module.css'
import { Overlays } from './overlays/overlays.tsx'
import { forgetPageClient, keepPageClient, pageClient } from './page-client.ts'
import styles from './shell.module.css'
import { useArrival } from './use-arrival.ts'
import { useFetchAhead } from './use-fetch-ahead.ts'

export { forgetPageClient, pageClient }

const actingBanner = () => import('./overlays/acting-banner.tsx').then(({ ActingBanner }) => ActingBanner)
const closingBanner = () => import('./overlays/closing-banner.tsx').then(({ ClosingBanner }) => ClosingBanner)
const proofDialog = () => import('#step-up/proof-dialog.tsx').then(({ ProofDialog }) => ProofDialog)
const maintenance = () => import('./overlays/maintenance.tsx').then(({ Maintenance }) => Maintenance)

/** The frame of every signed-in screen. */
export function Shell({ children }: { children: ReactNode }) {
  const [client] = useState(pageClient)
  useEffect(() => keepPageClient(client), [client])
  return (
    <QueryClientProvider client={client}>
      <OverlayProvider>
        <SkipLink target="content" />
        <Frame>{children}</Frame>
        <Overlays />
        <LazyPart load={proofDialog} />
      </OverlayProvider>
    </QueryClientProvider>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useT()
  const { impersonated_by, notices } = useBootState()
  const trial = useTrial()
  const { isCompact } = useMenuMemory()
  const content = useRef<HTMLElement>(null)
  const here = useLocation()
  const next = useNextLocation()
  const isGoing = next !== undefined
  useArrival(content)
  useFetchAhead()
  useLiveStream()
  const isActing = impersonated_by !== null
  const isClosing = Boolean(useUser()?.closes_at)
  return (
    <div className={classNames(isActing && acting.frame, trial && styles.trial)}>
      <div className={classNames(styles.shell, isCompact && styles.compact, isActing && acting.shell)}>
        {/* Header and menu show the next location at once, while its screen is loading. */}
        <LocationProvider value={next ?? here}>
          {isActing ? (
            <div className={acting.top}>
              <LazyPart load={actingBanner} />
              <Header isBusy={isGoing} />
            </div>
          ) : (
            <Header isBusy={isGoing} />
          )}
          <LeftMenu />
        </LocationProvider>
        <div className={styles.column}>
          <aside aria-label={t('Notices')}>
            {isClosing && <LazyPart load={closingBanner} />}
            {notices.length > 0 && <LazyPart load={maintenance} />}
          </aside>
          <main ref={content} id="content" className={styles.content} tabIndex={-1} aria-busy={isGoing}>
            {children}
          </main>
        </div>
      </div>
    </div>
  )
}
