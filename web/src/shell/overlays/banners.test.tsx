import type { Boot } from '@portico/contract/boot.ts'
import type { Notice } from '@portico/contract/notices.ts'
import { ROLES } from '@portico/contract/role.ts'
import type { User } from '@portico/contract/user.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n, I18nProvider, useI18n } from '#i18n/i18n.tsx'
import { kitTexts } from '#i18n/kit-texts.ts'
import { BootStateProvider } from '#session/boot-state.ts'
import { createSession, SessionProvider } from '#session/session.ts'
import { SnackbarProvider } from '#ui/overlay/snackbar.tsx'
import { UiTextsProvider } from '#ui/texts.tsx'
import german from '../../../i18n/de.json' with { type: 'json' }
import { ClosingBanner } from './closing-banner.tsx'
import { Maintenance } from './maintenance.tsx'

/** The English texts are the keys of every language. */
const english = Object.fromEntries(Object.keys(german).map((key) => [key, key]))

function Kit({ children }: { children: ReactNode }) {
  return (
    <UiTextsProvider texts={kitTexts(useI18n())}>
      <SnackbarProvider>{children}</SnackbarProvider>
    </UiTextsProvider>
  )
}

function drawn(children: ReactNode, { user = null, notices = [] }: { user?: User | null; notices?: Notice[] }) {
  const boot = { user, notices, credits: null } as unknown as Boot
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider first={createI18n('en', english)} hashes={{}}>
        <BootStateProvider value={boot}>
          <SessionProvider value={createSession(boot)}>
            <Kit>{children}</Kit>
          </SessionProvider>
        </BootStateProvider>
      </I18nProvider>
    </QueryClientProvider>,
  )
}

test.each([
  ['2126-03-04T22:30:00Z', '2126-03-05T01:15:00Z', 'Mar 4, 22:30–Mar 5, 01:15 UTC.'],
  ['2126-03-04T20:30:00Z', '2126-03-04T21:15:00Z', 'Mar 4, 20:30–21:15 UTC.'],
])(
  'HD-07 a maintenance window names the day it ends only if that is another one: %s to %s',
  (starts_at, ends_at, text) => {
    const notice = { id: 'move', kind: 'maintenance' as const, starts_at, ends_at, text: null }
    expect(drawn(<Maintenance />, { notices: [notice] })).toContain(`Planned maintenance on ${text}`)
  },
)

test('everybody in a closing account sees until when, and only its owners the button that keeps it', () => {
  const buttons = ROLES.map((role) => {
    const user = { role, closes_at: '2026-04-01T00:00:00Z', settings: { time_zone: 'UTC' } } as unknown as User
    const html = drawn(<ClosingBanner />, { user })
    expect(html, role).toContain('This account is being closed')
    return [role, html.includes('Cancel the closing')]
  })
  expect(Object.fromEntries(buttons)).toEqual({
    owner: true,
    admin: false,
    developer: false,
    finance: false,
    viewer: false,
  })
})
