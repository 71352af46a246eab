import type { I18n } from '@lingui/core'
import type { Boot } from '@portico/contract/boot.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { I18nProvider, useI18n } from '#i18n/i18n.tsx'
import { kitTexts } from '#i18n/kit-texts.ts'
import { currentLocation, LocationProvider, onNavigation } from '#lib/location.ts'
import { createSession, SessionProvider } from '#session/session.ts'
import { ThemeProvider } from '#theme/theme.tsx'
import { SnackbarProvider } from '#ui/overlay/snackbar.tsx'
import { UiTextsProvider } from '#ui/texts.tsx'
import { BrandProvider } from '#whitelabel/brand.tsx'
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
    <BrandProvider brand={boot.brand}>
      <I18nProvider first={i18n} hashes={boot.messages}>
        <ThemeProvider first={boot.theme_view}>
          <KitTexts>
            <SnackbarProvider>
              <SessionProvider value={session}>
                <QueryClientProvider client={client}>
                  <MeProvider value={me}>
                    <LocationProvider value={location}>
                      <CodeProvider>
                        <Frame>{screenAt(location)}</Frame>
                      </CodeProvider>
                    </LocationProvider>
                  </MeProvider>
                </QueryClientProvider>
              </SessionProvider>
            </SnackbarProvider>
          </KitTexts>
        </ThemeProvider>
      </I18nProvider>
    </BrandProvider>
  )
}

function KitTexts({ children }: { children: ReactNode }) {
  return <UiTextsProvider texts={kitTexts(useI18n())}>{children}</UiTextsProvider>
}
