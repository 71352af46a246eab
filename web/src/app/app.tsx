import type { I18n } from '@lingui/core'
import type { Boot } from '@portico/contract/boot.ts'
import { languageOfField } from '@portico/contract/language.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { LocationProvider } from '#lib/location.ts'
import { SlowNetwork } from '#page/slow-network.tsx'
import { Scripts } from '#scripts/scripts.tsx'
import { BootStateProvider } from '#session/boot-state.ts'
import { type Session, useSession } from '#session/session.ts'
import { useTheme } from '#theme/theme.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { Guard } from './guard.tsx'
import { followAddress } from './navigation.ts'
import { pageTitle } from './page-title.ts'
import { Providers } from './providers.tsx'
import { useBootRefresh } from './use-boot-refresh.ts'
import type { View } from './view.ts'

/** Everything around a screen. The server draws the first view; on the page it then follows address and session. */
export function App(props: { boot: Boot; i18n: I18n; session: Session; first: View; onAlive?: () => void }) {
  const { boot, i18n, session, onAlive } = props
  const [view, setView] = useState(props.first)
  const bootState = useBootRefresh(boot, session)
  useAlive(onAlive)
  const { offline, serves } = boot
  // Without a connection no navigation is possible: the page stays until it can start again. A layout effect, as a
  // click is handled from the first commit on, which may be before its other effects.
  useLayoutEffect(() => (offline ? undefined : followAddress(session, serves, setView)), [session, offline, serves])
  return (
    <Providers boot={boot} i18n={i18n} session={session}>
      <BootStateProvider value={bootState}>
        <LocationProvider value={view.location}>
          <Habits />
          <Title view={view} />
          <SlowNetwork isStored={offline} />
          <Shown view={view} />
          <Scripts boot={boot} session={session} route={view.route.path} path={view.location.path} />
        </LocationProvider>
      </BootStateProvider>
    </Providers>
  )
}

/** Once, when the page answers to its visitor. */
function useAlive(onAlive: (() => void) | undefined): void {
  const isReported = useRef(false)
  useEffect(() => {
    if (isReported.current) return
    isReported.current = true
    onAlive?.()
  }, [onAlive])
}

function Shown({ view: { Screen, Frame, location } }: { view: View }) {
  const screen = (
    <Guard path={location.path}>
      <Screen />
    </Guard>
  )
  return Frame ? <Frame>{screen}</Frame> : screen
}

/** Signing in brings the user's own language and theme. */
function Habits() {
  const session = useSession()
  const { changeLanguage } = useI18n()
  const { choose } = useTheme()
  useEffect(
    () =>
      session.subscribe((event) => {
        const user = session.user()
        if (event !== 'began' || !user) return
        choose(user.theme_view)
        changeLanguage(languageOfField(user.language))
      }),
    [session, changeLanguage, choose],
  )
  return null
}

function Title({ view }: { view: View }) {
  const { t } = useI18n()
  const { title } = useBrand()
  const text = pageTitle(
    title,
    view.route.titles.map((key) => t(key)),
  )
  useEffect(() => {
    document.title = text
  }, [text])
  return null
}
