import type { I18n } from '@lingui/core'
import type { Boot } from '@portico/contract/boot.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Providers } from '#app/providers.tsx'
import { currentLocation, LocationProvider, onNavigation } from '#lib/location.ts'
import { createSession } from '#session/session.ts'
import { CodeProvider } from './ask-code.tsx'
import { consoleClient } from './console-client.ts'
import { Frame } from './frame.tsx'
import { MeProvider } from './me.ts'
import type { Me } from './read-console.ts'
import { screenAt } from './screens.tsx'

const client = consoleClient()

/** The console: everything around its screens. The address is its only memory, so that any view can be sent on. */
export function Console({ boot, me, i18n }: { boot: Boot; me: Me; i18n: I18n }) {
  const [session] = useState(() => createSession(boot))
  const [location, setLocation] = useState(currentLocation)
  useEffect(() => onNavigation(() => setLocation(currentLocation())), [])
  return (
    <Providers boot={boot} i18n={i18n} session={session}>
      <QueryClientProvider client={client}>
        <MeProvider value={me}>
          <LocationProvider value={location}>
            <CodeProvider>
              <Frame>{screenAt(location)}</Frame>
            </CodeProvider>
          </LocationProvider>
        </MeProvider>
      </QueryClientProvider>
    </Providers>
  )
}
