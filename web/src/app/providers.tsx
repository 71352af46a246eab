import type { I18n } from '@lingui/core'
import type { Boot } from '@portico/contract/boot.ts'
import type { ReactNode } from 'react'
import { I18nProvider, useI18n } from '#i18n/i18n.tsx'
import { kitTexts } from '#i18n/kit-texts.ts'
import { type Session, SessionProvider } from '#session/session.ts'
import { ThemeProvider } from '#theme/theme.tsx'
import { SnackbarProvider } from '#ui/overlay/snackbar.tsx'
import { UiTextsProvider } from '#ui/texts.tsx'
import { BrandProvider } from '#whitelabel/brand.tsx'

type ProvidersProps = { boot: Boot; i18n: I18n; session: Session; children: ReactNode }

/** What every part of the page can ask for: brand, texts, theme, messages and the session. */
export function Providers({ boot, i18n, session, children }: ProvidersProps) {
  return (
    <BrandProvider brand={boot.brand}>
      <I18nProvider first={i18n} hashes={boot.messages}>
        <ThemeProvider first={boot.theme_view}>
          <KitTexts>
            <SnackbarProvider>
              <SessionProvider value={session}>{children}</SessionProvider>
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
